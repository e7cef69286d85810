import type { Glyph, GlyphPosition, GlyphRun, OpenFont } from 'fontkit';
import { Blob, BufferFlag, Face, Font, shape, Buffer as TextBuffer } from 'harfbuzzjs';

type Layout = (text: string) => GlyphRun;

/**
 * Positions glyphs with HarfBuzz, in font units, from left to right. fontkit's own layout misplaces
 * Thai vowels and Hebrew points. Each glyph is mapped to its letters, so that the PDF text can be
 * searched and copied.
 */
export function shaperOf(file: Uint8Array, font: OpenFont): Layout {
  const shaper = new Font(new Face(new Blob(file)));
  return (text) => {
    const buffer = new TextBuffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    buffer.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES);
    shape(shaper, buffer);
    const infos = buffer.getGlyphInfos();
    const positions = buffer.getGlyphPositions();
    const codePoints = codePointsOf(text, infos, font);
    const placed = positions.map(
      ({ xAdvance, yAdvance, xOffset, yOffset }): GlyphPosition => ({
        xAdvance,
        yAdvance,
        xOffset,
        yOffset,
      }),
    );
    return {
      glyphs: infos.map(({ codepoint: id }, index) => glyphOf(font, id, codePoints[index] ?? [])),
      positions: placed,
      // pdfkit scales the positions in place before it reads their sum.
      get advanceWidth() {
        return placed.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      },
    };
  };
}

const glyphOf = (font: OpenFont, id: number, codePoints: number[]): Glyph => ({
  id,
  codePoints,
  advanceWidth: font.getGlyph(id).advanceWidth,
});

interface ShapedGlyph {
  codepoint: number;
  /** The index in the text where the glyph's letters begin. */
  cluster: number;
}

/**
 * Code points of each glyph: its own letter, or for a ligature all letters at its position that no
 * other glyph there represents.
 */
function codePointsOf(text: string, glyphs: readonly ShapedGlyph[], font: OpenFont): number[][] {
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].sort((a, b) => a - b);
  const remaining = new Map(
    starts.map((start, index) => [
      start,
      [...text.slice(start, starts[index + 1])].map((character) => character.codePointAt(0) ?? 0),
    ]),
  );
  const takeLetters = (cluster: number, found: (codePoint: number) => boolean): number[] => {
    const letters = remaining.get(cluster) ?? [];
    const matching = letters.filter(found);
    remaining.set(
      cluster,
      letters.filter((letter) => !matching.includes(letter)),
    );
    return matching;
  };
  const own = glyphs.map(({ codepoint, cluster }) =>
    takeLetters(cluster, (letter) => font.glyphForCodePoint(letter).id === codepoint).slice(0, 1),
  );
  return own.map((letters, index) =>
    (letters.length > 0 ? letters : takeLetters(glyphs[index]?.cluster ?? 0, () => true)).map(
      plainSpace,
    ),
  );
}

/**
 * Fonts have one glyph for all kinds of spaces. Mapping it to the plain space makes the text
 * searchable.
 */
const plainSpace = (codePoint: number): number =>
  /\p{Zs}/u.test(String.fromCodePoint(codePoint)) ? 0x20 : codePoint;
