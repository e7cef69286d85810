import { sql } from 'kysely';
import { invoiceProblems } from '../../slices/money/invoices/server/index.ts';
import { ledgerProblems } from '../../slices/money/ledger/server/index.ts';
import type { Database } from '../platform/database/database.ts';

/**
 * Violations of ledger and invoice rules, one sentence each. Databases without either are skipped.
 */
export async function findLedgerProblems(db: Database): Promise<string[]> {
  const { rows } = await sql<{ isAny: boolean }>`
    select exists (select from ledger_transaction) or exists (select from invoice) as "isAny"`.execute(
    db,
  );
  return rows[0]?.isAny ? [...(await ledgerProblems(db)), ...(await invoiceProblems(db))] : [];
}
