import type { Language } from '../../../contract/languages.ts';
import type { Allocation, AllocationState } from './store.ts';

type Texts = Record<Language, string>;

/** The state of a document as text. */
export const stateWords: Record<AllocationState, Texts> = {
  needsRate: { en: 'waiting for an exchange rate', he: 'ממתין לשער חליפין' },
  waiting: { en: 'waiting for the tax authority', he: 'ממתין לרשות המסים' },
  refused: { en: 'refused by the tax authority', he: 'נדחה על ידי רשות המסים' },
  invalid: { en: 'invalid for the tax authority', he: 'לא תקין לפי רשות המסים' },
  cancelled: { en: 'withheld', he: 'לא שוחרר ללקוח' },
  approved: { en: 'approved', he: 'מאושר' },
  notNeeded: { en: 'below the minimum', he: 'מתחת לסכום המינימום' },
  continued: { en: 'released without a number', he: 'שוחרר ללא מספר הקצאה' },
};

/** What a person does about what the authority finds wrong, by its numbers. */
const byCode: Record<string, Texts> = {
  '431': {
    en: 'The tax authority doesn’t recognize a tax number on this document, and the document can’t be changed. Correct the number and issue a credit note, or release the document without a number.',
    he: 'רשות המסים אינה מזהה מספר מס במסמך, ולא ניתן לשנות את המסמך. יש לתקן את המספר ולהפיק חשבונית זיכוי, או לשחרר את המסמך ללא מספר הקצאה.',
  },
  '434': {
    en: 'The document is more than a year old. It can only be released without a number or withheld.',
    he: 'המסמך ישן משנה. ניתן רק לשחרר אותו ללא מספר הקצאה, או לא לשחרר אותו.',
  },
  '435': {
    en: 'The document date is more than 30 days in the future. Try again later.',
    he: 'תאריך המסמך מאוחר מהיום ביותר מ-30 יום. יש לנסות שוב מאוחר יותר.',
  },
  '446': {
    en: 'The representative is missing from the connection. Enter one on the company’s Connections page, then try again.',
    he: 'לא הוגדר נציג בחיבור. יש להזין נציג בעמוד החיבורים של החברה ולנסות שוב.',
  },
};

const byState: Partial<Record<AllocationState, Texts>> = {
  needsRate: {
    en: 'Amounts are reported to the tax authority in ILS. Enter the exchange rate for the document date.',
    he: 'הסכומים מדווחים לרשות המסים בשקלים. יש להזין את השער לתאריך המסמך.',
  },
  refused: {
    en: 'Release the document with a note that its tax isn’t deductible, or withhold it and issue a credit note.',
    he: 'יש לשחרר את המסמך בציון שאין לנכות את המס, או לא לשחרר אותו ולהפיק חשבונית זיכוי.',
  },
  invalid: {
    en: 'If the tax authority’s message is about the connection, fix it and try again. Otherwise release the document without a number or withhold it.',
    he: 'אם הודעת רשות המסים נוגעת לחיבור, יש לתקן ולנסות שוב. אחרת יש לשחרר את המסמך ללא מספר הקצאה או לא לשחרר אותו.',
  },
  cancelled: {
    en: 'The document is withheld. Issue a credit note for the invoice.',
    he: 'המסמך אינו משוחרר ללקוח. יש להפיק חשבונית זיכוי עבור החשבונית.',
  },
};

/** The remedy. '' when none is needed. */
export const remedyOf = (
  { state, code }: Pick<Allocation, 'state' | 'code'>,
  language: Language,
): string => ((state === 'invalid' ? byCode[code] : undefined) ?? byState[state])?.[language] ?? '';
