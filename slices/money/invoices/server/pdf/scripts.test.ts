import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { fragmentsOf, glyphsOf } from '../testing/pdfText.ts';
import { defaultBrand, samplePrintable } from '../testing/samplePrintable.ts';
import { type Faces, openFaces, printedText, runsOf, unprintableLetters } from './fontFaces.ts';
import { invoicePdf } from './invoicePdf.ts';

/** A name in each script, and the ranges of letters commonly used for names in it. */
const scripts: Record<string, { name: string; letters: [first: number, last: number][] }> = {
  Latin: {
    name: 'Łódź Ünïcödé',
    letters: [
      [0x21, 0x7e],
      [0xa1, 0xac],
      [0xae, 0x24f],
    ],
  },
  Greek: {
    name: 'Ελλάδα',
    letters: [
      [0x391, 0x3a1],
      [0x3a3, 0x3ce],
    ],
  },
  Cyrillic: {
    name: 'Привет',
    letters: [
      [0x400, 0x45f],
      [0x490, 0x4ff],
    ],
  },
  Hebrew: {
    name: 'שלום',
    letters: [
      [0x5d0, 0x5ea],
      [0x5b0, 0x5bc],
    ],
  },
  Arabic: {
    name: 'شركة',
    letters: [
      [0x621, 0x63a],
      [0x641, 0x652],
      [0x679, 0x6bf],
    ],
  },
  Thai: {
    name: 'น้ำผู้ใหญ่',
    letters: [
      [0xe01, 0xe3a],
      [0xe3f, 0xe5b],
    ],
  },
  Devanagari: { name: 'क्षत्रिय', letters: [[0x900, 0x97f]] },
  Chinese: { name: '漢字', letters: [[0x4e00, 0x9fa5]] },
  Japanese: {
    name: 'クラウド',
    letters: [
      [0x3041, 0x3094],
      [0x30a1, 0x30f6],
    ],
  },
  Korean: { name: '한국어', letters: [[0xac00, 0xd7a3]] },
};

const render = (reason: string) =>
  invoicePdf(samplePrintable(1, { reason }), { brand: defaultBrand, xml: null });
let faces: Faces;
beforeAll(async () => {
  faces = await openFaces();
});

/** Glyph IDs of a text. 0: the font has no glyph for the letter. */
const glyphIds = (text: string): number[] =>
  [...runsOf(text, faces.normal), ...runsOf(text, faces.bold)].flatMap((run) =>
    run.face.font.layout(run.text).glyphs.map(({ id }) => id),
  );

describe('the letters of a document', () => {
  it('are printed in all scripts, each with its own glyph', async () => {
    const file = await render(
      Object.values(scripts)
        .map(({ name }) => name)
        .join(' | '),
    );
    const fragmentTexts = fragmentsOf(file).map(({ text }) => text);
    const backward = (text: string) => [...text].reverse().join('');
    for (const name of ['Łódź', 'Ελλάδα', 'Привет', '漢字', 'クラウド', '한국어'])
      expect(
        fragmentTexts.some((text) => text.includes(name)),
        name,
      ).toBe(true);
    for (const name of ['שלום', 'شركة']) expect(fragmentTexts, name).toContain(backward(name));
    expect(fragmentTexts.join('')).not.toContain('\ufffd');
    expect(glyphsOf(file)).not.toContain(0);
  });

  it.each(Object.entries(scripts))('of %s always have a glyph', (_script, { letters }) => {
    const letter = fc
      .oneof(...letters.map(([min, max]) => fc.integer({ min, max })))
      .map((code) => String.fromCodePoint(code));
    const assigned = letter.filter((one) => !/\p{Cn}/u.test(one));
    fc.assert(
      fc.property(fc.array(assigned, { minLength: 1, maxLength: 12 }), (some) => {
        const text = printedText(some.join(''), faces);
        expect(text).not.toContain('\ufffd');
        expect(unprintableLetters(some.join(''), faces)).toEqual([]);
        expect(glyphIds(text)).not.toContain(0);
      }),
      { numRuns: 200 },
    );
  });

  it('of any kind are printed with a glyph or a placeholder, and replaced letters are reported', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
        const printedString = printedText(text, faces);
        expect(glyphIds(printedString.replaceAll('\n', ' '))).not.toContain(0);
        if (!text.includes('\ufffd'))
          expect(unprintableLetters(text, faces).length > 0).toBe(printedString.includes('\ufffd'));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['Thai vowels and tones', 'น้ำ', [['Thai', 4]]],
    ['Devanagari conjuncts', 'श्री', [['Devanagari', 2]]],
    ['Arabic ligatures', 'لا', [['DejaVu', 1]]],
  ] as const)('are joined as the script requires: %s', (_case, text, expected) => {
    const runs = runsOf(text, faces.normal).map(
      ({ face, text: part }) => [face.name, face.font.layout(part).glyphs.length] as const,
    );
    expect(
      runs.map(([name, count]) => [expected.find(([part]) => name.includes(part))?.[0], count]),
    ).toEqual(expected);
  });

  it('that can’t be printed are reported once each', () => {
    expect(unprintableLetters('Rocket 🚀🚀 Ltd 👩\u200d👩\u200d👧 漢字\u0007', faces)).toEqual([
      '🚀',
      '👩\u200d👩\u200d👧',
    ]);
  });
});
