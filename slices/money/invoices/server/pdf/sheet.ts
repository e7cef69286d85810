import PDFDocument from 'pdfkit';
import { type Direction, piecesOf, readsBackward } from './bidi.ts';
import { type Face, type Faces, openFaces, printedText, runsOf } from './faces.ts';
import { wrap } from './wrap.ts';

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

/**
 * A text and where its lines begin and end; `end` is the side at which lines end in the language of
 * the page.
 */
export interface Block {
  text: string;
  style: Style;
  /** From the side at which lines begin, in points. */
  at: number;
  width: number;
  align?: 'start' | 'end';
  direction?: Direction;
}

/** The parts of a sheet. */
export interface Paper {
  /** Identifies the file. */
  id: string;
  language: string;
  isRightToLeft: boolean;
  madeAt: Date;
  /** False leaves its streams readable. */
  compress?: boolean;
}

/**
 * Paper of as many pages as it takes, written from the top, from the left or the right. It knows
 * nothing of invoices.
 */
export class Sheet {
  readonly pdf: PDFDocument;
  readonly width: number;
  readonly #paper: Paper;
  readonly #faces: Faces;
  readonly #chunks: Uint8Array[] = [];
  /** How far down the page is written, in points. */
  y = margin;
  /** Written at the top of every further page. */
  onNewPage: (() => void) | undefined;

  private constructor(paper: Paper, faces: Faces) {
    this.#paper = paper;
    this.#faces = faces;
    this.pdf = new PDFDocument({
      ...{
        size: 'A4',
        margin: 0,
        subset: 'PDF/A-3b',
        pdfVersion: '1.7',
        lang: paper.language,
        font: null,
        bufferPages: true,
      },
      ...{
        compress: paper.compress ?? true,
        displayTitle: true,
        info: { CreationDate: paper.madeAt, Keywords: paper.id },
      },
    });
    for (const { name, font } of [...faces.normal, ...faces.bold])
      this.pdf.registerFont(name, font);
    this.pdf.on('data', (chunk) => this.#chunks.push(chunk));
    this.width = this.pdf.page.width - 2 * margin;
  }

  static async open(paper: Paper): Promise<Sheet> {
    return new Sheet(paper, await openFaces());
  }

  #preferred({ isBold }: Style): readonly Face[] {
    return isBold ? this.#faces.bold : this.#faces.normal;
  }

  /**
   * Points from the left edge of the paper for something so far from the side at which lines begin.
   */
  left(at: number, width: number): number {
    return this.#paper.isRightToLeft ? margin + this.width - at - width : margin + at;
  }

  /** Points. */
  widthOf(text: string, style: Style): number {
    const widths = runsOf(text, this.#preferred(style)).map((run) =>
      this.pdf.font(run.face.name, style.size).widthOfString(run.text),
    );
    return widths.reduce((sum, width) => sum + width, 0);
  }

  /** The lines a text falls into; a word longer than a line is broken where the line ends. */
  lines({ text, style, width }: Block): string[] {
    const fits = (line: string) => this.widthOf(line, style) <= width;
    return printedText(text, this.#faces)
      .split('\n')
      .flatMap((paragraph) => wrap(paragraph, fits));
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
      const taken = this.widthOf(line, style);
      const atLeft = (align === 'start') !== this.#paper.isRightToLeft;
      let x = this.left(at, width) + (atLeft ? 0 : width - taken);
      this.pdf.fillColor(style.colour ?? '#1c2026');
      for (const piece of piecesOf(line, direction)) x += this.#writePiece(piece, style, x, down);
      down += style.size * lineHeight;
    }
    return down;
  }

  /**
   * Writes a piece on one baseline, with as many fonts as it needs. Returns its width in points.
   */
  #writePiece(piece: string, style: Style, left: number, top: number): number {
    const preferred = this.#preferred(style);
    const runs = runsOf(piece, preferred);
    let x = left;
    for (const { text, face } of readsBackward(piece) ? runs.reverse() : runs) {
      const lower = ((preferred[0]?.ascent ?? face.ascent) - face.ascent + 0.1) * style.size;
      this.pdf.font(face.name, style.size);
      if (text.trim() !== '') this.pdf.text(text, x, top + lower, { lineBreak: false });
      x += this.pdf.widthOfString(text);
    }
    return x - left;
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
      for (const block of foot(page + 1, count))
        this.write(block, this.pdf.page.height - margin - footHeight / 2);
    }
    const ended = new Promise<void>((resolve, reject) =>
      this.pdf.on('end', resolve).on('error', reject),
    );
    this.pdf.end();
    await ended;
    return Buffer.concat(this.#chunks);
  }
}
