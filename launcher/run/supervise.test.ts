import { expect, it } from 'vitest';
import type { ExitStatus } from './processes.ts';
import { supervise } from './supervise.ts';

interface Life extends ExitStatus {
  isReady?: boolean;
  /** ms */
  lasts?: number;
}

/** Supervises a series of portals that end as given. */
async function runSupervised(
  lives: readonly Life[],
  { stopAfterPause = Number.POSITIVE_INFINITY, stopAfterStart = Number.POSITIVE_INFINITY } = {},
) {
  let [starts, time] = [0, 0];
  const pauses: number[] = [];
  const messages: string[] = [];
  const code = await supervise({
    start: () => {
      const life = lives[starts] as Life;
      starts += 1;
      time += life.lasts ?? 0;
      return {
        ended: Promise.resolve(life),
        isReady: () => life.isReady ?? true,
        stop: async () => {},
      };
    },
    isStopRequested: () => pauses.length >= stopAfterPause || starts >= stopAfterStart,
    pause: async (ms) => void pauses.push(ms),
    say: (line) => void messages.push(line),
    now: () => time,
  });
  return { code, starts, pauses, said: messages };
}

const crash: Life = { code: 1, signal: null };
const killed: Life = { code: 128, signal: 'SIGKILL' };

it('a crashed portal is restarted with growing delays, and eventually abandoned with a clear message', async () => {
  const { code, starts, pauses, said } = await runSupervised([
    crash,
    killed,
    crash,
    crash,
    crash,
    crash,
  ]);
  expect({ code, starts, pauses }).toEqual({
    code: 1,
    starts: 5,
    pauses: [1000, 2000, 4000, 8000],
  });
  expect(said[1]).toBe('the portal was killed by SIGKILL and will restart in 2 s (crash 2 of 5)');
  expect(said.at(-1)).toContain("crashed 5 times in a row and won't be restarted");
});

it('crashes far apart each count as the first one', async () => {
  const steady: Life = { ...crash, lasts: 600_000 };
  const { starts, pauses } = await runSupervised([
    steady,
    steady,
    steady,
    steady,
    steady,
    steady,
    { code: 0, signal: null },
  ]);
  expect([starts, new Set(pauses)]).toEqual([7, new Set([1000])]);
});

it('a portal that was never ready isn’t restarted', async () => {
  expect(await runSupervised([{ ...crash, isReady: false }])).toEqual({
    code: 1,
    starts: 1,
    pauses: [],
    said: [],
  });
});

it('a portal that was ready once is restarted, even if its next start fails', async () => {
  expect(
    (await runSupervised([crash, { ...crash, isReady: false }, { code: 0, signal: null }])).starts,
  ).toBe(3);
});

it('a requested stop ends it, while it runs and between two starts', async () => {
  expect(await runSupervised([killed], { stopAfterStart: 1 })).toMatchObject({
    code: 0,
    starts: 1,
    said: [],
  });
  expect(await runSupervised([crash, crash], { stopAfterPause: 1 })).toMatchObject({
    code: 0,
    starts: 1,
  });
});
