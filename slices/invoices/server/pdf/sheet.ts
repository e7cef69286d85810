import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { create, type OpenFont } from 'fontkit';
import PDFDocument from 'pdfkit';
import { type Direction, piecesOf } from './bidi.ts';

/** Points, of which an inch has 72. */
export const margin = 45;
const footHeight = 24;
const lineHeight = 1.4;

export interface Style {
  /** In points. */
  size: number;
  isBold?: boolean;
  colour?: string;
}

/** A text and where its lines begin and end; `end` is the side at which lines end in the language of the page. */
export interface Block {
  text: string;
  style: Style;
  /** From the side at which lines begin, in points. */
  at: number;
  width: number;
  align?: 'start' | 'end';
  direction?: Direction;
}

const fontFile = (name: string) => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
interface Fonts {
  normal: OpenFont;
  bold: OpenFont;
  /** The letters that both can write. */
  letters: ReadonlySet<number>;
}
let fonts: Promise<Fonts> | undefined;

/** Joined letters that Unicode keeps for old files only; fonts join them by themselves. */
const joined = /[\ufb00-\ufdff\ufe70-\ufeff]/;

/** Opened once: that takes longer than writing an invoice with them. */
async function readFonts(): Promise<Fonts> {
  const [normal, bold] = await Promise.all(['DejaVuSansCondensed', 'DejaVuSansCondensed-Bold'].map(openFont));
  if (!normal || !bold) throw new Error('There are two fonts.');
  return { normal, bold, letters: new Set(normal.characterSet).intersection(new Set(bold.characterSet)) };
}

async function openFont(name: string): Promise<OpenFont> {
  const font = create(await readFile(fontFile(name)));
  // A glyph keeps the first letter it was asked for as what it means: settled here, no document decides it for the next.
  for (const letter of font.characterSet) if (!joined.test(String.fromCodePoint(letter))) font.glyphForCodePoint(letter);
  return font;
}

/** What a sheet is made with. */
export interface Paper {
  /** Identifies the file. */
  id: string;
  language: string;
  isRightToLeft: boolean;
  madeAt: Date;
  /** False leaves its streams readable. */
  compress?: boolean;
}

/** Paper of as many pages as it takes, written from the top, from the left or the right. It knows nothing of invoices. */
export class Sheet {
  readonly pdf: PDFDocument;
  readonly width: number;
  readonly #paper: Paper;
  readonly #letters: ReadonlySet<number>;
  readonly #chunks: Uint8Array[] = [];
  /** How far down the page is written, in points. */
  y = margin;
  /** Written at the top of every further page. */
  onNewPage: (() => void) | undefined;

  private constructor(paper: Paper, { normal, bold, letters }: Fonts) {
    this.#paper = paper;
    this.#letters = letters;
    this.pdf = new PDFDocument({
      ...{ size: 'A4', margin: 0, subset: 'PDF/A-3b', pdfVersion: '1.7', lang: paper.language, font: null, bufferPages: true },
      ...{ compress: paper.compress ?? true, displayTitle: true, info: { CreationDate: paper.madeAt, Keywords: paper.id } },
    });
    this.pdf.registerFont('normal', normal).registerFont('bold', bold);
    this.pdf.on('data', (chunk) => this.#chunks.push(chunk));
    this.width = this.pdf.page.width - 2 * margin;
  }

  static async open(paper: Paper): Promise<Sheet> {
    fonts ??= readFonts();
    return new Sheet(paper, await fonts);
  }

  #use({ size, isBold }: Style): void {
    this.pdf.font(isBold ? 'bold' : 'normal', size);
  }

  /** Points from the left edge of the paper for something so far from the side at which lines begin. */
  left(at: number, width: number): number {
    return this.#paper.isRightToLeft ? margin + this.width - at - width : margin + at;
  }

  widthOf(text: string, style: Style): number {
    this.#use(style);
    return this.pdf.widthOfString(text);
  }

  /** The lines a text falls into; a word longer than a line is broken where the line ends. */
  lines({ text, style, width }: Block): string[] {
    this.#use(style);
    const lines: string[] = [];
    for (const paragraph of this.#drawable(text).split('\n')) lines.push(...this.#wrap(paragraph, width));
    return lines;
  }

  /** The archive format allows no sign without a glyph: `\ufffd` stands for those the fonts do not have. */
  #drawable(text: string): string {
    const signs = text
      .replace(/\r\n?/g, '\n')
      .replace(/\t/g, ' ')
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cf}]/gu, keepBreak)
      .replace(joinedAll, apart);
    return signs.replace(/[^\n]/gu, (sign) => (this.#letters.has(sign.codePointAt(0) ?? 0) ? sign : '\ufffd'));
  }

  #wrap(paragraph: string, width: number): string[] {
    if (this.pdf.widthOfString(paragraph) <= width) return [paragraph];
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (this.pdf.widthOfString(longer) <= width) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      const parts = this.#breakWord(word, width);
      line = parts.pop() ?? '';
      lines.push(...parts);
    }
    return [...lines, line];
  }

  #breakWord(word: string, width: number): string[] {
    const parts: string[] = [];
    let part = '';
    for (const letter of word) {
      if (part !== '' && this.pdf.widthOfString(part + letter) > width) {
        parts.push(part);
        part = '';
      }
      part += letter;
    }
    return [...parts, part];
  }

  height(block: Block): number {
    return block.text === '' ? 0 : this.lines(block).length * block.style.size * lineHeight;
  }

  /** Writes a text from so far down on; gives how far down it ends. */
  write(block: Block, y = this.y): number {
    const { style, text, direction = 'auto', align = 'start', at, width } = block;
    if (text === '') return y;
    let down = y;
    for (const line of this.lines(block)) {
      const pieces = piecesOf(line, direction);
      const widths = pieces.map((piece) => this.pdf.widthOfString(piece));
      const taken = widths.reduce((sum, one) => sum + one, 0);
      const atLeft = (align === 'start') !== this.#paper.isRightToLeft;
      let x = this.left(at, width) + (atLeft ? 0 : width - taken);
      this.pdf.fillColor(style.colour ?? '#1c2026');
      for (const [index, piece] of pieces.entries()) {
        if (piece.trim() !== '') this.pdf.text(piece, x, down + style.size * 0.1, { lineBreak: false });
        x += widths[index] ?? 0;
      }
      down += style.size * lineHeight;
    }
    return down;
  }

  rule(colour: string, thickness: number, y = this.y): void {
    this.pdf.rect(margin, y, this.width, thickness).fill(colour);
  }

  /** Begins a new page unless so much still fits on this one. */
  need(height: number): void {
    if (this.y + height <= this.pdf.page.height - margin - footHeight) return;
    this.pdf.addPage();
    this.y = margin;
    this.onNewPage?.();
  }

  /** Writes the foot of every page, and gives the file. */
  async finish(foot: (page: number, pages: number) => Block[]): Promise<Buffer> {
    const { count } = this.pdf.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.pdf.switchToPage(page);
      for (const block of foot(page + 1, count)) this.write(block, this.pdf.page.height - margin - footHeight / 2);
    }
    const ended = new Promise<void>((resolve, reject) => this.pdf.on('end', resolve).on('error', reject));
    this.pdf.end();
    await ended;
    return Buffer.concat(this.#chunks);
  }
}

const joinedAll = new RegExp(joined, 'g');
const apart = (letters: string): string => letters.normalize('NFKC');
const keepBreak = (sign: string): string => (sign === '\n' ? sign : '');
