import bidiFactory from 'bidi-js';

const bidi = bidiFactory();
/** Which way a paragraph runs: as it is told, or as its first letter does. */
export type Direction = 'ltr' | 'rtl' | 'auto';

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * The pieces of one line in the order in which they stand on paper from the left. A piece is written from its left edge on: the font
 * turns a single word of Hebrew or Arabic round by itself, but not several words, and not signs without letters.
 */
export function piecesOf(line: string, direction: Direction): string[] {
  if (direction !== 'rtl' && !rightToLeft.test(line)) return [line];
  const embedding = bidi.getEmbeddingLevels(line, direction);
  const { levels } = embedding;
  const order = bidi.getReorderedIndices(line, embedding);
  const mirrored = bidi.getMirroredCharactersMap(line, levels);
  const pieces: string[] = [];
  for (let start = 0; start < order.length; ) {
    const isBackward = isOdd(levels, order[start]);
    let end = start;
    while (end < order.length && isOdd(levels, order[end]) === isBackward) end++;
    const shown = order.slice(start, end).map((index) => mirrored.get(index) ?? line[index] ?? '');
    pieces.push(...(isBackward ? wordsOf(shown) : [shown.join('')]));
    start = end;
  }
  return pieces;
}

const isOdd = (levels: Uint8Array, index: number | undefined): boolean => (levels[index ?? 0] ?? 0) % 2 === 1;

/** Letters as they stand on paper, from the left: each word is given back its own order for the font to turn. */
function wordsOf(shown: readonly string[]): string[] {
  const words = shown.join('').split(/(\s+)/);
  return words.filter((word) => word !== '').map((word) => (rightToLeft.test(word) ? [...word].reverse().join('') : word));
}

/** Whether a text reads from the right by its first letter. */
export const readsFromRight = (text: string): boolean => bidi.getEmbeddingLevels(text, 'auto').paragraphs[0]?.level === 1;
