import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, toHex, toOklch } from './oklch.ts';
import { darkBackground, darkSurface, lightBackground, lightSurface, shadesOf } from './shades.ts';

const colors = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('ten shades of a color', () => {
  it('keep AA contrast in every pair the interface uses, for any color, light and dark', () => {
    fc.assert(
      fc.property(colors, (color) => {
        const shades = shadesOf(color);
        const pairs: [string, string][] = [
          [shades[6], '#ffffff'],
          [shades[7], '#ffffff'],
          [shades[6], lightBackground],
          [shades[6], lightSurface],
          [shades[4], darkBackground],
          [shades[4], darkSurface],
        ];
        for (const [one, other] of pairs)
          expect(contrast(one, other), `${color}: ${one} on ${other}`).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 500, examples: [['#ffff00'], ['#ffffff'], ['#000000'], ['#0062cc'], ['#00ff00']] },
    );
  });

  it('keep the color itself where it is readable', () => {
    expect(shadesOf('#0062cc')[6]).toBe('#0062cc');
  });

  it('get darker from the first to the last', () => {
    const lightness = shadesOf('#0062cc').map((shade) => toOklch(shade).l);
    expect([...lightness].sort((a, b) => b - a)).toEqual(lightness);
  });

  it('convert to OKLCH and back unchanged', () => {
    for (const color of ['#0062cc', '#ffffff', '#000000', '#b42318', '#1b6e2e'])
      expect(toHex(toOklch(color))).toBe(color);
  });
});
