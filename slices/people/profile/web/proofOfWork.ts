import { sha256 } from '@noble/hashes/sha2.js';

/** The number of attempts before the page gets a turn. */
const triesAtOnce = 2000;

const encoder = new TextEncoder();

/**
 * The first 32 bits of the SHA-256 digest, without waiting: the browser's own gives a promise each
 * time, and only on secure addresses.
 */
const startOfDigest = (text: string): number => {
  const { buffer, byteOffset } = sha256(encoder.encode(text));
  return new DataView(buffer, byteOffset).getUint32(0);
};

/**
 * Finds the number for which the digest of `challenge.number` begins with this many zero bits (GET
 * /header/phoneCaptchaInfo).
 */
export async function doWork(challenge: string, bits: number): Promise<string> {
  for (let number = 0; ; number += 1) {
    const token = `${challenge}.${number}`;
    if (startOfDigest(token) >>> (32 - bits) === 0) return token;
    if (number % triesAtOnce === triesAtOnce - 1)
      await new Promise((resolve) => setTimeout(resolve));
  }
}
