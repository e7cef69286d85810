import { contrast, type Oklch, toHex, toOklch } from './oklch.ts';

export const lightBackground = '#ffffff';
/** The darkest background of colored text in the light scheme. */
export const lightSurface = '#eceef2';
export const darkBackground = '#16181d';
/** The lightest surface of the dark scheme. */
export const darkSurface = '#262a32';
/** WCAG 2.2 AA for text, with a small margin for rounding. */
export const minContrast = 4.55;

export type Shades = [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

const lightnesses = [0.97, 0.93, 0.87, 0.79, 0.71, 0.63, 0.55, 0.49, 0.42, 0.35];
const chromaShares = [0.14, 0.3, 0.52, 0.76, 0.92, 1, 1, 0.96, 0.88, 0.78];

/**
 * Ten shades of any color, light to dark. In the light scheme, shade 6 is the filled button (white
 * text on it, and itself as a link on white and gray), 7 its hover. In the dark scheme, shade 4 is
 * the link, shade 7 the filled button. All these pairs meet AA: the lightness of a shade that
 * doesn't is adjusted until it does.
 */
export function shadesOf(color: string): Shades {
  const base = toOklch(color);
  const shades = lightnesses.map((l, index) =>
    toHex({ l, c: base.c * (chromaShares[index] ?? 1), h: base.h }),
  ) as Shades;
  // The site's own color is unchanged if it is readable.
  const isReadable =
    contrast(color, '#ffffff') >= minContrast && contrast(color, lightSurface) >= minContrast;
  shades[6] = isReadable
    ? color
    : darkened({ ...base, l: Math.min(base.l, 0.6) }, [lightBackground, lightSurface]);
  const filledColor = toOklch(shades[6]);
  for (const [index, step] of [
    [7, 0.05],
    [8, 0.11],
    [9, 0.17],
  ] as const)
    shades[index] = toHex({ ...filledColor, l: Math.max(0.12, filledColor.l - step) });
  shades[5] = toHex({ ...filledColor, l: Math.min(0.9, filledColor.l + 0.06) });
  shades[4] = lighten({ ...base, l: Math.max(0.7, filledColor.l), c: Math.min(base.c, 0.14) }, [
    darkBackground,
    darkSurface,
  ]);
  return shades;
}

function darkened(color: Oklch, backgrounds: readonly string[]): string {
  for (let l = color.l; l > 0.05; l -= 0.01) {
    const hex = toHex({ ...color, l });
    if (backgrounds.every((background) => contrast(hex, background) >= minContrast)) return hex;
  }
  return '#1a1a1a';
}

function lighten(color: Oklch, backgrounds: readonly string[]): string {
  for (let l = color.l; l < 0.99; l += 0.01) {
    const hex = toHex({ ...color, l });
    if (backgrounds.every((background) => contrast(hex, background) >= minContrast)) return hex;
  }
  return '#f2f2f2';
}
