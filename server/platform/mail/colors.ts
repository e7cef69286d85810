/**
 * Minimum contrast of email colors. Site colors are adjusted as little as possible to be readable
 * (WCAG 2.2 AA, 4.5 to 1).
 */

const minContrast = 4.55;

type Rgb = readonly [number, number, number];

const parse = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};
const toHex = (rgb: Rgb): string =>
  `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

function luminance(hex: string): number {
  const [r, g, b] = parse(hex).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** 1–21 */
export function contrastOf(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/**
 * Mixes the color with black or white in steps of 2 % until it is readable on all backgrounds.
 * Uses the format `#rrggbb`.
 */
export function readableColor(
  color: string,
  backgrounds: readonly string[],
  target: '#000000' | '#ffffff',
): string {
  const from = parse(color);
  const to = parse(target);
  for (let step = 0; step <= 50; step++) {
    const share = step / 50;
    const mixed = toHex(
      from.map(
        (channel, index) => channel + ((to[index] ?? 0) - channel) * share,
      ) as unknown as Rgb,
    );
    if (backgrounds.every((background) => contrastOf(mixed, background) >= minContrast))
      return mixed;
  }
  return target;
}

export interface MailPalette {
  page: string;
  card: string;
  line: string;
  ink: string;
  soft: string;
  /** Button background. The button text has the color `onButton`. */
  button: string;
  onButton: string;
  /** Color of links and of the name at the top. */
  accent: string;
}

export function palettesOf(primaryColor: string): { light: MailPalette; dark: MailPalette } {
  const light = {
    page: '#f5f6f8',
    card: '#ffffff',
    line: '#dfe3e8',
    ink: '#1c2026',
    soft: '#5b6470',
    onButton: '#ffffff',
  };
  const dark = {
    page: '#16181d',
    card: '#20242b',
    line: '#3a404a',
    ink: '#e9ebee',
    soft: '#a5adb8',
    onButton: '#ffffff',
  };
  const button = readableColor(primaryColor, ['#ffffff'], '#000000');
  return {
    light: {
      ...light,
      button,
      accent: readableColor(primaryColor, [light.card, light.page], '#000000'),
    },
    dark: {
      ...dark,
      button,
      accent: readableColor(primaryColor, [dark.card, dark.page], '#ffffff'),
    },
  };
}
