import type { Portal } from './portal.ts';
import type { ExitStatus } from './processes.ts';

/** After this many consecutive crashes, the portal isn't started again. */
const maxCrashes = 5;
/** After serving this long, the crash count is reset. ms */
const steadyMs = 10 * 60_000;
const firstPauseMs = 1_000;
const maxPauseMs = 30_000;

export interface Supervision {
  start(): Portal;
  isStopRequested(): boolean;
  /** Ends early when a stop is requested. */
  pause(ms: number): Promise<void>;
  say(line: string): void;
  /** A monotonic clock, in ms. */
  now?(): number;
}

/**
 * Runs the portal until a stop is requested or it exits normally, and restarts it after a crash,
 * after 1, 2, 4, 8 … seconds. A portal that was never ready isn't restarted, because it has already
 * reported why. Returns the exit code.
 */
export async function supervise({
  start,
  isStopRequested,
  pause,
  say,
  now = () => performance.now(),
}: Supervision): Promise<number> {
  let crashes = 0;
  let wasReady = false;
  for (;;) {
    const startedAt = now();
    const portal = start();
    const exitStatus = await portal.ended;
    wasReady ||= portal.isReady();
    if (isStopRequested()) return 0;
    if (exitStatus.code === 0) return 0;
    if (!wasReady) {
      if (exitStatus.signal) say(`the portal ${reasonOf(exitStatus)} before it was ready`);
      return exitStatus.code;
    }
    crashes = now() - startedAt >= steadyMs ? 1 : crashes + 1;
    if (crashes >= maxCrashes) {
      say(
        `the portal ${reasonOf(exitStatus)}. It crashed ${crashes} times in a row and won't be restarted. Fix the problem reported above, then run ./cloudberth up`,
      );
      return exitStatus.code;
    }
    const pauseMs = Math.min(firstPauseMs * 2 ** (crashes - 1), maxPauseMs);
    say(
      `the portal ${reasonOf(exitStatus)} and will restart in ${pauseMs / 1000} s (crash ${crashes} of ${maxCrashes})`,
    );
    await pause(pauseMs);
    if (isStopRequested()) return 0;
  }
}

const reasonOf = ({ code, signal }: ExitStatus): string =>
  signal ? `was killed by ${signal}` : `ended with code ${code}`;
