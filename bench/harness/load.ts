import { readFile } from 'node:fs/promises';
import autocannon from 'autocannon';

const ticksPerSecond = 100;

export interface Load {
  /** Requests per second. */
  rate: number;
  /** CPU microseconds of the process per request, across all threads. */
  cpu: number;
}

/** CPU seconds that a process has used (Linux). */
export async function cpuSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Calls the URL this many times, with the cookies in rotation. Throws if a call is rejected. */
export async function load(
  pid: number,
  url: string,
  cookies: readonly string[],
  calls: number,
): Promise<Load> {
  const before = await cpuSeconds(pid);
  const startedAt = performance.now();
  const requests = cookies.map((cookie) => ({ headers: { cookie } }));
  const result = await autocannon({ url, requests, connections: 16, amount: calls });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  const cpu = ((await cpuSeconds(pid)) - before) / result.requests.total;
  return { rate: (result.requests.total * 1000) / (performance.now() - startedAt), cpu: cpu * 1e6 };
}
