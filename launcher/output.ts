/**
 * An error whose message is written for the user: what went wrong, the given value, and what to do.
 * Printed without a stack trace.
 */
export class UserError extends Error {
  override name = 'UserError';
}

/**
 * Reports progress on standard error, so that the output of commands such as `openapi` can be
 * redirected.
 */
export function printStatus(line: string): void {
  process.stderr.write(`cloudberth: ${line}\n`);
}

/** Writes a result to standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** "830 ms", "12.4 s", "3 min 5 s". */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
