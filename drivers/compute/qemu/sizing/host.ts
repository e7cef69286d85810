import { mkdir, readFile, statfs } from 'node:fs/promises';
import { availableParallelism, cpus, hostname, loadavg, totalmem, uptime } from 'node:os';
import { availableMemory } from 'node:process';
import type { EngineHost } from '../../port.ts';
import type { QemuContext } from '../context.ts';
import { qemuError } from '../errors.ts';
import { emulationCacheMb } from '../process/arguments.ts';
import { findProcess } from '../process/process.ts';
import { gigabyte } from '../storage/disks.ts';

const megabyte = 2 ** 20;
/**
 * The memory that a server needs in addition to its own: QEMU itself (measured with a screen, two
 * disks, and a network interface) and the translation cache.
 */
export const overheadMb = (ramMb: number) => 60 + emulationCacheMb(ramMb);

export const hostId = () => hostname();

/** This machine as a host for servers. */
export async function describeHost(context: QemuContext): Promise<EngineHost> {
  const { version, acceleration } = await context.probe.result();
  const storage = await storageOf(context);
  const cores = availableParallelism();
  return {
    id: hostId(),
    name: hostname(),
    engine: 'qemu',
    acceleration,
    version,
    cpu: {
      model: cpus()[0]?.model.trim() ?? 'unknown',
      cores,
      loadPercent: Math.min(100, Math.round((100 * (loadavg()[0] ?? 0)) / cores)),
    },
    memoryMb: {
      total: Math.floor(totalmem() / megabyte),
      free: await uncommittedMemoryMb(context),
    },
    storageGb: {
      total: Math.floor(storage.totalGb),
      free: Math.floor(storage.freeGb),
      path: context.paths.dataDir,
    },
    uptimeSeconds: Math.floor(uptime()),
    servers: (await context.states.ids()).length,
  };
}

/** Throws `noSpace` if the host can't write this many GB and keep its reserve free. */
export async function requireStorage(
  context: QemuContext,
  gb: number,
  purpose: string,
): Promise<void> {
  const { freeGb } = await storageOf(context);
  if (freeGb - gb >= context.reserves.storageGb) return;
  throw qemuError(
    'noSpace',
    `The host has ${freeGb.toFixed(1)} GB of storage free, too little for ${purpose} (${gb.toFixed(1)} GB and ${context.reserves.storageGb} GB to spare). Free some space and try again.`,
  );
}

/**
 * Disks grow as they are written, so together they can exceed the available storage. A single disk
 * must fit on the host.
 */
export async function requireDiskSpace(context: QemuContext, sizeGb: number): Promise<void> {
  const { totalGb } = await storageOf(context);
  if (sizeGb > totalGb)
    throw qemuError(
      'noSpace',
      `A disk of ${sizeGb} GB cannot fit on this host, whose storage has ${Math.floor(totalGb)} GB in all.`,
    );
  await requireStorage(context, 0, 'a new disk');
}

/** Throws `noMemory` when the host doesn't have this much memory for another server. */
export async function requireMemory(context: QemuContext, ramMb: number): Promise<void> {
  const freeMb = await uncommittedMemoryMb(context);
  const neededMb = ramMb + overheadMb(ramMb) + context.reserves.memoryMb;
  if (neededMb > freeMb)
    throw qemuError(
      'noMemory',
      `The host has ${freeMb} MB of memory free; this server needs ${neededMb} MB (${ramMb} MB of its own, the rest for running it and to spare). Stop another server or give this one less.`,
    );
}

/** The free memory, minus the memory that running servers have reserved but haven't used yet. */
async function uncommittedMemoryMb(context: QemuContext): Promise<number> {
  const ids = await context.states.ids();
  const unusedReservations = await Promise.all(
    ids.map(async (id) => {
      const pid = await findProcess(context.paths.server(id));
      if (pid === null) return 0;
      const state = await context.states.find(id).catch(() => null);
      return state
        ? Math.max(0, state.ramMb + overheadMb(state.ramMb) - (await residentMb(pid)))
        : 0;
    }),
  );
  return Math.max(
    0,
    Math.floor(availableMemory() / megabyte - unusedReservations.reduce((sum, mb) => sum + mb, 0)),
  );
}

/** Resident memory of a process, in MB. 0 when it can't be read. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.floor(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024);
}

async function storageOf(context: QemuContext): Promise<{ totalGb: number; freeGb: number }> {
  await mkdir(context.paths.dataDir, { recursive: true });
  const { blocks, bavail, bsize } = await statfs(context.paths.dataDir);
  return { totalGb: (blocks * bsize) / gigabyte, freeGb: (bavail * bsize) / gigabyte };
}
