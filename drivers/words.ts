/** A sentence in each language of the portal, `{name}` filled with what stands there. */
interface Words {
  en: string;
  he: string;
}

/** What drivers, and the slices that ask them, say themselves. What they pass on is quoted, in the words that it came in. */
const sentences = {
  unreachable: { en: '{host} can’t be reached: {detail}', he: 'לא ניתן להתחבר אל {host}: {detail}' },
  tooLong: { en: 'the response is too long', he: 'התשובה ארוכה מדי' },
  tooLate: { en: 'the connection timed out', he: 'פג הזמן לחיבור' },
  nobodyListens: { en: 'the connection was refused', he: 'החיבור נדחה' },
  nameUnknown: { en: 'the hostname doesn’t exist', he: 'שם המארח לא קיים' },
  brokenOff: { en: 'the connection was interrupted', he: 'החיבור נקטע' },
  otherAnswer: { en: 'The service returned an unexpected response.', he: 'השירות החזיר תשובה לא צפויה.' },
  noPage: { en: 'The service returned no payment page.', he: 'השירות לא החזיר דף תשלום.' },
  onlyStatus: { en: 'The service answered with status {status} without a reason.', he: 'השירות ענה בסטטוס {status} ללא סיבה.' },
  payerAgain: { en: 'PayPal requires the payer’s approval again.', he: '‏PayPal דורש שוב את אישור המשלם.' },
  amountFiner: { en: 'The provider doesn’t support that many decimals: {amount}.', he: 'הספק אינו תומך במספר הספרות העשרוניות: {amount}.' },
  amountNotWhole: { en: 'The provider returned an amount that isn’t a whole number.', he: 'הספק החזיר סכום שאינו מספר שלם.' },
  referenceMissing: { en: 'The service returned no reference for the document.', he: 'השירות לא החזיר אסמכתא למסמך.' },
  noSuchAnswer: {
    en: 'The service answered with status {status}, which isn’t a valid accounting response.',
    he: 'השירות ענה בסטטוס {status}, שאינו תשובה תקינה של שירות הנהלת חשבונות.',
  },
  noMinimum: { en: 'The authority returned no minimum amount for {day}.', he: 'הרשות לא החזירה סכום מינימום ליום {day}.' },
  nothingSaid: { en: 'The authority returned neither a number nor a reason.', he: 'הרשות לא החזירה מספר או סיבה.' },
  amountUntold: { en: 'The amount {amount} can’t be reported to the authority.', he: 'לא ניתן לדווח לרשות על הסכום {amount}.' },
  digitsNeeded: { en: 'Only digits are allowed, but the number is “{number}”.', he: 'מותרות ספרות בלבד, אך המספר הוא "{number}".' },
  ratesUnreadable: {
    en: 'The service returned something other than exchange rates.',
    he: 'השירות החזיר תוכן שאינו שערי חליפין.',
  },
  // What slices keep in the place of a driver's words.
  paidMeanwhile: { en: 'not charged, already paid', he: 'לא חויב, כבר שולם' },
  disputed: { en: 'disputed', he: 'במחלוקת' },
  refused: { en: 'declined', he: 'נדחה' },
  disconnected: { en: 'The company is no longer connected.', he: 'החברה אינה מחוברת יותר.' },
  notReady: {
    en: 'The portal couldn’t prepare the document. See its log for the reason.',
    he: 'הפורטל לא הצליח להכין את המסמך. הסיבה מופיעה ביומן.',
  },
  addressRefused: { en: 'The address {address} isn’t allowed: {detail}', he: 'הכתובת {address} אינה מותרת: {detail}' },
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
