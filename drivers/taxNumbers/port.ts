import { DriverError, type Problem } from '../problem.ts';

/** A VAT number with its cross-border prefix: EL for Greece, XI for Northern Ireland. */
export interface TaxNumber {
  country: string;
  /** The number without the prefix. */
  number: string;
}

export interface TaxNumberAnswer {
  isValid: boolean;
  /** The proof of the check, or ''. */
  requestId: string;
  /** The name of the holder. '' when the country doesn't disclose it. */
  name: string;
  /** The date of the response. */
  answeredFor: string;
}

export interface TaxNumberSettings {
  baseAddress: string;
  now(): Date;
}

/** Checks VAT numbers. */
export interface TaxNumberDriver {
  /**
   * `asker`: the requester's own number, which makes the response usable as proof. Throws
   * `TaxNumberFailure` when there is no response and the result is unknown.
   */
  check(wanted: TaxNumber, asker: TaxNumber | null): Promise<TaxNumberAnswer>;
}

export class TaxNumberFailure extends DriverError {
  constructor(problem: Problem, options?: { cause?: unknown }) {
    super(problem, options);
    this.name = 'TaxNumberFailure';
  }
}
