import type { Language } from '../../../contract/languages.ts';
import { padded } from '../../../server/platform/decimals.ts';
import { accountMachine, titleOf } from '../../accounts/server/index.ts';
import type { StepKind } from '../contract.ts';
import type { Case } from './cases.ts';
import type { Reason } from './judge.ts';

type Texts = Record<Language, string>;

/** A sentence per reason, with values in braces. */
const reasons: Record<Reason, Texts> = {
  told: {
    en: '{amount} {currency} is due. A reminder is sent by email.',
    he: '{amount} {currency} לתשלום. נשלחת תזכורת בדוא"ל.',
  },
  charged: {
    en: 'A late fee of {amount} {currency} is charged.',
    he: 'נרשם חיוב פיגורים של {amount} {currency}.',
  },
  chargedTaxed: {
    en: 'A late fee of {amount} {currency} is charged ({net} plus {tax} tax).',
    he: 'נרשם חיוב פיגורים של {amount} {currency} ({net} ועוד {tax} מס).',
  },
  feeOfFee: {
    en: 'Late fees aren’t charged on late fees.',
    he: 'אין חיוב פיגורים על חיוב פיגורים.',
  },
  feeTooSmall: {
    en: 'The fee would be less than the currency’s smallest unit.',
    he: 'החיוב קטן מהיחידה הקטנה ביותר של המטבע.',
  },
  willTry: { en: 'The saved payment method is charged.', he: 'אמצעי התשלום השמור מחויב.' },
  paid: {
    en: '{amount} {currency} was charged to the saved payment method.',
    he: '{amount} {currency} נגבו מאמצעי התשלום השמור.',
  },
  declined: {
    en: 'The saved payment method was declined. {problem}',
    he: 'אמצעי התשלום השמור נדחה. {problem}',
  },
  onItsWay: {
    en: 'A payment of {amount} {currency} is being processed.',
    he: 'תשלום של {amount} {currency} נמצא בעיבוד.',
  },
  unusable: {
    en: 'The saved payment method can’t be charged. {problem}',
    he: 'לא ניתן לחייב את אמצעי התשלום השמור. {problem}',
  },
  suspended: {
    en: 'Servers are turned off and data is kept. Payment resumes the account.',
    he: 'השרתים מכובים והנתונים נשמרים. לאחר תשלום החשבון יחזור לפעול.',
  },
  stateAlready: {
    en: 'No action required. The account state is {state}.',
    he: 'אין צורך בפעולה. מצב החשבון הוא {state}.',
  },
  noticed: {
    en: '{amount} {currency} is due. An email with the termination date is sent.',
    he: '{amount} {currency} לתשלום. נשלח דוא"ל עם מועד סיום החשבון.',
  },
  listed: {
    en: 'The account is listed for termination, pending a manual decision.',
    he: 'החשבון נרשם לסיום וממתין להחלטה ידנית.',
  },
  terminated: {
    en: 'The account is locked and its servers are moved to the Trash.',
    he: 'החשבון ננעל והשרתים שלו מועברים לאשפה.',
  },
  notSuspended: {
    en: 'Not terminated. The account state is {state}, and it isn’t suspended for this debt.',
    he: 'החשבון לא הסתיים. מצב החשבון הוא {state}, והוא אינו מושעה בשל חוב זה.',
  },
  settled: {
    en: 'Paid. No further steps follow for this document. Skipped: {left}.',
    he: 'שולם. לא יבוצעו צעדים נוספים עבור מסמך זה. דולגו: {left}.',
  },
  disputed: {
    en: 'A payment of {amount} {currency} is disputed. That amount isn’t collected until the dispute is decided.',
    he: 'תשלום של {amount} {currency} נמצא במחלוקת. סכום זה לא ייגבה עד להכרעה.',
  },
  disputeLost: {
    en: 'The dispute over {amount} {currency} is closed and the payer kept the money. Collection continues.',
    he: 'המחלוקת על {amount} {currency} הסתיימה והכסף נשאר אצל המשלם. הגבייה נמשכת.',
  },
  disputeWon: {
    en: 'The dispute no longer blocks {amount} {currency}. The amount counts as paid again.',
    he: 'המחלוקת כבר אינה מעכבת {amount} {currency}. הסכום נחשב שוב כמשולם.',
  },
};

export const stepTitles: Record<StepKind, Texts> = {
  reminder: { en: 'reminder', he: 'תזכורת' },
  fee: { en: 'late fee', he: 'חיוב פיגורים' },
  retry: { en: 'charge of saved payment method', he: 'חיוב אמצעי התשלום השמור' },
  suspend: { en: 'suspension', he: 'השעיה' },
  notice: { en: 'termination notice', he: 'הודעה על סיום' },
  terminate: { en: 'termination', he: 'סיום' },
};
const onHold: Texts = {
  en: '{amount} {currency} is disputed. That amount isn’t collected until the dispute is decided.',
  he: '{amount} {currency} במחלוקת. סכום זה לא ייגבה עד להכרעה.',
};
const tolerated: Texts = {
  en: 'The amount due doesn’t exceed the ignored balance of {amount} {currency}. No steps run.',
  he: 'הסכום לתשלום אינו עולה על {amount} {currency}, הסכום שממנו מתעלמים, ולכן לא מבוצעים צעדים.',
};

/** The part of a debt that isn't being collected, and why; '' when all of it is collected. */
export function restInWords(
  { disputed, rest, tolerance, digits, currency }: Case,
  language: Language,
): string {
  const told = (words: Texts, amount: string) =>
    words[language].replace('{amount}', padded(amount, digits)).replace('{currency}', currency);
  const parts = [
    disputed === '0' ? '' : told(onHold, disputed),
    rest === 'tolerated' ? told(tolerated, tolerance) : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

const nothingLeft: Texts = { en: 'none', he: 'אין' };

/** The sentence for a reason. `facts` holds a translated problem under each language's code. */
export function inWords(reason: string, facts: Record<string, string>, language: Language): string {
  const words = reasons[reason as Reason]?.[language] ?? '';
  return words.replace(/\{(\w+)\}/g, (_whole, name: string) => wordOf(name, facts, language));
}

function wordOf(name: string, facts: Record<string, string>, language: Language): string {
  const value = facts[name] ?? '';
  if (name === 'state') {
    const known = accountMachine.states.find((state) => state.value === value);
    return known ? titleOf(accountMachine, known.value)[language] : value;
  }
  if (name === 'left') return leftOut(value, language);
  return name === 'problem' ? (facts[language] ?? value) : value;
}

const leftOut = (kinds: string, language: Language): string =>
  kinds
    .split(',')
    .map((kind) => stepTitles[kind as StepKind]?.[language])
    .filter((title) => title !== undefined)
    .join(', ') || nothingLeft[language];
