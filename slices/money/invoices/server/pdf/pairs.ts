import type { Direction } from './bidi.ts';
import type { Block, Sheet } from './sheet.ts';
import { normal, soft } from './styles.ts';

const gap = 10;

/** A label and its value. Numbers and dates are left-to-right by default. */
export type Pair = [name: string, value: string, direction?: Direction];

type Position = { at: number; width: number };

/** Writes labels with their values next to them. Returns the y position below them. */
export function writePairs(
  sheet: Sheet,
  pairs: readonly Pair[],
  position: Position & { y: number },
): number {
  let { y } = position;
  for (const row of rowsOf(sheet, pairs, position))
    y = Math.max(...row.map((block) => sheet.write(block, y)));
  return y;
}

/** The height of the pairs, in points. */
export function pairsHeight(sheet: Sheet, pairs: readonly Pair[], position: Position): number {
  const heights = rowsOf(sheet, pairs, position).map((row) =>
    Math.max(...row.map((block) => sheet.height(block))),
  );
  return heights.reduce((sum, height) => sum + height, 0);
}

function rowsOf(sheet: Sheet, pairs: readonly Pair[], { at, width }: Position): [Block, Block][] {
  const names = pairs.map(([name]) => sheet.widthOf(name, { size: normal }));
  const nameWidth = Math.min(Math.max(0, ...names) + 1, width / 2);
  const rest = { at: at + nameWidth + gap, width: width - nameWidth - gap };
  return pairs.map(([name, value, direction = 'ltr']) => [
    { text: name, style: { size: normal, colour: soft }, at, width: nameWidth },
    { ...rest, text: value, direction, style: { size: normal } },
  ]);
}
