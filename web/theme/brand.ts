import { contrast, toHex, toOklch } from './oklch.ts';
import { darkBackground, lightBackground, minContrast, type Shades, shadesOf } from './shades.ts';

/** The colors and sizes of a site's theme. */
export interface BrandTheme {
  /** `#rrggbb` */
  primaryColor: string;
  tagColor: string;
  /** Pixels. */
  borderRadius: number;
  /** Pixels. */
  fontSize: number;
}

/** One color of the UI in one scheme. */
export interface Tint {
  /** The background of filled buttons and counters with white text. */
  fill: string;
  fillHover: string;
  /** The color of links and marks on every surface, and of the focus ring. */
  text: string;
  /** A subtle background for `text`, primary text and secondary text. */
  soft: string;
}

export interface Brand {
  shades: Shades;
  light: { brand: Tint; tag: Tint };
  dark: { brand: Tint; tag: Tint };
}

const backgrounds = {
  light: { surfaces: [lightBackground, '#f5f6f8', '#eceef2'], inks: ['#16191f', '#545b66'] },
  dark: { surfaces: [darkBackground, '#1c1f25', '#262a32'], inks: ['#e9ebef', '#a5acb8'] },
} as const;
const onFill = '#ffffff';

/** All UI colors derived from a site's two colors, each kept readable. */
export function brandOf({
  primaryColor,
  tagColor,
}: Pick<BrandTheme, 'primaryColor' | 'tagColor'>): Brand {
  const shades = shadesOf(primaryColor);
  const tags = tagColor === primaryColor ? shades : shadesOf(tagColor);
  return {
    shades,
    light: { brand: lightTint(shades), tag: lightTint(tags) },
    dark: { brand: darkTint(shades), tag: darkTint(tags) },
  };
}

function lightTint(shades: Shades): Tint {
  const text = shades[6];
  const quiet = toOklch(shades[0]);
  let soft = shades[0];
  for (let l = quiet.l; l < 1 && !isReadable(soft, [text, ...backgrounds.light.inks]); l += 0.004)
    soft = toHex({ ...quiet, l });
  return { fill: shades[6], fillHover: shades[7], text, soft };
}

function darkTint(shades: Shades): Tint {
  const text = shades[4];
  let soft: string = darkBackground;
  for (let share = 0.22; share > 0; share -= 0.01) {
    soft = mixColors(shades[6], darkBackground, share);
    if (isReadable(soft, [text, ...backgrounds.dark.inks])) break;
  }
  return { fill: shades[7], fillHover: shades[8], text, soft };
}

const isReadable = (background: string, textColors: readonly string[]): boolean =>
  textColors.every((word) => contrast(word, background) >= minContrast);

/** Mixes this share of one color into another, in sRGB. */
function mixColors(one: string, other: string, share: number): string {
  const channel = (hex: string, offset: number) =>
    Number.parseInt(hex.slice(offset, offset + 2), 16);
  return `#${[1, 3, 5]
    .map((offset) =>
      Math.round(channel(one, offset) * share + channel(other, offset) * (1 - share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

export interface Pair {
  scheme: 'light' | 'dark';
  what: string;
  front: string;
  back: string;
}

/** All pairs of text and background that use a site's colors. A test ensures AA for all of them. */
export function pairsOf(brand: Brand): Pair[] {
  return (['light', 'dark'] as const).flatMap((scheme) =>
    (['brand', 'tag'] as const).flatMap((name) => {
      const tint = brand[scheme][name];
      const pair = (label: string, foreground: string, background: string): Pair => ({
        scheme,
        what: `${name}: ${label}`,
        front: foreground,
        back: background,
      });
      return [
        pair('words on a button', onFill, tint.fill),
        pair('words on a button under the pointer', onFill, tint.fillHover),
        ...backgrounds[scheme].surfaces.map((surface) =>
          pair('link on a surface', tint.text, surface),
        ),
        pair('words on the quiet ground', tint.text, tint.soft),
        ...backgrounds[scheme].inks.map((ink) => pair('ink on the quiet ground', ink, tint.soft)),
      ];
    }),
  );
}

/** The failing pairs. A test shows that there are none for any possible color. */
export const failingPairs = (brand: Brand): Pair[] =>
  pairsOf(brand).filter(({ front, back }) => contrast(front, back) < 4.5);

/**
 * The theme as CSS variables, in one color scheme. Also used for previews that differ from the
 * page's own theme.
 */
export function brandVariables(brand: Brand, scheme: 'light' | 'dark'): Record<string, string> {
  const { brand: own, tag } = brand[scheme];
  return {
    '--brand': brand.light.brand.fill,
    '--brand-hover': brand.light.brand.fillHover,
    '--brand-fill': own.fill,
    '--brand-text': own.text,
    '--brand-soft': own.soft,
    '--tag': brand.light.tag.fill,
    '--tag-text': tag.text,
    '--tag-soft': tag.soft,
  };
}

/** The sizes as CSS variables. Also used for previews. */
export const measureVariables = ({
  borderRadius,
  fontSize,
}: Pick<BrandTheme, 'borderRadius' | 'fontSize'>): Record<string, string> => ({
  '--radius': `${borderRadius}px`,
  '--type': `${fontSize}px`,
});

/**
 * The body text size in px that the style sheets are designed for: 0.875rem, `--type-rem` of
 * tokens.css.
 */
const designFontSize = 14;

/**
 * The root font size for a site's body text size in pixels. All sizes are in rem, so this alone
 * scales them proportionally. A percentage, so that the user's browser setting also applies.
 */
export const rootTypeSize = (fontSize: number): string => `${(fontSize / designFontSize) * 100}%`;
