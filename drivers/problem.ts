import {
  eachLanguage,
  type Language,
  type LocalizedText,
  languages,
} from '../contract/languages.ts';
import { localize } from './texts/localize.ts';

/** Problems with a vendor, apart from those that the vendor itself reports. */
const messages = {
  addressRefused: localize('problems.addressRefused'),
  algorithmUnsafe: localize('problems.algorithmUnsafe'),
  amountFiner: localize('problems.amountFiner'),
  amountNotWhole: localize('problems.amountNotWhole'),
  amountUntold: localize('problems.amountUntold'),
  answeredCode: localize('problems.answeredCode'),
  authorizationUrlMissing: localize('problems.authorizationUrlMissing'),
  codeRejected: localize('problems.codeRejected'),
  connectionRefused: localize('problems.connectionRefused'),
  connectionReset: localize('problems.connectionReset'),
  // Only in stored problems: from accounting exports before they became deliveries.
  disconnected: localize('problems.disconnected'),
  givenUp: localize('problems.givenUp'),
  declined: localize('problems.declined'),
  digitsNeeded: localize('problems.digitsNeeded'),
  disputed: localize('problems.disputed'),
  eventsBusy: localize('problems.eventsBusy'),
  eventTooOld: localize('problems.eventTooOld'),
  eventUnreadable: localize('problems.eventUnreadable'),
  eventUnsigned: localize('problems.eventUnsigned'),
  hostUnknown: localize('problems.hostUnknown'),
  idTokenMissing: localize('problems.idTokenMissing'),
  identityMissing: localize('problems.identityMissing'),
  noMinimum: localize('problems.noMinimum'),
  noPage: localize('problems.noPage'),
  noSuchAnswer: localize('problems.noSuchAnswer'),
  notReady: localize('problems.notReady'),
  nothingSaid: localize('problems.nothingSaid'),
  onlyStatus: localize('problems.onlyStatus'),
  otherAnswer: localize('problems.otherAnswer'),
  paidMeanwhile: localize('problems.paidMeanwhile'),
  payerAgain: localize('problems.payerAgain'),
  ratesUnreadable: localize('problems.ratesUnreadable'),
  recipientRefused: localize('problems.recipientRefused'),
  referenceMissing: localize('problems.referenceMissing'),
  /** A portal message that the problem itself contains in every language. */
  sentence: null,
  signatureWrong: localize('problems.signatureWrong'),
  statusBecause: localize('problems.statusBecause'),
  tenantMissing: localize('problems.tenantMissing'),
  timedOut: localize('problems.timedOut'),
  tooLong: localize('problems.tooLong'),
  tooManyRequests: localize('problems.tooManyRequests'),
  unreachable: localize('problems.unreachable'),
  urlCredentials: localize('problems.urlCredentials'),
  urlNotHttps: localize('problems.urlNotHttps'),
  urlNotPublic: localize('problems.urlNotPublic'),
  urlPort: localize('problems.urlPort'),
  /** The vendor's text only. */
  vendor: localize('problems.vendor'),
} as const satisfies Record<string, LocalizedText | null>;

export type ProblemCode = keyof typeof messages;

/** Why a vendor or a request to it failed. Logged and stored as is, and shown as text. */
export interface Problem {
  code: ProblemCode;
  values?: Readonly<Record<string, string | number>>;
  /** The vendor's text, as one short line. Quoted in place of `{detail}`. */
  vendorText?: string;
  /** The reason, in place of `{detail}`. */
  because?: Problem;
  /** Only with the code `sentence`. */
  text?: LocalizedText;
}

/** An error of a driver. The message, in English, is for logs. */
export class DriverError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, options: { cause?: unknown } = {}) {
    super(describeProblem(problem).en, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'DriverError';
    this.problem = problem;
  }
}

/** Longer texts of vendors are cut. Characters. */
const maxLength = 500;
const oneLine = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxLength);

export const problem = (
  code: Exclude<ProblemCode, 'sentence' | 'vendor'>,
  values: Problem['values'] = {},
): Problem => (Object.keys(values).length === 0 ? { code } : { code, values });

/** The vendor's text as a problem. Null if it is empty. */
export function vendorProblem(...parts: readonly string[]): Problem | null {
  const vendorText = oneLine(parts.filter(Boolean).join(': '));
  return vendorText === '' ? null : { code: 'vendor', vendorText };
}

/** A portal message as a problem. */
export const sentence = (text: LocalizedText): Problem => ({ code: 'sentence', text });

/** A response that isn't a success, with the vendor's reason, if any. */
export function statusProblem(status: number | string, reason: string): Problem {
  const vendorText = oneLine(reason);
  const values = { status };
  return vendorText === ''
    ? { code: 'onlyStatus', values }
    : { code: 'statusBecause', values, vendorText };
}

/** Why a connection failed, from Node's error code. */
function connectionProblem(error: Error & { code?: string | undefined }): Problem {
  if (error instanceof DriverError) return error.problem;
  if (error.name === 'TimeoutError' || error.code === 'ETIMEDOUT') return problem('timedOut');
  const problemByCode = {
    ECONNREFUSED: 'connectionRefused',
    ENOTFOUND: 'hostUnknown',
    ECONNRESET: 'connectionReset',
  } as const;
  const code = problemByCode[error.code as keyof typeof problemByCode];
  return code ? problem(code) : (vendorProblem(error.message) ?? problem('connectionReset'));
}

/** Why a host didn't respond. */
export const unreachable = (host: string, error: Error): Problem => ({
  code: 'unreachable',
  values: { host },
  because: connectionProblem(error),
});

const isHebrew = (text: string): boolean => /[\u0590-\u05ff]/.test(text);

/** Keeps the quoted text left to right within right-to-left languages. */
const quotation = (text: string, language: Language): string => {
  const quoted = language === languages[0] || isHebrew(text) ? text : `\u2066${text}\u2069`;
  return (messages.vendor[language] ?? '').replace('{detail}', () => quoted);
};

function describeIn(found: Problem, language: Language): string {
  const { code, values = {}, vendorText = '', because, text } = found;
  if (code === 'sentence') return text?.[language] ?? text?.en ?? '';
  if (code === 'vendor') return quotation(vendorText, language);
  const detail = because
    ? describeIn(because, language)
    : vendorText && quotation(vendorText, language);
  return messages[code][language].replace(/\{(\w+)\}/g, (_whole, name: string) =>
    name === 'detail' ? detail : String(values[name] ?? ''),
  );
}

/**
 * A problem as text for users: the portal's own message in every language, and the vendor's text as
 * a quotation.
 */
export const describeProblem = (found: Problem | null): LocalizedText =>
  eachLanguage((language) => (found ? describeIn(found, language) : ''));

/** A problem in the form stored in the database. '' without a problem. */
export const storedProblem = (found: Problem | null): string =>
  found ? JSON.stringify(found) : '';

const isKnown = (value: unknown): value is Problem =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Problem).code === 'string' &&
  Object.hasOwn(messages, (value as Problem).code);

/** Parses the result of `storedProblem`. Any other text was written by a vendor. Null for ''. */
export function parseProblem(stored: string): Problem | null {
  if (stored.startsWith('{"code":')) {
    try {
      const value: unknown = JSON.parse(stored);
      if (isKnown(value)) return value;
    } catch {
      // Text from a vendor.
    }
  }
  return vendorProblem(stored);
}

/** A stored problem as text for users. */
export const describeStored = (stored: string): LocalizedText =>
  describeProblem(parseProblem(stored));

/** A stored problem shown on its own: the vendor's text isn't quoted. */
export function plainStored(stored: string, language: Language): string {
  const found = parseProblem(stored);
  return found?.code === 'vendor' ? (found.vendorText ?? '') : describeProblem(found)[language];
}
