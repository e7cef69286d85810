import { inEvery } from '../../../contract/languages.ts';
import { describeDriverError } from '../../../drivers/words.ts';
import type { Texts } from '../../../server/platform/tasks/task.ts';
import type { Outcome } from './outbox.ts';

/** The invoice log entry for an attempt; null while the attempt will be retried. */
export function entryOf({ state, resultCode, resultText, reference, link }: Outcome): Texts | null {
  const words = describeDriverError(resultText);
  const said = inEvery((language) => [words[language], link].filter(Boolean).join(' '));
  if (state === 'sent')
    return {
      en: `Exported to the accounting service as ${reference} with result ${resultCode}. ${said.en}`.trim(),
      he: `יוצא לשירות הנהלת החשבונות במספר ${reference}, בתוצאה ${resultCode}. ${said.he}`.trim(),
    };
  if (state === 'refused')
    return {
      en: `The accounting service rejected the document. ${said.en}`,
      he: `שירות הנהלת החשבונות דחה את המסמך. ${said.he}`,
    };
  if (state === 'failed')
    return {
      en: `The export to the accounting service failed after a day of attempts. ${said.en}`,
      he: `הייצוא לשירות הנהלת החשבונות נכשל לאחר יממה של ניסיונות. ${said.he}`,
    };
  return null;
}

/** The log entry for an export requested manually. */
export const askedEntry: Texts = {
  en: 'Export to the accounting service requested manually.',
  he: 'התבקש ידנית ייצוא לשירות הנהלת החשבונות.',
};

/** Why a draft isn't exported. */
export const draftNote: Texts = {
  en: 'This invoice isn’t issued yet. Issued documents are exported automatically.',
  he: 'החשבונית טרם הופקה. מסמכים שהופקו מיוצאים אוטומטית.',
};

/** The note shown with a company's documents, by its connection. */
export const handOverNotes: Record<'none' | 'off' | 'on', Texts> = {
  none: {
    en: 'No accounting service is connected, so documents aren’t exported. Unsent documents are shown as they would be sent.',
    he: 'לא מחובר שירות הנהלת חשבונות, ולכן מסמכים אינם מיוצאים. מסמכים שלא נשלחו מוצגים כפי שיישלחו לשירות מחובר.',
  },
  off: {
    en: 'The accounting service is off. Documents wait until it’s turned on again.',
    he: 'שירות הנהלת החשבונות כבוי. המסמכים ממתינים עד שיופעל שוב.',
  },
  on: {
    en: 'Each document is exported to the accounting service once it’s issued.',
    he: 'כל מסמך מיוצא לשירות הנהלת החשבונות לאחר הפקתו.',
  },
};
