import { createHash } from 'node:crypto';
import type { GroupLimits } from '../../../sandbox/cgroups.ts';
import { overheadMb } from '../sizing/host.ts';
import { freshLayout } from '../sizing/layout.ts';
import type { ServerState } from '../state.ts';

const megabyte = 2 ** 20;
/** For temporary needs of QEMU, such as writing a memory snapshot. MB */
const slackMb = 512;
/** Threads in addition to the CPUs. QEMU starts up to 64 for each kind of file operation. */
const threads = 256;

/** The host resources that one server's QEMU can use. */
export function groupLimits(state: ServerState): GroupLimits {
  const { maxCores } = state.layout ?? freshLayout(state);
  return {
    memoryBytes: (state.ramMb + overheadMb(state.ramMb) + slackMb) * megabyte,
    tasks: threads + maxCores,
    // One extra core for disks, network and screen.
    cores: state.cores + 1,
    weight: state.cores,
  };
}

/**
 * Options of prlimit(1) for hosts without control groups. They limit address space, of which QEMU
 * reserves more than it uses.
 */
export function processLimits(state: ServerState): string[] {
  const { maxRamMb } = state.layout ?? freshLayout(state);
  return [`--as=${(2 * maxRamMb + 4096) * megabyte}`];
}

/** Unique among the portals of this machine. */
export const groupNameOf = (dataDir: string, id: string) =>
  `${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}-${id}`;
