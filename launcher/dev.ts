import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { nodeFlags } from '../server/nodeFlags.ts';
import { startEmbeddedPostgres } from '../server/platform/postgres/embedded.ts';
import { printStatus } from './output.ts';
import { dataFolder, projectFolder } from './project.ts';
import { waitForExit } from './run/processes.ts';

/** The port for the browser. Vite passes calls below `/svc` to the portal. */
const webPort = 5173;
const portalPort = 8080;

/**
 * Runs the portal from its sources, restarted when they change, and the web with hot reload, until
 * Ctrl-C. It uses the database and the data folder of `up`, so only one of them can run.
 */
export async function dev(): Promise<number> {
  const dataDir = dataFolder();
  await mkdir(dataDir, { recursive: true });
  const external = process.env.DATABASE_URL;
  const postgres = external
    ? undefined
    : await startEmbeddedPostgres({ dataDir, log: printStatus });
  const programs = [
    run([...nodeFlags, '--watch', '--watch-preserve-output', 'server/main.ts'], {
      DATABASE_URL: external ?? postgres?.urls.app,
      ...(postgres ? { DATABASE_MIGRATION_URL: postgres.urls.owner } : {}),
      CLOUDBERTH_DATA: dataDir,
      CLOUDBERTH_PORT: String(portalPort),
    }),
    run(['node_modules/vite/bin/vite.js', 'web', '--port', String(webPort), '--strictPort'], {
      CLOUDBERTH_DEV_SERVER: `http://127.0.0.1:${portalPort}`,
    }),
  ];
  const stop = () => {
    for (const program of programs) program.kill('SIGTERM');
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  printStatus(`open http://127.0.0.1:${webPort} (Ctrl-C stops it)`);
  try {
    const { code } = await Promise.race(programs.map(waitForExit));
    stop();
    await Promise.all(programs.map(waitForExit));
    return code ?? 0;
  } finally {
    await postgres?.stop();
  }
}

const run = (args: readonly string[], environment: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, args, {
    cwd: projectFolder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
