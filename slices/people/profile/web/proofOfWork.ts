import { sha256 } from '@noble/hashes/sha2.js';

/** The number of attempts before yielding to the page. */
const attemptsPerBatch = 2000;

const encoder = new TextEncoder();

/**
 * The first 32 bits of the SHA-256 digest, computed synchronously. The browser's own implementation
 * returns a promise for each digest, and is only available in secure contexts.
 */
const startOfDigest = (text: string): number => {
  const { buffer, byteOffset } = sha256(encoder.encode(text));
  return new DataView(buffer, byteOffset).getUint32(0);
};

/**
 * Finds the number for which the digest of `challenge.number` starts with this many zero bits (GET
 * /header/phoneCaptchaInfo).
 */
export async function solveProofOfWork(challenge: string, bits: number): Promise<string> {
  for (let number = 0; ; number += 1) {
    const token = `${challenge}.${number}`;
    if (startOfDigest(token) >>> (32 - bits) === 0) return token;
    if (number % attemptsPerBatch === attemptsPerBatch - 1)
      await new Promise((resolve) => setTimeout(resolve));
  }
}
