import type { Language } from '../../../contract/languages.ts';
import { accountMachine, titleOf } from '../../accounts/server/index.ts';
import type { StepKind } from '../contract.ts';
import type { Case } from './cases.ts';
import { shown } from './coins.ts';
import type { Reason } from './judge.ts';

type Texts = Record<Language, string>;

/** Of one reason; values stand in braces. */
const reasons: Record<Reason, Texts> = {
  told: { en: '{amount} {currency} is owed: a mail says so.', he: 'החוב הוא {amount} {currency}: נשלחת על כך הודעה.' },
  charged: { en: 'A late fee of {amount} {currency} is booked.', he: 'נרשם חיוב פיגורים של {amount} {currency}.' },
  chargedTaxed: {
    en: 'A late fee of {amount} {currency} is booked: {net} and {tax} of tax.',
    he: 'נרשם חיוב פיגורים של {amount} {currency}: {net} ועוד {tax} מס.',
  },
  feeOfFee: { en: 'No late fee is taken of a late fee.', he: 'אין חיוב פיגורים על חיוב פיגורים.' },
  feeTooSmall: { en: 'The fee would be less than the smallest coin.', he: 'החיוב היה קטן מהמטבע הקטן ביותר.' },
  willTry: { en: 'The kept method of payment is charged.', he: 'אמצעי התשלום השמור מחויב.' },
  paid: { en: '{amount} {currency} was taken from the kept method of payment.', he: '{amount} {currency} נגבו מאמצעי התשלום השמור.' },
  declined: { en: 'The kept method of payment was refused: {problem}', he: 'אמצעי התשלום השמור סורב: {problem}' },
  onItsWay: { en: 'A payment of {amount} {currency} is on its way.', he: 'תשלום של {amount} {currency} בדרך.' },
  unusable: { en: 'Nothing can be charged: {problem}', he: 'לא ניתן לחייב דבר: {problem}' },
  suspended: { en: 'Servers are turned off and data is kept; a payment resumes.', he: 'השרתים מכובים והנתונים נשמרים; תשלום משחרר.' },
  stateAlready: { en: 'Nothing to do: the account is {state}.', he: 'אין מה לעשות: מצב החשבון הוא {state}.' },
  noticed: {
    en: '{amount} {currency} is owed: a mail says when the account is terminated.',
    he: 'החוב הוא {amount} {currency}: נשלחת הודעה על מועד סיום החשבון.',
  },
  listed: { en: 'Listed for termination; a person decides.', he: 'נרשם לסיום; אדם מחליט.' },
  terminated: { en: 'The account is locked and its servers are put into the bin.', he: 'החשבון ננעל והשרתים מועברים לסל.' },
  notSuspended: {
    en: 'Not terminated: the account is {state}, not suspended for its debt.',
    he: 'לא הסתיים: מצב החשבון הוא {state}, והוא אינו מושהה בשל חובו.',
  },
  settled: {
    en: 'Paid: nothing more comes for this document. Left out: {left}.',
    he: 'שולם: דבר נוסף לא יבוא בגין מסמך זה. הושמטו: {left}.',
  },
  disputed: {
    en: 'A payment of {amount} {currency} is disputed: that amount is not collected until the dispute is decided.',
    he: 'תשלום של {amount} {currency} נמצא במחלוקת: סכום זה לא ייגבה עד להכרעה.',
  },
  disputeLost: {
    en: 'The dispute about {amount} {currency} is over and the money stayed with the payer: collecting goes on.',
    he: 'המחלוקת על {amount} {currency} הסתיימה והכסף נותר אצל המשלם: הגבייה נמשכת.',
  },
  disputeWon: {
    en: 'The dispute about {amount} {currency} holds the money no more: it counts as paid again.',
    he: 'המחלוקת על {amount} {currency} אינה מעכבת עוד את הכסף: הוא נחשב שוב כתשלום.',
  },
};

export const stepTitles: Record<StepKind, Texts> = {
  reminder: { en: 'reminder', he: 'תזכורת' },
  fee: { en: 'late fee', he: 'חיוב פיגורים' },
  retry: { en: 'charge of the kept method of payment', he: 'חיוב אמצעי התשלום השמור' },
  suspend: { en: 'suspension', he: 'השהיה' },
  notice: { en: 'notice of termination', he: 'הודעה על סיום' },
  terminate: { en: 'termination', he: 'סיום' },
};
const held: Texts = {
  en: '{amount} {currency} is disputed: that amount is not collected until the dispute is decided.',
  he: '{amount} {currency} במחלוקת: סכום זה לא ייגבה עד להכרעה.',
};
const tolerated: Texts = {
  en: 'What is owed is no more than the {amount} {currency} that are let stand: nothing is done about it.',
  he: 'החוב אינו עולה על {amount} {currency} שאין גובים: דבר לא נעשה.',
};

/** What of a debt is let alone at present and why; '' when all of it is collected. */
export function restInWords({ disputed, rest, tolerance, digits, currency }: Case, language: Language): string {
  const told = (words: Texts, amount: string) => words[language].replace('{amount}', shown(amount, digits)).replace('{currency}', currency);
  const parts = [disputed === '0' ? '' : told(held, disputed), rest === 'tolerated' ? told(tolerated, tolerance) : ''];
  return parts.filter((part) => part !== '').join(' ');
}

const nothingLeft: Texts = { en: 'nothing', he: 'דבר' };

/** A reason told in a language. A problem that is known in all languages stands among the facts under each of them. */
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
