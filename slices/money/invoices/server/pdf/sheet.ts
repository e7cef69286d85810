import PDFDocument from 'pdfkit';
import { type Direction, directionalRuns, isRightToLeft } from './bidi.ts';
import { type Faces, type FontFace, openFaces, printedText, runsOf } from './fontFaces.ts';
import { wrap } from './wrap.ts';

/** In points (72 per inch). */
export const margin = 45;
const footerHeight = 24;
const lineHeight = 1.4;

export interface Style {
  /** In points. */
  size: number;
  isBold?: boolean;
  colour?: string;
}

/**
 * A text and its position. `start` and `end` are the sides at which lines begin and end in the
 * page's language.
 */
export interface Block {
  text: string;
  style: Style;
  /** The distance from the side at which lines begin, in points. */
  at: number;
  width: number;
  align?: 'start' | 'end';
  direction?: Direction;
}

/** The properties of a file. */
export interface SheetProperties {
  /** Identifies the file. */
  id: string;
  language: string;
  isRightToLeft: boolean;
  madeAt: Date;
  /** Set to false to keep the content streams readable. */
  compress?: boolean;
}

/**
 * A document of as many pages as needed, written from top to bottom, in either text direction.
 * Independent of invoices.
 */
export class Sheet {
  readonly pdf: PDFDocument;
  readonly width: number;
  readonly #paper: SheetProperties;
  readonly #faces: Faces;
  readonly #chunks: Uint8Array[] = [];
  /** The current y position on the page, in points. */
  y = margin;
  /** Called at the top of every new page. */
  onNewPage: (() => void) | undefined;

  private constructor(properties: SheetProperties, faces: Faces) {
    this.#paper = properties;
    this.#faces = faces;
    this.pdf = new PDFDocument({
      ...{
        size: 'A4',
        margin: 0,
        subset: 'PDF/A-3b',
        pdfVersion: '1.7',
        lang: properties.language,
        font: null,
        bufferPages: true,
      },
      ...{
        compress: properties.compress ?? true,
        displayTitle: true,
        info: { CreationDate: properties.madeAt, Keywords: properties.id },
      },
    });
    for (const { name, font } of [...faces.normal, ...faces.bold])
      this.pdf.registerFont(name, font);
    this.pdf.on('data', (chunk) => this.#chunks.push(chunk));
    this.width = this.pdf.page.width - 2 * margin;
  }

  static async open(properties: SheetProperties): Promise<Sheet> {
    return new Sheet(properties, await openFaces());
  }

  #preferred({ isBold }: Style): readonly FontFace[] {
    return isBold ? this.#faces.bold : this.#faces.normal;
  }

  /**
   * The distance from the left edge of the paper, in points, of an element positioned relative to
   * the side at which lines begin.
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

  /** The lines of a wrapped text. A word longer than a line is broken at the end of the line. */
  lines({ text, style, width }: Block): string[] {
    const fitsLine = (line: string) => this.widthOf(line, style) <= width;
    return printedText(text, this.#faces)
      .split('\n')
      .flatMap((paragraph) => wrap(paragraph, fitsLine));
  }

  height(block: Block): number {
    return block.text === '' ? 0 : this.lines(block).length * block.style.size * lineHeight;
  }

  /** Writes a text at a y position. Returns the y position below it. */
  write(block: Block, y = this.y): number {
    const { style, text, direction = 'auto', align = 'start', at, width } = block;
    if (text === '') return y;
    let nextY = y;
    for (const line of this.lines(block)) {
      const usedWidth = this.widthOf(line, style);
      const atLeft = (align === 'start') !== this.#paper.isRightToLeft;
      let x = this.left(at, width) + (atLeft ? 0 : width - usedWidth);
      this.pdf.fillColor(style.colour ?? '#1c2026');
      for (const run of directionalRuns(line, direction))
        x += this.#writePiece(run, style, x, nextY);
      nextY += style.size * lineHeight;
    }
    return nextY;
  }

  /** Writes a piece on one baseline, using as many fonts as needed. Returns its width in points. */
  #writePiece(run: string, style: Style, left: number, top: number): number {
    const preferred = this.#preferred(style);
    const runs = runsOf(run, preferred);
    let x = left;
    for (const { text, face } of isRightToLeft(run) ? runs.reverse() : runs) {
      const lower = ((preferred[0]?.ascent ?? face.ascent) - face.ascent + 0.1) * style.size;
      this.pdf.font(face.name, style.size);
      if (text.trim() !== '') this.pdf.text(text, x, top + lower, { lineBreak: false });
      x += this.pdf.widthOfString(text);
    }
    return x - left;
  }

  rule(color: string, thickness: number, y = this.y): void {
    this.pdf.rect(margin, y, this.width, thickness).fill(color);
  }

  /** Begins a new page if less than this height remains on the current one. */
  need(height: number): void {
    if (this.y + height <= this.pdf.page.height - margin - footerHeight) return;
    this.pdf.addPage();
    this.y = margin;
    this.onNewPage?.();
  }

  /** Writes the footer of every page, and returns the file. */
  async finish(footer: (page: number, pages: number) => Block[]): Promise<Buffer> {
    const { count } = this.pdf.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.pdf.switchToPage(page);
      for (const block of footer(page + 1, count))
        this.write(block, this.pdf.page.height - margin - footerHeight / 2);
    }
    const ended = new Promise<void>((resolve, reject) =>
      this.pdf.on('end', resolve).on('error', reject),
    );
    this.pdf.end();
    await ended;
    return Buffer.concat(this.#chunks);
  }
}
