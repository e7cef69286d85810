import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { create, type OpenFont } from 'fontkit';
import { shaperOf } from './shaping.ts';

/** A font used in documents. */
export interface FontFace {
  name: string;
  font: OpenFont;
  letters: ReadonlySet<number>;
  /** Height above the baseline, as a share of the font size. */
  ascent: number;
}

/** Fonts in order of preference. The first one that contains a letter is used for it. */
export interface Faces {
  normal: readonly FontFace[];
  bold: readonly FontFace[];
}

/** A part of a text that is written in one font. */
export interface Run {
  text: string;
  face: FontFace;
}

const packaged = (path: string): string => fileURLToPath(import.meta.resolve(path));
const thai = '@expo-google-fonts/noto-sans-thai';
const devanagari = '@expo-google-fonts/noto-sans-devanagari';

/**
 * Fonts for Latin, Greek, Cyrillic, Hebrew and Arabic, then Thai, Devanagari, and Chinese, Japanese
 * and Korean. The last one has only a single weight.
 */
const files = {
  normal: [
    packaged('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
    packaged(`${thai}/400Regular/NotoSansThai_400Regular.ttf`),
    packaged(`${devanagari}/400Regular/NotoSansDevanagari_400Regular.ttf`),
  ],
  bold: [
    packaged('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
    packaged(`${thai}/700Bold/NotoSansThai_700Bold.ttf`),
    packaged(`${devanagari}/700Bold/NotoSansDevanagari_700Bold.ttf`),
  ],
  eastAsian: fileURLToPath(new URL('fonts/DroidSansFallback.ttf', import.meta.url)),
};

let faces: Promise<Faces> | undefined;

/** All fonts, loaded once, because loading takes longer than writing an invoice. */
export function openFaces(): Promise<Faces> {
  faces ??= readFaces();
  return faces;
}

async function readFaces(): Promise<Faces> {
  const [normal, bold, eastAsian] = await Promise.all([
    Promise.all(files.normal.map(openFace)),
    Promise.all(files.bold.map(openFace)),
    openFace(files.eastAsian),
  ]);
  // A letter missing in the bold fonts is printed in normal weight.
  return { normal: [...normal, eastAsian], bold: [...bold, eastAsian, ...normal] };
}

async function openFace(path: string): Promise<FontFace> {
  const file = await readFile(path);
  const font = create(file);
  font.layout = shaperOf(file, font);
  return {
    name: font.postscriptName,
    font,
    letters: new Set(font.characterSet),
    ascent: font.ascent / font.unitsPerEm,
  };
}

/**
 * Compatibility forms of joined letters, which Unicode has only for old files. Fonts join letters
 * without them.
 */
const joined = /[\ufb00-\ufdff\ufe70-\ufeff]/g;
/** Joiners between letters change the letters' form. All other invisible characters are removed. */
const invisible =
  /(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}])|(?![\n\u200c\u200d])[\p{Cc}\p{Cf}]|\p{Variation_Selector}/gu;
const invisibleCharacter = /^[\p{Cc}\p{Cf}\p{Variation_Selector}]$/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Visible letters, each with its combining marks. */
export const graphemesOf = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

const normalizeText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .normalize('NFC')
    .replace(joined, (letter) => letter.normalize('NFKC'));

/**
 * Fast path for most texts: every text font contains these characters, and none of them combine.
 */
const plain = /^[ -~\n]*$/;

const canWrite = ({ letters }: FontFace, text: string): boolean =>
  [...text].every((character) => letters.has(character.codePointAt(0) ?? 0));

/**
 * The printable form of the text. `\ufffd` replaces each letter without a glyph, because the
 * archive format requires a glyph for each letter.
 */
export function printedText(text: string, { normal }: Faces): string {
  if (plain.test(text)) return text;
  return graphemesOf(normalizeText(text))
    .map((letter) => (isPrintable(letter, normal) ? letter : '\ufffd'))
    .join('')
    .replace(invisible, '');
}

const isPrintable = (letter: string, faces: readonly FontFace[]): boolean =>
  [...letter].every(
    (character) =>
      invisibleCharacter.test(character) || faces.some((face) => canWrite(face, character)),
  );

/** Letters of the text that documents cannot print, each once, in the order of the text. */
export const unprintableLetters = (text: string, { normal }: Faces): string[] => [
  ...new Set(
    graphemesOf(normalizeText(text)).filter(
      (letter) => letter !== '\ufffd' && !isPrintable(letter, normal),
    ),
  ),
];

/**
 * Splits the text into parts with one font each. A letter stays together with its marks unless no
 * font contains all of them.
 */
export function runsOf(text: string, preferred: readonly FontFace[]): Run[] {
  const [first] = preferred;
  if (first && canWrite(first, text)) return [{ text, face: first }];
  const runs: Run[] = [];
  const add = (part: string, face: FontFace) => {
    const last = runs.at(-1);
    if (last?.face === face) last.text += part;
    else runs.push({ text: part, face });
  };
  for (const letter of graphemesOf(text)) {
    const capableFace = preferred.find((face) => canWrite(face, letter));
    if (capableFace) add(letter, capableFace);
    else
      for (const character of letter)
        add(
          character,
          preferred.find((face) => canWrite(face, character)) ?? (preferred[0] as FontFace),
        );
  }
  return runs;
}
