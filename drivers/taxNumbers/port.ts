import { DriverError, type Problem } from '../problem.ts';

/**
 * A VAT number with the letters it is known by across borders: EL for Greece, XI for Northern
 * Ireland.
 */
export interface TaxNumber {
  country: string;
  /** Without the letters. */
  number: string;
}

export interface TaxNumberAnswer {
  isValid: boolean;
  /** The proof of the check, or ''. */
  requestId: string;
  /** The name of the holder. '' when the country doesn't disclose it. */
  name: string;
  /** The day of the answer. */
  answeredFor: string;
}

export interface TaxNumberSettings {
  baseAddress: string;
  now(): Date;
}

/** Knows which VAT numbers are valid. */
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
