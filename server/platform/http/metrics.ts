import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The Prometheus metrics at `/svc/metrics`. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry });

const callSeconds = new Histogram({
  name: 'cloudberth_call_seconds',
  help: 'Time to answer a call, by operation and status class.',
  labelNames: ['operation', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  registers: [registry],
});

export const liveConnections = new Gauge({
  name: 'cloudberth_live_connections',
  help: 'Open live-event streams.',
  registers: [registry],
});

export const databaseConnected = new Gauge({
  name: 'cloudberth_database_connected',
  help: 'Whether this process has its database: 1, or 0 while the database is away.',
  registers: [registry],
});

export function observeCall(operation: string, status: number, elapsedMs: number): void {
  callSeconds.observe({ operation, status: `${Math.floor(status / 100)}xx` }, elapsedMs / 1000);
}
