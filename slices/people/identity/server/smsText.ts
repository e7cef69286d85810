import type { Language, LocalizedText } from '../../../../contract/languages.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { codeMinutes } from '../../credentials/server/index.ts';
import { localize } from '../texts/localize.ts';

/** The text message with a code. */
export function smsText(ctx: Context, language: Language, code: string): string {
  const texts: LocalizedText = localize('smsText.codeWorksOnceMinutes', {
    systemName: ctx.site.systemName,
    code,
    codeMinutes,
  });
  return texts[language];
}
