import type { Language } from '../../../contract/languages.ts';
import type { Allocation, AllocationState } from './store.ts';

type Texts = Record<Language, string>;

/** How a document stands, in words. */
export const stateWords: Record<AllocationState, Texts> = {
  needsRate: { en: 'waiting for a rate', he: 'ממתין לשער' },
  waiting: { en: 'waiting for the tax authority', he: 'ממתין לרשות המסים' },
  refused: { en: 'refused by the tax authority', he: 'סורב בידי רשות המסים' },
  invalid: { en: 'not as the tax authority needs it', he: 'אינו כפי שנדרש לרשות המסים' },
  cancelled: { en: 'not handed out', he: 'לא נמסר' },
  approved: { en: 'approved', he: 'מאושר' },
  notNeeded: { en: 'below the minimum', he: 'מתחת לסכום המזערי' },
  continued: { en: 'handed out without a number', he: 'נמסר ללא מספר הקצאה' },
};

/** What a person does about what the authority finds wrong, by its numbers. */
const byCode: Record<string, Texts> = {
  '431': {
    en: 'A tax number on the document is not known there. The document cannot be changed: cancel it with a credit note and mend the number, or hand it out without a number.',
    he: 'מספר מס במסמך אינו מוכר שם. לא ניתן לשנות את המסמך: יש לבטלו בחשבונית זיכוי ולתקן את המספר, או למסור אותו ללא מספר הקצאה.',
  },
  '434': {
    en: 'The document is older than a year: it can only be handed out without a number, or cancelled.',
    he: 'המסמך ישן משנה: ניתן רק למסור אותו ללא מספר הקצאה, או לבטלו.',
  },
  '435': {
    en: 'The document is dated more than thirty days ahead: try again later.',
    he: 'תאריך המסמך מאוחר ביותר משלושים יום: יש לנסות שוב מאוחר יותר.',
  },
  '446': {
    en: 'The connection names nobody in whose name is asked: fill it in at the company’s payments, then try again.',
    he: 'החיבור אינו נוקב בשם המבקש: יש למלא אותו בעמוד התשלומים של החברה ולנסות שוב.',
  },
};

const byState: Partial<Record<AllocationState, Texts>> = {
  needsRate: {
    en: 'The authority is told amounts in ILS: give the rate of the day of the document.',
    he: 'לרשות נמסרים סכומים בשקלים: יש למסור את השער של יום המסמך.',
  },
  refused: {
    en: 'Decide: hand the document out, and it says that its tax may not be deducted; or cancel it and take it back with a credit note.',
    he: 'יש להחליט: למסור את המסמך, ויירשם בו שאין לנכות את המס; או לבטלו ולזכות אותו בחשבונית זיכוי.',
  },
  invalid: {
    en: 'Mend what the authority names if it is of the connection and try again; else hand the document out without a number or cancel it.',
    he: 'אם מה שמציינת הרשות שייך לחיבור, יש לתקן ולנסות שוב; אחרת יש למסור את המסמך ללא מספר הקצאה או לבטלו.',
  },
  cancelled: {
    en: 'The document is not handed out. Take the invoice back with a credit note.',
    he: 'המסמך אינו נמסר. יש לזכות את החשבונית בחשבונית זיכוי.',
  },
};

/** What can be done; '' when nothing is to be done. */
export const remedyOf = ({ state, code }: Pick<Allocation, 'state' | 'code'>, language: Language): string =>
  ((state === 'invalid' ? byCode[code] : undefined) ?? byState[state])?.[language] ?? '';
