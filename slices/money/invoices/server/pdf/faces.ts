import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { create, type OpenFont } from 'fontkit';
import { shaperOf } from './shaping.ts';

/** A font that documents are written with. */
export interface Face {
  name: string;
  font: OpenFont;
  letters: ReadonlySet<number>;
  /** Height above the baseline, as a share of the font size. */
  ascent: number;
}

/** Faces in order of preference: the first one that has a letter writes it. */
export interface Faces {
  normal: readonly Face[];
  bold: readonly Face[];
}

/** Part of a text that one face writes. */
export interface Run {
  text: string;
  face: Face;
}

const packaged = (path: string): string => fileURLToPath(import.meta.resolve(path));
const thai = '@expo-google-fonts/noto-sans-thai';
const devanagari = '@expo-google-fonts/noto-sans-devanagari';

/**
 * Latin, Greek, Cyrillic, Hebrew and Arabic; Thai; Devanagari; Chinese, Japanese and Korean, which
 * have a single weight.
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

/** All faces, opened once: that takes longer than writing an invoice with them. */
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
  // A letter that only the normal weight has is better than none.
  return { normal: [...normal, eastAsian], bold: [...bold, eastAsian, ...normal] };
}

async function openFace(path: string): Promise<Face> {
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
 * Compatibility forms of joined letters that Unicode keeps for old files only. Fonts join letters
 * without them.
 */
const joined = /[\ufb00-\ufdff\ufe70-\ufeff]/g;
/** Joiners between letters change their form. Every other invisible sign is dropped. */
const invisible =
  /(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}])|(?![\n\u200c\u200d])[\p{Cc}\p{Cf}]|\p{Variation_Selector}/gu;
const withoutForm = /^[\p{Cc}\p{Cf}\p{Variation_Selector}]$/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Visible letters, each with its combining marks. */
export const lettersOf = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

const spelledOut = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .normalize('NFC')
    .replace(joined, (letter) => letter.normalize('NFKC'));

/** Most texts: every face of letters has these, and none combine. */
const plain = /^[ -~\n]*$/;

const canWrite = ({ letters }: Face, text: string): boolean =>
  [...text].every((sign) => letters.has(sign.codePointAt(0) ?? 0));

/**
 * The printable form of the text. `\ufffd` replaces each letter without a glyph, because the
 * archive format requires a glyph for each letter.
 */
export function printedText(text: string, { normal }: Faces): string {
  if (plain.test(text)) return text;
  return lettersOf(spelledOut(text))
    .map((letter) => (isPrintable(letter, normal) ? letter : '\ufffd'))
    .join('')
    .replace(invisible, '');
}

const isPrintable = (letter: string, faces: readonly Face[]): boolean =>
  [...letter].every((sign) => withoutForm.test(sign) || faces.some((face) => canWrite(face, sign)));

/** Letters of the text that documents cannot print, each once, in the order of the text. */
export const unprintableLetters = (text: string, { normal }: Faces): string[] => [
  ...new Set(
    lettersOf(spelledOut(text)).filter(
      (letter) => letter !== '\ufffd' && !isPrintable(letter, normal),
    ),
  ),
];

/**
 * The text in parts of one face each. A letter stays with its marks unless no face has them
 * together.
 */
export function runsOf(text: string, preferred: readonly Face[]): Run[] {
  const [first] = preferred;
  if (first && canWrite(first, text)) return [{ text, face: first }];
  const runs: Run[] = [];
  const add = (part: string, face: Face) => {
    const last = runs.at(-1);
    if (last?.face === face) last.text += part;
    else runs.push({ text: part, face });
  };
  for (const letter of lettersOf(text)) {
    const whole = preferred.find((face) => canWrite(face, letter));
    if (whole) add(letter, whole);
    else
      for (const sign of letter)
        add(sign, preferred.find((face) => canWrite(face, sign)) ?? (preferred[0] as Face));
  }
  return runs;
}
