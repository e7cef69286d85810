/**
 * Loaded into the portal process before server/main.ts. If the launcher is killed (kill -9), the
 * portal stops as if requested, instead of keeping its port.
 */
const graceMs = 30_000;

process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), graceMs).unref();
});
process.channel?.unref();
