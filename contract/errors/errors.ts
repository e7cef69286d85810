import type { RequiredRight } from '../access/rights.ts';
import type { Declarations } from '../index.ts';
import { eachLanguage, type LocalizedText } from '../languages.ts';
import type { Merged } from '../merged.ts';
import { localize } from '../texts/localize.ts';
import type { CodeName } from './codes.ts';

/**
 * One entry of an error response (specification section 7). `key` names the field, with dots and
 * indexes: `disks.0.sizeGb`.
 */
export interface ErrorItem {
  code: number;
  info: string;
  key?: string;
}

/**
 * The body of every error response. `errors` is the documented list. `code` is for clients that
 * read the first element of a code array.
 */
export interface ErrorBody {
  errors: ErrorItem[];
  code: number[];
}

/** A resource name for `{what}` in `notFound`. */
type ResourceName = keyof Merged<Declarations, 'resourceNames'>;

/** Message placeholders that are filled with text. */
type ReservedKey = 'factor' | 'obstacles' | 'problem' | 'problems' | 'remedy' | 'state';

/**
 * The values for an error's text. Names and numbers are the same in every language. Texts are given
 * in every language, because an error can be thrown, stored, and read by different users, and only
 * the reader's language matters.
 */
export type MessageValues = { [key: string]: string | number | LocalizedText } & {
  [Key in ReservedKey]?: LocalizedText;
} & { what?: ResourceName; right?: RequiredRight };

/**
 * Text from an external system (an engine, a payment provider, a library), in its original
 * language. The type rejects our own sentences, which must be written in every language.
 */
export const untranslated = <const Told extends string>(
  message: string extends Told ? Told : never,
): LocalizedText => eachLanguage(() => message);

/** An empty addition to a sentence. */
export const emptyText: LocalizedText = eachLanguage(() => '');

/** Lists the allowed values, for an unknown value. */
export const oneOf = (values: readonly string[]): LocalizedText =>
  localize('oneOf', { values: values.join(', ') });

/** One reason for an error: the code by name, its placeholder values, and the field it concerns. */
export interface Reason {
  name: CodeName;
  values?: MessageValues;
  key?: string;
}

/**
 * An error for the caller. Rules and stores throw it, and the server returns it in the caller's
 * language, with the status of its first reason (`messages.ts`). Anything else that is thrown is a
 * bug and returns 500.
 */
export class UserError extends Error {
  readonly reasons: readonly Reason[];
  /** Seconds until a retry, sent as the Retry-After header. */
  readonly retryAfterSeconds?: number;

  constructor(reasons: readonly Reason[], retryAfterSeconds?: number) {
    super(reasons.map((reason) => reason.name).join(', '));
    this.name = 'UserError';
    this.reasons = reasons;
    if (retryAfterSeconds !== undefined) this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Identifiers contain no spaces. Text with spaces is a sentence and must be given in every
 * language.
 */
type WithoutSpaces<Value> = Value extends ResourceName
  ? Value
  : Value extends `${string} ${string}`
    ? LocalizedText
    : Value;
type WithoutSentences<Values> = { [Key in keyof Values]: WithoutSpaces<Values[Key]> };

/** Shorthand for the common case of one reason. */
export function userError<const Values extends MessageValues>(
  name: CodeName,
  values?: Values & WithoutSentences<Values>,
  key?: string,
): UserError {
  const reason: Reason = { name };
  if (values) reason.values = values;
  if (key) reason.key = key;
  return new UserError([reason]);
}
