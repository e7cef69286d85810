/** The part of fontkit that documents use. It has no types. */
declare module 'fontkit' {
  export interface Glyph {
    id: number;
    codePoints: number[];
    advanceWidth: number;
  }
  export interface GlyphPosition {
    xAdvance: number;
    yAdvance: number;
    xOffset: number;
    yOffset: number;
  }
  export interface GlyphRun {
    glyphs: Glyph[];
    positions: GlyphPosition[];
    advanceWidth: number;
  }
  /** Lengths in units of the font. */
  export interface OpenFont {
    readonly postscriptName: string;
    readonly characterSet: number[];
    readonly unitsPerEm: number;
    readonly ascent: number;
    glyphForCodePoint(codePoint: number): Glyph;
    getGlyph(id: number): Glyph;
    layout: (text: string) => GlyphRun;
  }
  export function create(font: Uint8Array): OpenFont;
}

/** bidi-js has types, but for a module system that Node does not load it by. */
declare module 'bidi-js' {
  interface Embedding {
    levels: Uint8Array;
    paragraphs: { start: number; end: number; level: number }[];
  }
  interface Bidi {
    getEmbeddingLevels(text: string, direction: 'ltr' | 'rtl' | 'auto'): Embedding;
    getReorderedIndices(text: string, embedding: Embedding): number[];
    getMirroredCharactersMap(text: string, levels: Uint8Array): Map<number, string>;
  }
  export default function bidiFactory(): Bidi;
}
/** The part of pdfkit that documents use. It has no types. Lengths in points. */
declare module 'pdfkit' {
  interface Picture {
    width: number;
    height: number;
  }
  interface FileOptions {
    name: string;
    type: string;
    relationship: 'Alternative' | 'Data' | 'Source';
    description: string;
    creationDate: Date;
    modifiedDate: Date;
  }
  export default class PDFDocument {
    constructor(options: {
      size: 'A4';
      margin: number;
      subset: 'PDF/A-3b';
      pdfVersion: '1.7';
      lang: string;
      font: null;
      bufferPages: true;
      compress: boolean;
      displayTitle: boolean;
      info: { CreationDate: Date; Keywords: string };
    });
    readonly page: { width: number; height: number };
    registerFont(name: string, font: Uint8Array | import('fontkit').OpenFont): this;
    font(name: string, size?: number): this;
    fontSize(size: number): this;
    fillColor(colour: string): this;
    widthOfString(text: string): number;
    text(text: string, x: number, y: number, options: { lineBreak: false }): this;
    openImage(source: string): Picture & { colorSpace?: string };
    image(
      source: Picture,
      x: number,
      y: number,
      options: { fit: [number, number]; align?: 'right' },
    ): this;
    rect(x: number, y: number, width: number, height: number): this;
    fill(colour: string): this;
    addPage(): this;
    bufferedPageRange(): { start: number; count: number };
    switchToPage(index: number): this;
    file(content: Uint8Array, options: FileOptions): unknown;
    appendXML(xml: string): void;
    on(event: 'data', listener: (chunk: Uint8Array) => void): this;
    on(event: 'end', listener: () => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
    end(): void;
  }
}
