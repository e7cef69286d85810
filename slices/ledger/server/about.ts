import { type RawBuilder, sql } from 'kysely';
import type { Language } from '../../../contract/languages.ts';

/** What a booking is about, read beside `ledger_transaction t`. */
export interface About {
  /** Joins what the other parts read; one row at most for each transaction. */
  join: RawBuilder<unknown>;
  /** The document it was booked with, as the contract tells it; null for any other. */
  document: RawBuilder<unknown>;
  /** The number of that document, as it is written. */
  number: RawBuilder<unknown>;
  /** The purpose in the reader's language. Null when the stored description applies. */
  words(language: Language): RawBuilder<unknown>;
}

let told: About | undefined;

/** Declares what bookings are about: which documents there are cannot be known to the ledger. */
export function defineAbout(about: About): void {
  told = about;
}

/**
 * Over `ledger_transaction t`, with its joins: the purpose of a transaction, in the reader's
 * language if a document provides it, otherwise as entered.
 */
export function reasonsOfBookings(language: Language): {
  join: RawBuilder<unknown>;
  reason: RawBuilder<string>;
} {
  const { join, words } = aboutBookings();
  return { join, reason: sql<string>`coalesce(${words(language)}, t.reason)` };
}

export function aboutBookings(): About {
  if (!told) throw new Error('Nobody says what bookings are about.');
  return told;
}
