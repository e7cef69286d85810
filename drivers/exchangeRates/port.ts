/** The rates of one day, as a bank published them. */
export interface PublishedRates {
  /** `2026-11-24` */
  day: string;
  /** One of it is so many of each of the others. */
  base: string;
  /** Exact decimals as they were published. */
  rates: readonly { quote: string; rate: string }[];
}

export interface ExchangeRateSettings {
  /** Of the published file. */
  address: string;
}

/** Knows the rates that were published last. */
export interface ExchangeRateDriver {
  /** Throws `ExchangeRateFailure` when there is no response, or one without rates. */
  latest(): Promise<PublishedRates>;
}

export class ExchangeRateFailure extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'ExchangeRateFailure';
  }
}
