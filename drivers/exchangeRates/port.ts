import { DriverError, type Problem } from '../problem.ts';

/** The rates of one day, as a bank published them. */
export interface PublishedRates {
  /** `2026-11-24` */
  day: string;
  /** The currency whose price in each of the others is given. */
  base: string;
  /** Exact decimals as they were published. */
  rates: readonly { quote: string; rate: string }[];
}

export interface ExchangeRateSettings {
  /** URL of the published file. */
  address: string;
}

/** Knows the rates that were published last. */
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
