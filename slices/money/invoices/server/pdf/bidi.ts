import bidiFactory from 'bidi-js';

const bidi = bidiFactory();
/** The paragraph direction: explicit, or that of the first letter. */
export type Direction = 'ltr' | 'rtl' | 'auto';

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * The pieces of one line in visual order, from left to right. Each piece is drawn from its left
 * edge. The font reverses a single Hebrew or Arabic word, but not several words or punctuation.
 */
export function directionalRuns(line: string, direction: Direction): string[] {
  if (direction !== 'rtl' && !rightToLeft.test(line)) return [line];
  const embedding = bidi.getEmbeddingLevels(line, direction);
  const { levels } = embedding;
  const order = bidi.getReorderedIndices(line, embedding);
  const mirrored = bidi.getMirroredCharactersMap(line, levels);
  const runs: string[] = [];
  for (let start = 0; start < order.length; ) {
    const isBackward = isOdd(levels, order[start]);
    let end = start;
    while (end < order.length && isOdd(levels, order[end]) === isBackward) end++;
    const characters = order
      .slice(start, end)
      .map(
        (index): VisualCharacter => ({ sign: line[index] ?? '', mirrored: mirrored.get(index) }),
      );
    runs.push(...(isBackward ? wordsOf(characters) : [textOf(characters)]));
    start = end;
  }
  return runs;
}

const isOdd = (levels: Uint8Array, index: number | undefined): boolean =>
  (levels[index ?? 0] ?? 0) % 2 === 1;

interface VisualCharacter {
  sign: string;
  /** The mirrored character, for a bracket in right-to-left text. */
  mirrored: string | undefined;
}

const textOf = (characters: readonly VisualCharacter[]): string =>
  characters.map(({ sign, mirrored }) => mirrored ?? sign).join('');

/**
 * Words in visual order, from the left. A right-to-left word keeps its logical order, because the
 * shaper reverses it and mirrors its brackets.
 */
function wordsOf(characters: readonly VisualCharacter[]): string[] {
  const text = characters.map(({ sign }) => sign).join('');
  return [...text.matchAll(/\s+|\S+/g)].map(({ 0: word, index }) =>
    rightToLeft.test(word)
      ? [...paired(word)].reverse().join('')
      : paired(textOf(characters.slice(index, index + word.length))),
  );
}

/** Restores the order of surrogate pairs in a reversed string. */
const paired = (reversed: string): string =>
  reversed.replace(/([\udc00-\udfff])([\ud800-\udbff])/g, '$2$1');

/** Whether a piece is a word drawn from right to left. */
export const isRightToLeft = (run: string): boolean => rightToLeft.test(run);
