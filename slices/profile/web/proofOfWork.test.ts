import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { doWork } from './proofOfWork.ts';
import { sha256 } from './sha256.ts';

const hex = (words: Int32Array) =>
  [...words].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');

it('the proof of work uses the same digest as the portal', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      expect(hex(sha256(text))).toBe(createHash('sha256').update(text).digest('hex'));
    }),
  ));

it('the proof of work finds a number whose digest starts with the required zeros', async () => {
  const token = await doWork('a.challenge', 12);
  expect(token).toMatch(/^a\.challenge\.\d+$/);
  expect(createHash('sha256').update(token).digest().readUInt32BE() >>> 20).toBe(0);
});
