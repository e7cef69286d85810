import type { Language } from '../../../contract/languages.ts';
import type { Context } from '../../../server/platform/context.ts';
import { codeMinutes } from '../../credentials/server/index.ts';

/** What a text message with a code says. */
export function smsText(ctx: Context, language: Language, code: string): string {
  const texts: Record<Language, string> = {
    en: `${ctx.site.systemName}: your code is ${code}. It works once and for ${codeMinutes} minutes. Give it to nobody.`,
    he: `${ctx.site.systemName}: הקוד שלך הוא ${code}. הוא פועל פעם אחת ובמשך ${codeMinutes} דקות. אין למסור אותו לאיש.`,
  };
  return texts[language];
}
