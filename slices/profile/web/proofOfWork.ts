import { sha256 } from './sha256.ts';

/** So many tries between two looks at what else the page has to do. */
const triesAtOnce = 2000;

/**
 * Finds the number that makes the digest of `challenge.number` begin with so many zero bits (GET
 * /header/phoneCaptchaInfo).
 */
export async function doWork(challenge: string, bits: number): Promise<string> {
  for (let number = 0; ; number += 1) {
    const token = `${challenge}.${number}`;
    if ((sha256(token)[0] as number) >>> (32 - bits) === 0) return token;
    if (number % triesAtOnce === triesAtOnce - 1)
      await new Promise((resolve) => setTimeout(resolve));
  }
}
