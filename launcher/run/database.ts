import {
  runningPostgresUrls,
  startEmbeddedPostgres,
} from '../../server/platform/postgres/embedded.ts';
import type { DatabaseUrls } from '../../server/platform/postgres/folders.ts';
import { printStatus } from '../output.ts';
import { dataFolder } from '../project.ts';

/**
 * Runs `work` on this portal's database: the external one (DATABASE_URL, and DATABASE_MIGRATION_URL
 * for its owner), the running one, or the embedded one started temporarily.
 */
export async function withDatabase<Result>(
  work: (urls: DatabaseUrls) => Promise<Result>,
): Promise<Result> {
  const { DATABASE_URL: external, DATABASE_MIGRATION_URL: migration } = process.env;
  const owner = migration || external;
  const urls =
    external && owner
      ? { app: external, owner, administrator: owner }
      : await runningPostgresUrls(dataFolder());
  if (urls) return work(urls);
  const postgres = await startEmbeddedPostgres({ dataDir: dataFolder(), log: printStatus });
  // Ctrl-C also reaches the command, which handles it. The database is stopped afterward.
  const ignoreSignal = () => {};
  process.on('SIGINT', ignoreSignal);
  try {
    return await work(postgres.urls);
  } finally {
    await postgres.stop();
    process.off('SIGINT', ignoreSignal);
  }
}
