/** A sentence in each language of the portal, `{name}` filled with what stands there. */
interface Words {
  en: string;
  he: string;
}

/** What drivers, and the slices that ask them, say themselves. What they pass on is quoted, in the words that it came in. */
const sentences = {
  unreachable: { en: '{host} cannot be reached: {detail}', he: 'לא ניתן להתחבר אל {host}: {detail}' },
  tooLong: { en: 'its answer is too long', he: 'התשובה ארוכה מדי' },
  tooLate: { en: 'it did not answer in time', he: 'לא התקבלה תשובה בזמן' },
  nobodyListens: { en: 'nobody answers there', he: 'אין מי שמשיב שם' },
  nameUnknown: { en: 'there is no such name', he: 'אין שם כזה ברשת' },
  brokenOff: { en: 'it broke off the connection', he: 'החיבור נותק' },
  otherAnswer: { en: 'It answers something else than it was asked for.', he: 'התשובה שהתקבלה אינה תשובה למה שנשאל.' },
  noPage: { en: 'It names no page to pay at.', he: 'לא צוין דף לתשלום.' },
  onlyStatus: { en: 'It answered with status {status} and gave no reason.', he: 'התקבלה תשובה עם הקוד {status}, ללא סיבה.' },
  payerAgain: { en: 'PayPal wants the payer to agree again.', he: 'PayPal מבקש אישור נוסף של המשלם.' },
  amountFiner: { en: '{amount} is finer than the provider takes it.', he: 'הסכום {amount} מפורט יותר ממה שהספק מקבל.' },
  amountNotWhole: { en: 'The provider named an amount that is no whole number.', he: 'הספק נקב בסכום שאינו מספר שלם.' },
  referenceMissing: { en: 'It does not say what it calls the document.', he: 'לא צוין מספרו של המסמך בשירות.' },
  noSuchAnswer: {
    en: 'It answers {status} with something that is no answer of an accounting service.',
    he: 'התקבלה תשובה {status} שאינה תשובה של שירות הנהלת חשבונות.',
  },
  noMinimum: { en: 'It named no minimum amount for {day}.', he: 'לא צוין סכום מזערי ליום {day}.' },
  nothingSaid: { en: 'It gave neither a number nor a reason.', he: 'לא ניתנו מספר או סיבה.' },
  amountUntold: { en: '{amount} is no amount that the authority can be told.', he: '{amount} אינו סכום שניתן למסור לרשות.' },
  digitsNeeded: { en: 'Nothing but digits is needed, and “{number}” stands there.', he: 'נדרשות ספרות בלבד, ורשום שם "{number}".' },
  ratesUnreadable: {
    en: 'The service answered with something else than the rates of a day.',
    he: 'השירות השיב במשהו שאינו שערים של יום.',
  },
  // What slices keep in the place of a driver's words.
  paidMeanwhile: { en: 'not taken: what it was for is paid', he: 'לא נגבה: מה שעבורו נועד כבר שולם' },
  disputed: { en: 'disputed', he: 'הוכחש' },
  refused: { en: 'refused', he: 'נדחה' },
  disconnected: { en: 'The company is not connected any more.', he: 'החברה אינה מחוברת עוד.' },
  notReady: { en: 'The portal could not make it ready; its log says why.', he: 'הפורטל לא הצליח להכין אותו; היומן שלו מסביר מדוע.' },
  addressRefused: { en: '{address} may not be asked: {detail}', he: 'אין לפנות אל {address}: {detail}' },
} as const satisfies Record<string, Words>;

type Sentence = keyof typeof sentences;

/** A sentence of a driver's own, as it throws and the log has it: in English. `inWords()` reads it in every language. */
export const say = (sentence: Sentence, values: Record<string, string | number> = {}): string =>
  sentences[sentence].en.replace(/\{(\w+)\}/g, (_whole, name: string) => String(values[name] ?? ''));

/** Why an address could not be asked, by the error of Node: said where there are words for it, else passed on. */
export function whyUnreachable(error: Error & { code?: string | undefined }): string {
  if (error.name === 'TimeoutError' || error.code === 'ETIMEDOUT') return say('tooLate');
  const known: Record<string, Sentence> = { ECONNREFUSED: 'nobodyListens', ENOTFOUND: 'nameUnknown', ECONNRESET: 'brokenOff' };
  const sentence = known[error.code ?? ''];
  return sentence ? say(sentence) : error.message;
}

/** The sentence as it could have been said, with a group for each value. */
const patternOf = ({ en }: Words): RegExp =>
  new RegExp(`^${en.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.*?)')}$`, 's');
const patterns = Object.values(sentences).map((words) => ({ words, pattern: patternOf(words) }));

/** A sentence of a driver's own in every language; null for anything that somebody else said. */
export function ownWords(told: string): Words | null {
  for (const { words, pattern } of patterns) {
    const found = pattern.exec(told);
    if (!found) continue;
    // A reason within the sentence is a sentence too, or what somebody else said.
    const values = { ...found.groups };
    const filled = (language: keyof Words) =>
      words[language].replace(/\{(\w+)\}/g, (_whole, name: string) => {
        const value = values[name] ?? '';
        return name === 'detail' ? inWords(value)[language] : value;
      });
    return { en: filled('en'), he: filled('he') };
  }
  return null;
}

/** What a driver told, as people read it: its own sentence in their language, or what it passed on as a quotation that reads from left to right. */
export function inWords(told: string): Words {
  if (told === '') return { en: '', he: '' };
  const quoted = /[\u0590-\u05ff]/.test(told) ? told : `\u2066${told}\u2069`;
  return ownWords(told) ?? { en: `“${told}”`, he: `"${quoted}"` };
}
