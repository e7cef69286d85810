import { readFile } from 'node:fs/promises';
import autocannon from 'autocannon';
import { startBenchPortal } from './harness/portal.ts';
import { median, reportMarks } from './harness/report.ts';

/**
 * The cost of the session check: `/svc/loginCheck`, which responds to everyone, with a session
 * compared with the same call without one. CPU time of the portal's process per call, in
 * alternating rounds.
 */
const rounds = 6;
const secondsEach = 5;
const ticksPerSecond = 100;

const portal = await startBenchPortal();

/** CPU seconds the process has used, across all threads (Linux). */
async function cpuSeconds(): Promise<number> {
  const fields = (await readFile(`/proc/${portal.pid}/stat`, 'utf8'))
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

async function millisecondsPerCall(headers: Record<string, string>): Promise<number> {
  const before = await cpuSeconds();
  const result = await autocannon({
    url: `${portal.address}/svc/loginCheck`,
    headers,
    connections: 1,
    duration: secondsEach,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refused, ${result.errors} failed`);
  return (((await cpuSeconds()) - before) / result.requests.total) * 1000;
}

await millisecondsPerCall({ cookie: portal.root.cookie });
const withSession: number[] = [];
const withoutSession: number[] = [];
for (let round = 0; round < rounds; round++) {
  withoutSession.push(await millisecondsPerCall({}));
  withSession.push(await millisecondsPerCall({ cookie: portal.root.cookie }));
}
const added = withSession.map((value, index) => value - (withoutSession[index] ?? 0));
reportMarks([
  {
    what: 'CPU the session check adds to a call',
    value: median(added),
    unit: `ms (${median(withSession).toFixed(3)} of ${median(withoutSession).toFixed(3)} ms, ${(median(withSession) / median(withoutSession)).toFixed(2)} ×)`,
    kind: 'most',
    limit: 0.3,
  },
]);
await portal.stop();
