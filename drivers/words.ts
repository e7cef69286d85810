import {
  eachLanguage,
  type Language,
  type LocalizedText,
  languages,
} from '../contract/languages.ts';
import { localize } from './texts/localize.ts';

/** `stored`: the marker kept in the database in place of the English sentence. */
type Entry = LocalizedText & { stored?: string };

/**
 * Sentences that drivers, and the slices that use them, write themselves. Texts of the other side
 * are quoted as they arrive.
 */
const sentences = {
  unreachable: localize('sentences.unreachable'),
  tooLong: localize('sentences.tooLong'),
  timedOut: localize('sentences.timedOut'),
  connectionRefused: localize('sentences.connectionRefused'),
  hostUnknown: localize('sentences.hostUnknown'),
  connectionReset: localize('sentences.connectionReset'),
  otherAnswer: localize('sentences.otherAnswer'),
  noPage: localize('sentences.noPage'),
  onlyStatus: localize('sentences.onlyStatus'),
  payerAgain: localize('sentences.payerAgain'),
  amountFiner: localize('sentences.amountFiner'),
  amountNotWhole: localize('sentences.amountNotWhole'),
  referenceMissing: localize('sentences.referenceMissing'),
  noSuchAnswer: localize('sentences.noSuchAnswer'),
  noMinimum: localize('sentences.noMinimum'),
  nothingSaid: localize('sentences.nothingSaid'),
  amountUntold: localize('sentences.amountUntold'),
  digitsNeeded: localize('sentences.digitsNeeded'),
  ratesUnreadable: localize('sentences.ratesUnreadable'),
  // What slices store in place of a driver's message.
  paidMeanwhile: { stored: 'not charged, already paid', ...localize('sentences.paidMeanwhile') },
  disputed: { stored: 'disputed', ...localize('sentences.disputed') },
  refused: { stored: 'declined', ...localize('sentences.refused') },
  givenUp: { stored: 'given up', ...localize('sentences.givenUp') },
  disconnected: localize('sentences.disconnected'),
  notReady: localize('sentences.notReady'),
  addressRefused: localize('sentences.addressRefused'),
} as const satisfies Record<string, Entry>;

type Sentence = keyof typeof sentences;

const storedText = (entry: Entry): string => entry.stored ?? entry[languages[0]];

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
export function ownWords(told: string): LocalizedText | null {
  for (const { words, pattern } of patterns) {
    const found = pattern.exec(told);
    if (!found) continue;
    // A reason within the sentence is a sentence of ours too, or a text of the other side.
    const values = { ...found.groups };
    const filled = (language: Language) =>
      words[language].replace(/\{(\w+)\}/g, (_whole, name: string) => {
        const value = values[name] ?? '';
        return name === 'detail' ? describeDriverError(value)[language] : value;
      });
    return eachLanguage(filled);
  }
  return null;
}

/**
 * A driver's message for people: its own sentence translated, or the other side's text as a
 * left-to-right quotation.
 */
export function describeDriverError(told: string): LocalizedText {
  if (told === '') return eachLanguage(() => '');
  const isHebrew = /[\u0590-\u05ff]/.test(told);
  const quotation = (language: Language) =>
    language === languages[0] || isHebrew ? told : `\u2066${told}\u2069`;
  return ownWords(told) ?? localize('quoted', { told: quotation });
}
