import { readFile } from 'node:fs/promises';
import { clock, monotonicMs } from '../../../../server/platform/clock.ts';
import type { EngineSample } from '../../port.ts';
import type { QemuContext } from '../context.ts';
import { trimSerialLog } from '../guest/console.ts';
import { countTraffic } from '../network/trafficCount.ts';
import { diskDeviceId } from '../process/arguments.ts';
import { findProcess } from '../process/process.ts';
import type { QmpClient } from '../process/qmp.ts';
import type { ServerState } from '../state.ts';
import { residentMb } from './host.ts';

/**
 * Linux reports CPU time to programs in hundredths of a second, independent of the kernel's tick.
 */
const msPerTick = 10;

interface BlockStats {
  qdev?: string;
  stats: { rd_bytes: number; wr_bytes: number; rd_operations: number; wr_operations: number };
}

/**
 * Samples of running servers. Stores each server's last CPU time, since the load is a difference.
 */
export class Metrics {
  readonly #context: QemuContext;
  readonly #last = new Map<string, { pid: number; busyMs: number; at: number }>();

  constructor(context: QemuContext) {
    this.#context = context;
  }

  /** Null for a server that is off or doesn't respond at the moment. */
  async sample(id: string): Promise<EngineSample | null> {
    const paths = this.#context.paths.server(id);
    const pid = await findProcess(paths);
    const state = pid === null ? null : await this.#context.states.find(id);
    if (pid === null || !state) {
      this.#last.delete(id);
      return null;
    }
    await trimSerialLog(paths);
    try {
      const client = await this.#context.monitors.of(id);
      return {
        id,
        at: clock.now(),
        cpuPercent: await this.#cpuPercent(state, pid, client),
        memory: {
          usedMb: Math.min(state.ramMb, await usedMemoryMb(client, pid)),
          totalMb: state.ramMb,
        },
        disks: await diskCounters(client, state),
        nics: await Promise.all(
          state.nics.map(async (nic) => ({ id: nic.id, ...(await countTraffic(paths, nic)) })),
        ),
      };
    } catch (error) {
      if ((await findProcess(paths)) === null) return null;
      throw error;
    }
  }

  /**
   * CPU time of the guest's CPU threads since the last sample, or since the server was started for
   * the first one.
   */
  async #cpuPercent(state: ServerState, pid: number, client: QmpClient): Promise<number> {
    const threads = await client.execute<{ 'thread-id': number }[]>('query-cpus-fast');
    const times = await Promise.all(
      threads.map((thread) => processorMs(`/proc/${pid}/task/${thread['thread-id']}/stat`)),
    );
    const busyMs = times.reduce((sum, ms) => sum + ms, 0);
    const now = monotonicMs();
    const last = this.#last.get(state.id);
    const since = last?.pid === pid ? last : { busyMs: 0, at: now - (await ageMs(pid)) };
    this.#last.set(state.id, { pid, busyMs, at: now });
    const elapsed = Math.max(1, now - since.at);
    const percent = (100 * (busyMs - since.busyMs)) / elapsed / state.cores;
    return Math.min(100, Math.max(0, Math.round(10 * percent) / 10));
  }
}

/**
 * The memory use reported by the guest. Without a report (no balloon driver yet), the host's
 * resident memory.
 */
async function usedMemoryMb(client: QmpClient, pid: number): Promise<number> {
  const figures = await client.execute<{ stats: Record<string, number>; 'last-update': number }>(
    'qom-get',
    {
      path: '/machine/peripheral/balloon',
      property: 'guest-stats',
    },
  );
  const total = figures.stats['stat-total-memory'] ?? -1;
  const available = figures.stats['stat-available-memory'] ?? -1;
  const isKnown = figures['last-update'] > 0 && total > 0 && available >= 0 && available <= total;
  return isKnown ? Math.round((total - available) / 2 ** 20) : residentMb(pid);
}

async function diskCounters(client: QmpClient, state: ServerState): Promise<EngineSample['disks']> {
  const all = await client.execute<BlockStats[]>('query-blockstats');
  return state.disks.flatMap((disk) => {
    const found = all.find(({ qdev }) =>
      qdev?.startsWith(`/machine/peripheral/${diskDeviceId(disk)}/`),
    );
    if (!found) return [];
    const {
      rd_bytes: readBytes,
      wr_bytes: writeBytes,
      rd_operations: readOps,
      wr_operations: writeOps,
    } = found.stats;
    return [{ id: disk.id, readBytes, writeBytes, readOps, writeOps }];
  });
}

/** User and system CPU time, fields 14 and 15 of proc(5), counted after the name in parentheses. */
async function processorMs(statFile: string): Promise<number> {
  const fields = await statFields(statFile);
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * msPerTick;
}

async function ageMs(pid: number): Promise<number> {
  const started = Number((await statFields(`/proc/${pid}/stat`))[19] ?? 0) * msPerTick;
  const uptime =
    Number((await readFile('/proc/uptime', 'utf8').catch(() => '0')).split(' ')[0]) * 1000;
  return uptime - started;
}

async function statFields(file: string): Promise<string[]> {
  const line = await readFile(file, 'utf8').catch(() => '');
  return line.slice(line.lastIndexOf(')') + 2).split(' ');
}
