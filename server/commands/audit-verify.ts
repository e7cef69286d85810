import { verifyAudit } from '../platform/audit/audit.ts';
import { openDatabase } from '../platform/database/database.ts';

/** `audit verify`: reads the whole chain again. Leaves with 1 when an entry was changed, removed, added or moved. */
const { db, close } = openDatabase(process.env.DATABASE_MIGRATION_URL ?? process.env.DATABASE_URL ?? '', () => {}, {
  maxConnections: 2,
  isWalled: false,
});
const verdict = await verifyAudit(db);
await close();
if (verdict.firstBroken) {
  process.stdout.write(
    `The chain is broken at seal ${verdict.firstBroken.sequence} (entry ${verdict.firstBroken.entryId}): ${verdict.firstBroken.problem}.\n`,
  );
  process.exitCode = 1;
} else {
  process.stdout.write(`${verdict.checked} entries are as they were written; ${verdict.unsealed} newer ones wait for their seal.\n`);
}
