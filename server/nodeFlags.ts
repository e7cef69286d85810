/**
 * Node flags for running the portal. With a young generation of 16 MiB, each call spends a third
 * less CPU on garbage collection than with 4 MiB, at a cost of 20 MiB of memory. Growing the heap
 * by a quarter instead of doubling it keeps a process below 220 MiB
 * (`bench/cloud/server-list.bench.ts`).
 */
export const nodeFlags = ['--max-semi-space-size=16', '--heap-growing-percent=25'];
