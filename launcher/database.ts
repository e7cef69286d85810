import { runningPostgresUrl, startEmbeddedPostgres } from '../server/platform/postgres/embedded.ts';
import { dataFolder } from './project.ts';
import { say } from './say.ts';

/** Does something with the database of this portal: yours (DATABASE_URL), the running one, or the embedded one started for the moment. */
export async function withDatabase<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const url = process.env.DATABASE_URL ?? (await runningPostgresUrl(dataFolder()));
  if (url) return work(url);
  const postgres = await startEmbeddedPostgres({ dataDir: dataFolder(), log: say });
  // Ctrl-C is for the command, which has it too: the database is stopped after it.
  const leaveToCommand = () => {};
  process.on('SIGINT', leaveToCommand);
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
    process.off('SIGINT', leaveToCommand);
  }
}
