/**
 * Loaded into the portal process before server/main.ts: when the launcher dies without a word (kill
 * -9), the portal stops as if it had been asked to, instead of holding its port for ever.
 */
const graceMs = 30_000;

process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), graceMs).unref();
});
process.channel?.unref();
