import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandOf, failingPairs, pairsOf } from './brand.ts';

const colors = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('two site colors', () => {
  it('pass AA in every pair, light and dark, for any values', () => {
    fc.assert(
      fc.property(colors, colors, (primaryColor, tagColor) => {
        expect(
          failingPairs(brandOf({ primaryColor, tagColor })),
          `${primaryColor} ${tagColor}`,
        ).toEqual([]);
      }),
      {
        numRuns: 800,
        examples: [
          ['#ffff00', '#00ffff'],
          ['#ffffff', '#000000'],
          ['#0062cc', '#ff00ff'],
          ['#00ff00', '#808080'],
        ],
      },
    );
  });

  it('pass AA in every corner of the color cube and for every gray', () => {
    const corners = ['00', '7f', '80', 'ff'].flatMap((r) =>
      ['00', '7f', '80', 'ff'].flatMap((g) => ['00', '7f', '80', 'ff'].map((b) => `#${r}${g}${b}`)),
    );
    const grays = Array.from(
      { length: 256 },
      (_, value) => `#${value.toString(16).padStart(2, '0').repeat(3)}`,
    );
    for (const color of [...corners, ...grays])
      expect(failingPairs(brandOf({ primaryColor: color, tagColor: color })), color).toEqual([]);
  });

  it('are checked in every pair of both schemes', () => {
    const pairs = pairsOf(brandOf({ primaryColor: '#0062cc', tagColor: '#b42318' }));
    expect(pairs).toHaveLength(2 * 2 * 8);
    expect(new Set(pairs.map(({ scheme }) => scheme))).toEqual(new Set(['light', 'dark']));
  });

  it('an unreadable pair is detected', () => {
    const brand = brandOf({ primaryColor: '#0062cc', tagColor: '#0062cc' });
    brand.dark.tag.text = '#333333';
    expect(failingPairs(brand).map(({ scheme, what }) => `${scheme} ${what}`)).toContain(
      'dark tag: words on the quiet ground',
    );
  });
});
