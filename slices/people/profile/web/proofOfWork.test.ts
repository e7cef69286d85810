import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { solveProofOfWork } from './proofOfWork.ts';

it.each(['a.challenge', 'אתגר', ''])(
  'the proof of work of %j finds the first number whose digest starts with the required zeros',
  async (challenge) => {
    const startsWithZeros = (number: number) =>
      createHash('sha256').update(`${challenge}.${number}`).digest().readUInt32BE() >>> 20 === 0;
    let first = 0;
    while (!startsWithZeros(first)) first += 1;
    expect(await solveProofOfWork(challenge, 12)).toBe(`${challenge}.${first}`);
  },
);
