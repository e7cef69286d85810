import type { Language } from '../../../contract/languages.ts';
import type { Context } from '../../../server/platform/context.ts';
import { codeMinutes } from '../../credentials/server/index.ts';

/** What a text message with a code says. */
export function smsText(ctx: Context, language: Language, code: string): string {
  const texts: Record<Language, string> = {
    en: `${ctx.site.systemName}: Your code is ${code}. It works once, for ${codeMinutes} minutes. Don’t share it.`,
    he: `${ctx.site.systemName}: הקוד שלך הוא ${code}. הוא תקף לשימוש אחד, למשך ${codeMinutes} דקות. אין למסור אותו.`,
  };
  return texts[language];
}
