import { createHash } from 'node:crypto';
import type { EngineSample } from '../port.ts';
import type { SimulatedServer } from './store.ts';

const hour = 3_600_000;

/**
 * A sample that depends only on the server's ID, its size, and the time: a daily wave with a
 * smaller hourly one. Counters grow evenly from the server's start.
 */
export function simulatedSample(server: SimulatedServer, at: Date): EngineSample {
  const seed = createHash('sha256').update(server.id).digest();
  const character = (index: number) => (seed[index] ?? 0) / 255;
  const time = at.getTime();
  const phase = character(0) * 24 * hour;
  const wave =
    0.5 +
    0.35 * Math.sin(((time + phase) / (24 * hour)) * 2 * Math.PI) +
    0.15 * Math.sin(((time + phase) / hour) * 2 * Math.PI);
  const busy = 0.05 + 0.6 * character(1);
  const runningSeconds = Math.max(0, time - server.startedAt) / 1000;
  const rate = (perSecond: number, index: number) =>
    Math.floor(runningSeconds * perSecond * (0.2 + character(index)));
  return {
    id: server.id,
    at,
    cpuPercent: Math.round(1000 * busy * wave) / 10,
    memory: {
      usedMb: Math.round(server.ramMb * (0.25 + 0.5 * character(2) * wave)),
      totalMb: server.ramMb,
    },
    disks: server.disks.map(({ id }, index) => ({
      id,
      readBytes: rate(20_480, 3 + index),
      writeBytes: rate(40_960, 4 + index),
      readOps: rate(2, 3 + index),
      writeOps: rate(4, 4 + index),
    })),
    nics: server.nics.map(({ id, connected }, index) => ({
      id,
      receivedBytes: connected ? rate(15_000, 20 + index) : 0,
      sentBytes: connected ? rate(30_000, 21 + index) : 0,
    })),
  };
}
