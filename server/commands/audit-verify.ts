import { verifyAudit } from '../platform/audit/audit.ts';
import { openDatabase } from '../platform/database/database.ts';

/**
 * `audit verify`: verifies the whole chain. Exits with 1 if an entry was changed, removed, added,
 * or moved.
 */
const { DATABASE_MIGRATION_URL: owner, DATABASE_URL: app = '' } = process.env;
const { db, close } = openDatabase(owner || app, () => {}, { maxConnections: 2, isWalled: !owner });
const verdict = await verifyAudit(db);
await close();
if (verdict.firstBroken) {
  process.stdout.write(
    `The chain is broken at seal ${verdict.firstBroken.sequence} (entry ${verdict.firstBroken.entryId}): ${verdict.firstBroken.problem}.\n`,
  );
  process.exitCode = 1;
} else {
  process.stdout.write(
    `${verdict.checked} entries are as they were written; ${verdict.unsealed} newer ones wait for their seal.\n`,
  );
}
