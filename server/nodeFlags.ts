/**
 * How Node runs the portal. A small young generation and a heap that grows by a quarter instead of doubling keep it under
 * 200 MiB beside 10,000 servers; `bench/server-list.bench.ts` shows that the requests a second stay the same.
 */
export const nodeFlags = ['--max-semi-space-size=4', '--heap-growing-percent=25'];
