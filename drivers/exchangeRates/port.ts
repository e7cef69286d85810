import { DriverError, type Problem } from '../problem.ts';

/** The rates of one day, as published by a bank. */
export interface PublishedRates {
  /** `2026-11-24` */
  day: string;
  /** The base currency. Rates are prices of one unit of it in the other currencies. */
  base: string;
  /** Exact decimals, as published. */
  rates: readonly { quote: string; rate: string }[];
}

export interface ExchangeRateSettings {
  /** URL of the published file. */
  address: string;
}

/** Provides the latest published rates. */
export interface ExchangeRateDriver {
  /** Throws `ExchangeRateFailure` when there is no response, or one without rates. */
  latest(): Promise<PublishedRates>;
}

export class ExchangeRateFailure extends DriverError {
  constructor(problem: Problem, options?: { cause?: unknown }) {
    super(problem, options);
    this.name = 'ExchangeRateFailure';
  }
}
