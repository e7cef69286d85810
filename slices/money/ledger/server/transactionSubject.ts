import { type RawBuilder, sql } from 'kysely';
import type { Language } from '../../../../contract/languages.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { defineHook, singleContribution } from '../../../../server/platform/hooks.ts';

/** The subject of a ledger transaction, queried together with `ledger_transaction t`. */
export interface TransactionSubject {
  /** Joins the tables of the other expressions. At most one row per transaction. */
  join: RawBuilder<unknown>;
  /** The document of the transaction, as in the contract. Null if there is none. */
  document: RawBuilder<unknown>;
  /** The formatted number of that document. */
  number: RawBuilder<unknown>;
  /** The purpose in the reader's language. Null when the stored description applies. */
  words(language: Language): RawBuilder<unknown>;
}

/**
 * The subjects of ledger transactions, provided by other slices because the ledger doesn't know
 * about documents.
 */
export const transactionSubjects = defineHook<TransactionSubject>('ledger.bookingSubjects');

/**
 * SQL over `ledger_transaction t`, with its joins: the purpose of a transaction, in the reader's
 * language if a document provides it, otherwise as entered.
 */
export function transactionPurposeSql(
  ctx: Pick<Context, 'services'>,
  language: Language,
): {
  join: RawBuilder<unknown>;
  reason: RawBuilder<string>;
} {
  const { join, words } = transactionSubjectOf(ctx);
  return { join, reason: sql<string>`coalesce(${words(language)}, t.reason)` };
}

export const transactionSubjectOf = (ctx: Pick<Context, 'services'>): TransactionSubject =>
  singleContribution(ctx, transactionSubjects);
