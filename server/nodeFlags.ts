/**
 * How Node runs the portal. A young generation of 16 MiB spares a third of the CPU per call that
 * one of 4 MiB spends on collecting garbage, for 20 MiB more memory. A heap that grows by a quarter
 * instead of doubling keeps a process below 220 MiB (`bench/cloud/server-list.bench.ts`).
 */
export const nodeFlags = ['--max-semi-space-size=16', '--heap-growing-percent=25'];
