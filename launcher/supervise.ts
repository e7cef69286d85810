import type { Portal } from './portal.ts';
import type { Ending } from './processes.ts';

/** So many crashes in a row, and the portal is not started again. */
const mostCrashes = 5;
/** A portal that served for so long starts the count anew. ms */
const steadyMs = 10 * 60_000;
const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

export interface Supervision {
  start(): Portal;
  isStopRequested(): boolean;
  /** Ends early when a stop is requested. */
  pause(ms: number): Promise<void>;
  say(line: string): void;
  /** A clock that only goes forward. ms */
  now?(): number;
}

/**
 * Runs the portal until a stop is requested or it ends as asked, and starts it again when it crashes, after 1, 2, 4, 8 … seconds. A portal
 * that has never been ready cannot be helped by another start: it has said why. Returns the exit code.
 */
export async function supervise({ start, isStopRequested, pause, say, now = () => performance.now() }: Supervision): Promise<number> {
  let crashes = 0;
  let wasReady = false;
  for (;;) {
    const startedAt = now();
    const portal = start();
    const ending = await portal.ended;
    wasReady ||= portal.isReady();
    if (isStopRequested()) return 0;
    if (ending.code === 0) return 0;
    if (!wasReady) {
      if (ending.signal) say(`the portal ${reasonOf(ending)} before it was ready`);
      return ending.code;
    }
    crashes = now() - startedAt >= steadyMs ? 1 : crashes + 1;
    if (crashes >= mostCrashes) {
      say(
        `the portal ${reasonOf(ending)}. It has crashed ${crashes} times in a row and is not started again. Fix what the lines above report, then start it with ./cloudberth up`,
      );
      return ending.code;
    }
    const pauseMs = Math.min(firstPauseMs * 2 ** (crashes - 1), longestPauseMs);
    say(`the portal ${reasonOf(ending)} and is started again in ${pauseMs / 1000} s (crash ${crashes} of ${mostCrashes})`);
    await pause(pauseMs);
    if (isStopRequested()) return 0;
  }
}

const reasonOf = ({ code, signal }: Ending): string => (signal ? `was killed by ${signal}` : `ended with code ${code}`);
