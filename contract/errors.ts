import type { CodeName } from './codes.ts';

/** One entry of an error answer (specification section 7). `key` names the field, with dots and indexes: `disks.0.sizeGb`. */
export interface ErrorItem {
  code: number;
  info: string;
  key?: string;
}

/** The body of every refusal: `errors` is the documented list, `code` serves clients that read the first element of a code array. */
export interface ErrorBody {
  errors: ErrorItem[];
  code: number[];
}

export type MessageValues = Record<string, string | number>;

/** One reason of a refusal: a code by name, what fills its text, and the field it is about. */
export interface Reason {
  name: CodeName;
  values?: MessageValues;
  key?: string;
}

/**
 * A refusal meant for the person who asked. Rules and stores throw it; the server turns it into an error answer in the
 * person's language with the status of its first reason (`messages.ts`). Anything else that is thrown is a defect: 500.
 */
export class Refusal extends Error {
  readonly reasons: readonly Reason[];
  /** Seconds after which asking again makes sense, sent as Retry-After. */
  readonly retryAfterSeconds?: number;

  constructor(reasons: readonly Reason[], retryAfterSeconds?: number) {
    super(reasons.map((reason) => reason.name).join(', '));
    this.name = 'Refusal';
    this.reasons = reasons;
    if (retryAfterSeconds !== undefined) this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Shorthand for the common case of one reason. */
export function refuse(name: CodeName, values?: MessageValues, key?: string): Refusal {
  const reason: Reason = { name };
  if (values) reason.values = values;
  if (key) reason.key = key;
  return new Refusal([reason]);
}
