import { describe, expect, it } from 'vitest';
import type { DatacenterLimits } from '../../../datacenters/server/index.ts';
import { diskReason, diskReasons, sizeReasons, tooManyDisks } from './sizes.ts';

const limits = {
  cpuTypes: [
    { type: 'B', cores: [1, 2, 4] },
    { type: 'D', cores: [2, 4] },
  ],
  ramMb: [1024, 2048],
  diskGb: [5, 20, 50, 1000],
  osDiskMaxGb: 500,
  disksMax: 2,
} as unknown as DatacenterLimits;

const summarize = (reasons: ReturnType<typeof sizeReasons>, language: 'en' | 'he' = 'en') =>
  reasons.map(({ name, key, values }) => `${name} ${key}: ${values?.problem?.[language]}`);

describe('a size', () => {
  it('is accepted if it is offered', () => {
    expect(sizeReasons({ cpuType: 'B', cores: 4, ramMb: 2048 }, limits)).toEqual([]);
  });

  it.each([
    [
      { cpuType: 'A', cores: 1, ramMb: 1024 },
      ['serverSizeUnavailable cpuType: CPU type A isn’t available. Choose B, D.'],
    ],
    [
      { cpuType: 'D', cores: 1, ramMb: 1024 },
      ['serverSizeUnavailable cores: A CPU with 1 cores isn’t available. Choose 2, 4.'],
    ],
    [
      { cpuType: 'B', cores: 2, ramMb: 3000 },
      ['serverSizeUnavailable ramMb: 3000 MB of memory isn’t available. Choose 1024, 2048 MB.'],
    ],
    [
      { cpuType: 'B', cores: 3, ramMb: 1 },
      [
        'serverSizeUnavailable cores: A CPU with 3 cores isn’t available. Choose 1, 2, 4.',
        'serverSizeUnavailable ramMb: 1 MB of memory isn’t available. Choose 1024, 2048 MB.',
      ],
    ],
  ] as const)('%j is rejected with each invalid field', (size, expected) => {
    expect(summarize(sizeReasons(size, limits))).toEqual(expected);
  });

  it('is rejected in the caller’s language', () => {
    expect(
      summarize(sizeReasons({ cpuType: 'B', cores: 3, ramMb: 1024 }, limits), 'he')[0],
    ).toMatch(/ליבות/);
  });
});

describe('a disk', () => {
  it.each([
    [20, true, null],
    [1000, false, null],
    [1000, true, 'The first disk can’t be 1000 GB. The limit is 500 GB.'],
    [21, false, 'A disk of 21 GB isn’t available. Choose 5, 20, 50, 1000 GB.'],
  ])('of %i GB (first: %s)', (sizeGb, isBoot, problem) => {
    expect(diskReason(sizeGb, isBoot, limits, 'sizeGb')?.values?.problem?.en ?? null).toBe(problem);
  });

  it('is identified by its position, and too many disks are reported by their number', () => {
    const reasons = diskReasons([5, 6, 7], limits).map(({ key, values }) => [
      key,
      values?.problem?.en,
    ]);
    expect(reasons).toEqual([
      ['disks.1.sizeGb', 'A disk of 6 GB isn’t available. Choose 5, 20, 50, 1000 GB.'],
      ['disks.2.sizeGb', 'A disk of 7 GB isn’t available. Choose 5, 20, 50, 1000 GB.'],
      ['disks', 'A server can’t have 3 disks. The limit is 2.'],
    ]);
    expect(tooManyDisks(limits, 2)).toBeNull();
    expect(tooManyDisks(limits, 3)?.values?.problem?.en).toBe(
      'A server can’t have 3 disks. The limit is 2.',
    );
  });
});
