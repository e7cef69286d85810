import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { reportMarks } from './harness/report.ts';

/**
 * Measures `./cloudberth up` until it is ready: with an empty data folder, and then with the
 * resulting one.
 */
async function secondsUntilReady(dataDir: string): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(join(import.meta.dirname, '../cloudberth'), ['up'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      CLOUDBERTH_DATA: dataDir,
      CLOUDBERTH_PORT: '0',
      CLOUDBERTH_ENGINE: 'simulated',
      CLOUDBERTH_LOG_LEVEL: 'warn',
    },
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let seconds = Number.NaN;
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('ready ')) continue;
    seconds = (performance.now() - startedAt) / 1000;
    break;
  }
  child.kill('SIGTERM');
  await exited;
  return seconds;
}

const dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-startup-'));
const empty = await secondsUntilReady(dataDir);
const filledSeconds = await secondsUntilReady(dataDir);
await rm(dataDir, { recursive: true, force: true });
reportMarks([
  { what: 'up on an empty data folder', value: empty, unit: 's', kind: 'most', limit: 25 },
  { what: 'up on a filled data folder', value: filledSeconds, unit: 's', kind: 'most', limit: 5 },
]);
