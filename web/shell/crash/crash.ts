import { call } from '../../client.ts';

const reported = new Set<string>();

/**
 * Reports a crash to the portal once: error, source location and screen, but never input or query.
 */
export function reportCrash(error: unknown): void {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (reported.has(message)) return;
  reported.add(message);
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  call('catchCrash', {
    body: {
      message: message.slice(0, 2000),
      stack: stack.slice(0, 20_000),
      page: location.pathname.slice(0, 500),
    },
  }).catch(() => {
    // The portal is unavailable and can't receive reports.
  });
}
