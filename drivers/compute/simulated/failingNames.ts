/**
 * Servers with these names always fail at that verb with a clear message, for tests and for trying
 * out screens manually.
 */
export const failingNames = {
  create: 'fail-create',
  start: 'fail-start',
  snapshot: 'fail-snapshot',
} as const;
