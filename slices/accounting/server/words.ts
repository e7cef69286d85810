import { inEvery } from '../../../contract/languages.ts';
import { inWords } from '../../../drivers/words.ts';
import type { Texts } from '../../../server/platform/tasks/task.ts';
import type { Outcome } from './outbox.ts';

/** What the log of an invoice says of an attempt; null while it is only put off. */
export function entryOf({ state, resultCode, resultText, reference, link }: Outcome): Texts | null {
  const words = inWords(resultText);
  const said = inEvery((language) => [words[language], link].filter(Boolean).join(' '));
  if (state === 'sent')
    return {
      en: `Handed over to the accounting service, there ${reference}; result ${resultCode}. ${said.en}`.trim(),
      he: `נמסר לשירות הנהלת החשבונות, מספרו שם ${reference}; תוצאה ${resultCode}. ${said.he}`.trim(),
    };
  if (state === 'refused')
    return { en: `The accounting service refuses it. ${said.en}`, he: `שירות הנהלת החשבונות מסרב לקבלו. ${said.he}` };
  if (state === 'failed')
    return {
      en: `Given up after a day of trying to hand it over to the accounting service. ${said.en}`,
      he: `הניסיון למסור לשירות הנהלת החשבונות הופסק לאחר יממה. ${said.he}`,
    };
  return null;
}

/** What the log says when a person has a document handed over. */
export const askedEntry: Texts = {
  en: 'To be handed over to the accounting service, asked for by hand.',
  he: 'יימסר לשירות הנהלת החשבונות, לפי בקשה ידנית.',
};

/** Why a draft is not handed over. */
export const draftNote: Texts = {
  en: 'It is not issued yet: what is issued is handed over by itself.',
  he: 'טרם הופק: מה שמופק נמסר מעצמו.',
};

/** What stands beside documents of a company, by how it is connected. */
export const handOverNotes: Record<'none' | 'off' | 'on', Texts> = {
  none: {
    en: 'No accounting service is connected: nothing is handed over. What was not sent is shown as a connected one would be handed it.',
    he: 'לא מחובר שירות הנהלת חשבונות: דבר אינו נמסר. מה שלא נשלח מוצג כפי שיימסר לשירות מחובר.',
  },
  off: {
    en: 'The accounting service is switched off: documents wait until it is switched on again.',
    he: 'שירות הנהלת החשבונות כבוי: המסמכים ממתינים עד שיופעל שוב.',
  },
  on: {
    en: 'Each document is handed over to the accounting service once it is issued.',
    he: 'כל מסמך נמסר לשירות הנהלת החשבונות לאחר הפקתו.',
  },
};
