import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseSeed, seedHint, testSeed } from './seed.ts';

describe('seed of random tests', () => {
  it('is fixed by default', () => {
    expect(chooseSeed(undefined)).toBe(chooseSeed(''));
    expect(chooseSeed('7')).toBe(7);
  });

  it('is random on request', () => {
    const seeds = new Set(Array.from({ length: 20 }, () => chooseSeed('random')));
    expect(seeds.size).toBeGreaterThan(1);
    for (const seed of seeds) expect(chooseSeed(String(seed))).toBe(seed);
  });

  it.each(['x', '-1', '1.5', '2147483648'])('%s is rejected', (value) => {
    expect(() => chooseSeed(value)).toThrow('CLOUDBERTH_SEED must be');
  });

  it('is passed to fast-check and every worker', () => {
    expect(fc.readConfigureGlobal().seed).toBe(testSeed());
    expect(process.env.CLOUDBERTH_SEED).toBe(String(testSeed()));
    expect(seedHint()).toBe(`CLOUDBERTH_SEED=${testSeed()}`);
    expect(fc.sample(fc.nat(), 5)).toEqual(fc.sample(fc.nat(), { numRuns: 5, seed: testSeed() }));
  });
});
