import type * as z from 'zod';
import type { datacenterLimits } from '../contract.ts';

export type DatacenterLimits = z.output<typeof datacenterLimits>;
export const cpuTypes = ['A', 'B', 'T', 'D'] as const;
export type CpuType = (typeof cpuTypes)[number];

/** Specification section 9. */
const thousands = Array.from({ length: 14 }, (_, index) => 3000 + 1000 * index);
const diskSizesGb = [
  5,
  10,
  15,
  20,
  30,
  40,
  50,
  60,
  80,
  100,
  200,
  300,
  500,
  1000,
  1500,
  2000,
  ...thousands,
];
const osDiskMaxGb = 2000;
const diskMaxGb = 16_000;
const disksMax = 16;
/** Maximum number of network interfaces per server, in all datacenters. */
export const nicsMax = 8;
const serverBatchSize = 10;

const coreCounts = [1, 2, 4, 6, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64];
/** Burstable processors share cores, so they are only offered in small sizes. */
const burstableCoresMax = 8;
const gigabytes = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512];
const ramSizesMb = [128, 256, 512, ...gigabytes.map((gb) => gb * 1024)];

/** The largest server that fits a datacenter's hosts. */
export interface Capacity {
  cores: number;
  ramMb: number;
}

/**
 * The possible sizes of a server if the largest host has this capacity. The smallest size is always
 * offered.
 */
export function limitsFor(types: readonly CpuType[], capacity: Capacity): DatacenterLimits {
  const cores = coreCounts.filter((count) => count <= Math.max(capacity.cores, 1));
  return {
    cpuTypes: types.map((type) => ({
      type,
      cores: type === 'T' ? cores.filter((count) => count <= burstableCoresMax) : cores,
    })),
    ramMb: ramSizesMb.filter((size, index) => index === 0 || size <= capacity.ramMb),
    diskGb: diskSizesGb,
    osDiskMaxGb,
    diskMaxGb,
    disksMax,
    nicsMax,
    serversAtOnce: serverBatchSize,
  };
}
