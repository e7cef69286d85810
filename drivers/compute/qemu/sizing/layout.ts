import { limits } from '../../spec.ts';

/** A CPU that was hot-plugged, with its position as QEMU names it. */
export interface HotCpu {
  driver: string;
  place: Record<string, number>;
}

/** The hardware layout of a server at its last start, and what was hot-plugged since. */
export interface Layout {
  /** CPUs and memory at the last start. */
  cores: number;
  ramMb: number;
  /** The maximum size without a restart. */
  maxCores: number;
  maxRamMb: number;
  cpus: HotCpu[];
  /** Memory modules hot-plugged since then, in order. MB each. */
  modulesMb: number[];
}

/** Maximum number of modules hot-plugged between two starts. */
const slots = 16;
/** The memory block size of Linux. Module sizes are multiples of it. MB */
export const moduleStepMb = 128;
/**
 * Smaller servers get no room for more memory: if memory can be hot-plugged, Linux reserves 64 MB
 * for devices that reach only the lowest addresses (swiotlb), which is too much for a small server.
 */
const minHotplugMb = 1024;
/** Emulated CPUs address 2^40 bytes. Addresses above this limit are left for devices. */
const mostRamMb = 256 * 1024;

/**
 * Four times as much of each, up to a limit, because a guest reserves a little memory for every
 * possible CPU.
 */
export function freshLayout({ cores, ramMb }: { cores: number; ramMb: number }): Layout {
  const canHotplug = ramMb >= minHotplugMb && ramMb < mostRamMb;
  return {
    ...{ cores, ramMb, cpus: [], modulesMb: [] },
    maxCores: Math.max(cores, Math.min(limits.cores, Math.max(8, 4 * cores))),
    maxRamMb: canHotplug ? Math.min(mostRamMb, 4 * ramMb) : ramMb,
  };
}

/** The maximum size that the server can reach without a restart. */
export function growthLimitOf(
  { maxCores, maxRamMb, modulesMb }: Layout,
  ramMb: number,
): { cores: number; ramMb: number } {
  return { cores: maxCores, ramMb: modulesMb.length < slots ? maxRamMb : ramMb };
}

export const moduleId = (index: number) => `module${index}`;
const backendId = (index: number) => `memory${index}`;
export const hotCpuId = (index: number) => `cpu${index}`;

export const backend = (index: number, sizeMb: number) => ({
  'qom-type': 'memory-backend-ram',
  id: backendId(index),
  size: sizeMb * 2 ** 20,
});
export const memoryModule = (index: number) => ({
  driver: 'pc-dimm',
  id: moduleId(index),
  memdev: backendId(index),
});
export const hotCpu = ({ driver, place }: HotCpu, index: number) => ({
  driver,
  id: hotCpuId(index),
  ...place,
});

/**
 * The command-line options for CPUs and memory, including hot-plugged ones if a memory snapshot is
 * to be restored.
 */
export function layoutArguments(layout: Layout): string[] {
  const memory =
    layout.maxRamMb > layout.ramMb
      ? `size=${layout.ramMb}M,slots=${slots},maxmem=${layout.maxRamMb}M`
      : `size=${layout.ramMb}M`;
  const processors =
    layout.maxCores > layout.cores
      ? `cpus=${layout.cores},maxcpus=${layout.maxCores}`
      : `${layout.cores}`;
  return [
    ...['-smp', processors, '-m', memory],
    ...layout.modulesMb.flatMap((sizeMb, index) => [
      '-object',
      JSON.stringify(backend(index, sizeMb)),
      ...device(memoryModule(index)),
    ]),
    ...layout.cpus.flatMap((cpu, index) => device(hotCpu(cpu, index))),
  ];
}

const device = (options: Record<string, unknown>) => ['-device', JSON.stringify(options)];
