import { randomInt } from 'node:crypto';
import { UserError } from '../output.ts';

/** Environment variable that sets the seed of all random tests: a whole number, or `random`. */
export const seedVariable = 'CLOUDBERTH_SEED';
/** The default, so that a commit passes or fails the same way everywhere. */
const fixedSeed = 20_261_125;
const upperBound = 2 ** 31;

/**
 * The seed a test run uses, from the variable's value. Throws `UserError` for anything but a whole
 * number below 2^31 or `random`.
 */
export function chooseSeed(value: string | undefined): number {
  if (value === undefined || value === '') return fixedSeed;
  if (value === 'random') return randomInt(upperBound);
  const seed = Number(value);
  if (/^\d{1,10}$/.test(value) && seed < upperBound) return seed;
  throw new UserError(
    `${seedVariable} must be "random" or a whole number below ${upperBound}, not "${value}".`,
  );
}

/** The seed of this test process. `vitest.config.ts` passes the same one to every worker. */
export const testSeed = (): number => chooseSeed(process.env[seedVariable]);

/** Added to the failure message of a random test, so that the failure can be reproduced. */
export const seedHint = (): string => `${seedVariable}=${testSeed()}`;
