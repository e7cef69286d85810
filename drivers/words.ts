/** A sentence in each language of the portal, with values in braces. */
interface Words {
  en: string;
  he: string;
}

/** `stored`: the marker kept in the database in place of the English sentence. */
type Entry = Words & { stored?: string };

/**
 * Sentences that drivers, and the slices that use them, write themselves. Texts of the other side
 * are quoted as they arrive.
 */
const sentences = {
  unreachable: {
    en: '{host} can’t be reached. {detail}',
    he: 'לא ניתן להתחבר אל {host}. {detail}',
  },
  tooLong: { en: 'The response is too long.', he: 'התשובה ארוכה מדי.' },
  timedOut: { en: 'The connection timed out.', he: 'תם הזמן הקצוב לחיבור.' },
  connectionRefused: { en: 'The connection was refused.', he: 'החיבור נדחה.' },
  hostUnknown: { en: 'The hostname doesn’t exist.', he: 'שם המארח לא קיים.' },
  connectionReset: { en: 'The connection was interrupted.', he: 'החיבור נקטע.' },
  otherAnswer: {
    en: 'The service returned an unexpected response.',
    he: 'השירות החזיר תשובה לא צפויה.',
  },
  noPage: { en: 'The service returned no payment page.', he: 'השירות לא החזיר דף תשלום.' },
  onlyStatus: {
    en: 'The service returned status {status} without a reason.',
    he: 'השירות ענה בסטטוס {status} ללא סיבה.',
  },
  payerAgain: {
    en: 'PayPal requires the payer’s approval again.',
    he: '‏PayPal דורש שוב את אישור המשלם.',
  },
  amountFiner: {
    en: 'The provider doesn’t support that many decimals: {amount}.',
    he: 'הספק אינו תומך במספר הספרות העשרוניות: {amount}.',
  },
  amountNotWhole: {
    en: 'The provider returned an amount that isn’t a whole number.',
    he: 'הספק החזיר סכום שאינו מספר שלם.',
  },
  referenceMissing: {
    en: 'The service returned no reference for the document.',
    he: 'השירות לא החזיר אסמכתא למסמך.',
  },
  noSuchAnswer: {
    en: 'The service returned status {status}, which isn’t a valid accounting response.',
    he: 'השירות ענה בסטטוס {status}, שאינו תשובה תקינה של שירות הנהלת חשבונות.',
  },
  noMinimum: {
    en: 'The authority returned no minimum amount for {day}.',
    he: 'הרשות לא החזירה סכום מינימום ליום {day}.',
  },
  nothingSaid: {
    en: 'The authority returned neither a number nor a reason.',
    he: 'הרשות לא החזירה מספר או סיבה.',
  },
  amountUntold: {
    en: 'The amount {amount} can’t be reported to the authority.',
    he: 'לא ניתן לדווח לרשות על הסכום {amount}.',
  },
  digitsNeeded: {
    en: 'The number “{number}” must contain digits only.',
    he: 'המספר "{number}" יכול להכיל ספרות בלבד.',
  },
  ratesUnreadable: {
    en: 'The service returned something other than exchange rates.',
    he: 'השירות החזיר תוכן שאינו שערי חליפין.',
  },
  // What slices store in place of a driver's message.
  paidMeanwhile: {
    stored: 'not charged, already paid',
    en: 'Nothing was charged because the amount was already paid.',
    he: 'לא בוצע חיוב, כי הסכום כבר שולם.',
  },
  disputed: {
    stored: 'disputed',
    en: 'The payer disputed a payment made with this method.',
    he: 'נפתחה מחלוקת על תשלום באמצעי תשלום זה.',
  },
  refused: { stored: 'declined', en: 'The provider gave no reason.', he: 'הספק לא ציין סיבה.' },
  disconnected: { en: 'The company is no longer connected.', he: 'החברה אינה מחוברת יותר.' },
  notReady: {
    en: 'The portal couldn’t prepare the document. See its log for the reason.',
    he: 'הפורטל לא הצליח להכין את המסמך. הסיבה מופיעה ביומן.',
  },
  addressRefused: {
    en: 'The address {address} isn’t allowed. {detail}',
    he: 'הכתובת {address} אינה מותרת. {detail}',
  },
} as const satisfies Record<string, Entry>;

type Sentence = keyof typeof sentences;

const storedText = (entry: Entry): string => entry.stored ?? entry.en;

/** A sentence as drivers throw it and as it is logged and stored. `inWords()` translates it. */
export const say = (sentence: Sentence, values: Record<string, string | number> = {}): string =>
  storedText(sentences[sentence]).replace(/\{(\w+)\}/g, (_whole, name: string) =>
    String(values[name] ?? ''),
  );

/**
 * Why a connection failed, by Node's error code; the error's own message where the code is unknown.
 */
export function whyUnreachable(error: Error & { code?: string | undefined }): string {
  if (error.name === 'TimeoutError' || error.code === 'ETIMEDOUT') return say('timedOut');
  const known: Record<string, Sentence> = {
    ECONNREFUSED: 'connectionRefused',
    ENOTFOUND: 'hostUnknown',
    ECONNRESET: 'connectionReset',
  };
  const sentence = known[error.code ?? ''];
  return sentence ? say(sentence) : error.message;
}

/** Matches the stored text of a sentence, with a group for each value. */
const patternOf = (entry: Entry): RegExp =>
  new RegExp(
    `^${storedText(entry)
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replace(/\{(\w+)\}/g, '(?<$1>.*?)')}$`,
    's',
  );
const patterns = Object.values(sentences).map((words) => ({ words, pattern: patternOf(words) }));

/** One of the sentences above in every language; null for a text of the other side. */
export function ownWords(told: string): Words | null {
  for (const { words, pattern } of patterns) {
    const found = pattern.exec(told);
    if (!found) continue;
    // A reason within the sentence is a sentence of ours too, or a text of the other side.
    const values = { ...found.groups };
    const filled = (language: keyof Words) =>
      words[language].replace(/\{(\w+)\}/g, (_whole, name: string) => {
        const value = values[name] ?? '';
        return name === 'detail' ? describeDriverError(value)[language] : value;
      });
    return { en: filled('en'), he: filled('he') };
  }
  return null;
}

/**
 * A driver's message for people: its own sentence translated, or the other side's text as a
 * left-to-right quotation.
 */
export function describeDriverError(told: string): Words {
  if (told === '') return { en: '', he: '' };
  const quoted = /[\u0590-\u05ff]/.test(told) ? told : `\u2066${told}\u2069`;
  return ownWords(told) ?? { en: `“${told}”`, he: `"${quoted}"` };
}
