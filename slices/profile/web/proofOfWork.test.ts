import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { doWork } from './proofOfWork.ts';
import { sha256 } from './sha256.ts';

const hex = (words: Int32Array) => [...words].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');

it('is the digest the portal works out', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      expect(hex(sha256(text))).toBe(createHash('sha256').update(text).digest('hex'));
    }),
  ));

it('finds a number whose digest begins with the zeros asked for', async () => {
  const token = await doWork('a.challenge', 12);
  expect(token).toMatch(/^a\.challenge\.\d+$/);
  expect(createHash('sha256').update(token).digest().readUInt32BE() >>> 20).toBe(0);
});
