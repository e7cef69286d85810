import type { AnyTaskType } from './task.ts';

/**
 * Points at which a test can kill the worker: before and after a step's external action, and right
 * after it was recorded. The same points exist for undo.
 */
export const stopMoments = [
  'before',
  'after',
  'mark',
  'undoBefore',
  'undoAfter',
  'undoMark',
] as const;
export type StopMoment = (typeof stopMoments)[number];

/**
 * Every stop point of the given types, in the format of `CLOUDBERTH_TEST_STOP`:
 * `server.create:disks:after`.
 */
export function listStopPoints(types: readonly AnyTaskType[]): string[] {
  return types.flatMap((type) =>
    type.steps.flatMap((step) => {
      const moments = step.undo
        ? stopMoments
        : stopMoments.filter((moment) => !moment.startsWith('undo'));
      return moments.map((moment) => `${type.type}:${step.name}:${moment}`);
    }),
  );
}

/** Throws if a stop point is set outside of tests, because it would kill a real portal. */
export function requireTestForStopPoint(environment: NodeJS.ProcessEnv): void {
  const stopPoint = environment.CLOUDBERTH_TEST_STOP;
  if (stopPoint && environment.CLOUDBERTH_TESTING !== '1') {
    throw new Error(
      `CLOUDBERTH_TEST_STOP is set to ${stopPoint}, which kills the portal. It is for tests, with CLOUDBERTH_TESTING=1. Remove it.`,
    );
  }
}

/** Kills this process with SIGKILL if it is configured to stop here. */
export function stopPoint(type: string, step: string, moment: StopMoment): void {
  if (process.env.CLOUDBERTH_TEST_STOP === `${type}:${step}:${moment}`)
    process.kill(process.pid, 'SIGKILL');
}
