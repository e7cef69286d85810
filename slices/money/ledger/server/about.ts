import { type RawBuilder, sql } from 'kysely';
import type { Language } from '../../../../contract/languages.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { defineHook, hookedOnce } from '../../../../server/platform/hooks.ts';

/** The subject of a booking, to be read with `ledger_transaction t`. */
export interface About {
  /** Joins what the other parts read; one row at most for each transaction. */
  join: RawBuilder<unknown>;
  /** The document of the booking, as in the contract. Null without one. */
  document: RawBuilder<unknown>;
  /** The number of that document, as it is written. */
  number: RawBuilder<unknown>;
  /** The purpose in the reader's language. Null when the stored description applies. */
  words(language: Language): RawBuilder<unknown>;
}

/** The subjects of bookings, because the ledger doesn't know documents. */
export const bookingSubjects = defineHook<About>('ledger.bookingSubjects');

/**
 * Over `ledger_transaction t`, with its joins: the purpose of a transaction, in the reader's
 * language if a document provides it, otherwise as entered.
 */
export function reasonsOfBookings(
  ctx: Pick<Context, 'services'>,
  language: Language,
): {
  join: RawBuilder<unknown>;
  reason: RawBuilder<string>;
} {
  const { join, words } = aboutBookings(ctx);
  return { join, reason: sql<string>`coalesce(${words(language)}, t.reason)` };
}

export const aboutBookings = (ctx: Pick<Context, 'services'>): About =>
  hookedOnce(ctx, bookingSubjects);
