import { fork } from 'node:child_process';
import { nodeFlags } from '../../server/nodeFlags.ts';
import type { TestClient } from '../../server/testing/client.ts';
import { type Mark, median } from './report.ts';

/** The minimal handwritten SQL that returns the data of a portal call. */
export interface BaselineQuery {
  /** The path of the call, below `/svc`. */
  path: string;
  page: string;
  /** SQL that returns one row with `count`. */
  total: string;
}

export interface Baseline {
  address: string;
  stop(): void;
}

/** Starts a process that responds to the queries in order at `/0`, `/1`, … */
export async function startBare(url: string, queries: readonly BaselineQuery[]): Promise<Baseline> {
  const child = fork(new URL('./baselineQueries.ts', import.meta.url).pathname, {
    execArgv: nodeFlags,
  });
  const address = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(String(message)));
    child.once('exit', (code) => reject(new Error(`The bare server ended with ${code}.`)));
    child.send({ url, queries });
  });
  return { address, stop: () => child.kill() };
}

interface Timing {
  path: string;
  own: number;
  bare: number;
}

interface Comparison {
  what: string;
  client: TestClient;
  rounds: number;
  /** Limit for the slowest call in milliseconds. */
  limitMs: number;
  /** Limit for the total time of the calls, as a multiple of the bare time. */
  mostTimes: number;
}

async function answerMs(
  path: string,
  answer: () => Promise<{ status: number; body: { total: number } }>,
): Promise<[number, number]> {
  const startedAt = performance.now();
  const { status, body } = await answer();
  const ms = performance.now() - startedAt;
  if (status !== 200) throw new Error(`${path}: ${status}`);
  return [ms, body.total];
}

/**
 * Measures calls and their queries alternately, after checking that both find the same number of
 * rows. Returns the results.
 */
export async function compareWithBare(
  databaseUrl: string,
  queries: readonly BaselineQuery[],
  comparison: Comparison,
): Promise<Mark[]> {
  const { what, client, rounds, limitMs, mostTimes } = comparison;
  const baseline = await startBare(databaseUrl, queries);
  try {
    const timings: Timing[] = [];
    for (const [index, { path }] of queries.entries()) {
      const own: number[] = [];
      const bareTimes: number[] = [];
      const callBaseline = async () => {
        const answer = await fetch(`${baseline.address}/${index}`);
        return { status: answer.status, body: (await answer.json()) as { total: number } };
      };
      for (let round = 0; round < rounds + warmUps; round++) {
        const [baselineMs, baselineTotal] = await answerMs(path, callBaseline);
        const [ms, total] = await answerMs(path, () => client.get<{ total: number }>(path));
        if (total !== baselineTotal)
          throw new Error(`${path}: ${total} rows, and ${baselineTotal} by the yardstick`);
        if (round < warmUps) continue;
        own.push(ms);
        bareTimes.push(baselineMs);
      }
      timings.push({ path, own: median(own), bare: median(bareTimes) });
    }
    if (process.env.BENCH_EACH)
      for (const { path, own, bare: least } of timings)
        process.stdout.write(`  ${own.toFixed(1)} ms, bare ${least.toFixed(1)} ms: ${path}\n`);
    return marksOf(timings, { what, limitMs, mostTimes });
  } finally {
    baseline.stop();
  }
}

/** Enough calls until statements are prepared, code is compiled and pages are read. */
const warmUps = 6;

function marksOf(
  timings: readonly Timing[],
  { what, limitMs, mostTimes }: Pick<Comparison, 'what' | 'limitMs' | 'mostTimes'>,
): Mark[] {
  const [slowest] = [...timings].sort((a, b) => b.own - a.own);
  const ratio = median(timings.map(({ own, bare }) => own / bare));
  return [
    {
      what: `${what}, the slowest of ${timings.length} (${slowest?.path.slice(0, 60)}, bare ${slowest?.bare.toFixed(1)} ms)`,
      value: slowest?.own ?? Number.NaN,
      unit: 'ms, median',
      kind: 'most',
      limit: limitMs,
    },
    {
      what: `${what}, time of the bare one`,
      value: ratio,
      unit: '×, median',
      kind: 'most',
      limit: mostTimes,
    },
  ];
}
