import { invoiceProblems } from '../../slices/money/invoices/server/index.ts';
import { ledgerProblems } from '../../slices/money/ledger/server/index.ts';
import { openDatabase } from '../platform/database/database.ts';

/** `ledger verify`: checks every rule of the ledger. Exits with 1 if a row violates one. */
const { DATABASE_MIGRATION_URL: owner, DATABASE_URL: app = '' } = process.env;
const { db, close } = openDatabase(owner || app, () => {}, { maxConnections: 2, isWalled: !owner });
const problems = [...(await ledgerProblems(db)), ...(await invoiceProblems(db))];
await close();
process.stdout.write(
  problems.length === 0
    ? 'Every transaction sums to zero, and every balance is the sum of what happened.\n'
    : `${problems.join('\n')}\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
