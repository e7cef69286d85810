import { limits } from '../../spec.ts';

/** A processor that was plugged in while the server ran, as QEMU names its place. */
export interface HotCpu {
  driver: string;
  place: Record<string, number>;
}

/**
 * How the hardware of a server was put together at its last start, and what was plugged in since.
 */
export interface Layout {
  /** Processors and memory it was started with. */
  cores: number;
  ramMb: number;
  /** The maximum size without a restart. */
  maxCores: number;
  maxRamMb: number;
  cpus: HotCpu[];
  /** Memory modules plugged in since, in their order. MB each. */
  modulesMb: number[];
}

/** Modules that can be plugged in between two starts. */
const slots = 16;
/** The memory block size of Linux: a module is a multiple of it. MB */
export const moduleStepMb = 128;
/**
 * A server smaller than this is given no room for more memory: a Linux that knows memory can come
 * puts 64 MB aside for devices that reach only the lowest addresses (swiotlb), and that is too much
 * of a small one.
 */
const roomFromMb = 1024;
/** Emulated processors address 2^40 bytes; what is beyond this stays for devices. */
const mostRamMb = 256 * 1024;

/**
 * Four times as much of each; a guest keeps a little memory for every processor that could come, so
 * there is an end to it.
 */
export function freshLayout({ cores, ramMb }: { cores: number; ramMb: number }): Layout {
  const hasRoom = ramMb >= roomFromMb && ramMb < mostRamMb;
  return {
    ...{ cores, ramMb, cpus: [], modulesMb: [] },
    maxCores: Math.max(cores, Math.min(limits.cores, Math.max(8, 4 * cores))),
    maxRamMb: hasRoom ? Math.min(mostRamMb, 4 * ramMb) : ramMb,
  };
}

/** The maximum size it can grow to from here without a restart. */
export function roomOf(
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
 * Processors and memory on the command line, with what was plugged in already where a memory
 * snapshot is to be woken.
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
