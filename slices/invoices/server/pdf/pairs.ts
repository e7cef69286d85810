import type { Direction } from './bidi.ts';
import { normal, soft } from './look.ts';
import type { Block, Sheet } from './sheet.ts';

const gap = 10;

/** A name and what it is; numbers and days read from the left unless told otherwise. */
export type Pair = [name: string, value: string, direction?: Direction];

/** Names, and beside them what they are. Gives how far down they reach. */
export function writePairs(sheet: Sheet, pairs: readonly Pair[], place: { at: number; width: number; y: number }): number {
  const names = pairs.map(([name]) => sheet.widthOf(name, { size: normal }));
  const nameWidth = Math.min(Math.max(0, ...names) + 1, place.width / 2);
  let { y } = place;
  for (const [name, value, direction = 'ltr'] of pairs) {
    const blocks: Block[] = [
      { text: name, style: { size: normal, colour: soft }, at: place.at, width: nameWidth },
      {
        ...{ text: value, direction, style: { size: normal } },
        ...{ at: place.at + nameWidth + gap, width: place.width - nameWidth - gap },
      },
    ];
    y = Math.max(...blocks.map((block) => sheet.write(block, y)));
  }
  return y;
}
