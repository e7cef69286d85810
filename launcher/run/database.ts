import {
  runningPostgresUrls,
  startEmbeddedPostgres,
} from '../../server/platform/postgres/embedded.ts';
import type { DatabaseUrls } from '../../server/platform/postgres/folders.ts';
import { dataFolder } from '../project.ts';
import { say } from '../say.ts';

/**
 * Runs work on the database of this portal: yours (DATABASE_URL, and DATABASE_MIGRATION_URL for its
 * owner), the running one, or the embedded one started for the moment.
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
  const postgres = await startEmbeddedPostgres({ dataDir: dataFolder(), log: say });
  // Ctrl-C is for the command, which has it too: the database is stopped after it.
  const leaveToCommand = () => {};
  process.on('SIGINT', leaveToCommand);
  try {
    return await work(postgres.urls);
  } finally {
    await postgres.stop();
    process.off('SIGINT', leaveToCommand);
  }
}
