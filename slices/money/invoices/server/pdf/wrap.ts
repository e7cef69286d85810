import { graphemesOf } from './fontFaces.ts';

type Fits = (line: string) => boolean;

/** Breaks a paragraph into lines at spaces, and within a word only if it is too long for a line. */
export function wrap(paragraph: string, fits: Fits): string[] {
  if (fits(paragraph)) return [paragraph];
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const parts = wrapParts(partsOf(word), fits);
    line = parts.pop() ?? '';
    lines.push(...parts);
  }
  return [...lines, line];
}

const segmenter = new Intl.Segmenter('th', { granularity: 'word' });

/** Thai has no spaces between words, but lines still break only between words. */
const partsOf = (word: string): string[] =>
  /\p{Script=Thai}/u.test(word)
    ? Array.from(segmenter.segment(word), ({ segment }) => segment)
    : graphemesOf(word);

/**
 * Puts as many parts on a line as fit. A part that is longer than a line is broken between letters.
 */
function wrapParts(parts: readonly string[], fits: Fits): string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of parts.flatMap((one) => (fits(one) ? [one] : graphemesOf(one)))) {
    if (line !== '' && !fits(line + part)) {
      lines.push(line);
      line = '';
    }
    line += part;
  }
  return [...lines, line];
}
