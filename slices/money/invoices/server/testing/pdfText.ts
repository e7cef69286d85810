import { inflateSync } from 'node:zlib';

/**
 * A piece of text as printed: letters from left to right, positioned in points from the left and
 * bottom of the page.
 */
export interface Fragment {
  page: number;
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
}

interface PdfObject {
  head: string;
  /** The content of the object's stream, one byte per character. */
  stream: string;
}

/** The objects of a pdfkit file, by number. */
export function objectsOf(file: Buffer): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>();
  for (const [, id = '', body = ''] of file
    .toString('latin1')
    .matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = '', packed] = body.split(/stream\n([\s\S]*)\nendstream/);
    const bytes = packed === undefined ? undefined : Buffer.from(packed, 'latin1');
    const stream = bytes && head.includes('/FlateDecode') ? inflateSync(bytes) : bytes;
    objects.set(id, { head, stream: stream?.toString('latin1') ?? '' });
  }
  return objects;
}

interface Font {
  letters: string[];
  /** In thousandths of the font size. */
  widths: number[];
}

/** The fonts by the names used on pages. */
function fontsOf(objects: Map<string, PdfObject>): Map<string, Font> {
  const fonts = new Map<string, Font>();
  const pages = [...objects.values()]
    .map(({ head }) => head)
    .filter((head) => head.includes('/Font <<'));
  for (const head of pages) {
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g))
      fonts.set(name, fontOf(objects, id));
  }
  return fonts;
}

function fontOf(objects: Map<string, PdfObject>, id: string): Font {
  const referencedObject = (head: string, key: string) =>
    objects.get(new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(head)?.[1] ?? '');
  const head = objects.get(id)?.head ?? '';
  const widths =
    /\/W \[0 \[([^\]]*)\]/
      .exec(referencedObject(head, 'DescendantFonts')?.head ?? '')?.[1]
      ?.split(' ')
      .map(Number) ?? [];
  const letters: string[] = [];
  for (const [, first = '', values = ''] of (
    referencedObject(head, 'ToUnicode')?.stream ?? ''
  ).matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)) {
    const start = Number.parseInt(first, 16);
    [...values.matchAll(/<([^>]*)>/g)].forEach(([, value = ''], index) => {
      const codes = value.match(/\w{4}/g) ?? [];
      letters[start + index] = codes
        .map((code) => String.fromCharCode(Number.parseInt(code, 16)))
        .join('');
    });
  }
  return { letters, widths };
}

/** All text, page by page, in the order in which it was written. */
export function fragmentsOf(file: Buffer): Fragment[] {
  const objects = objectsOf(file);
  const fonts = fontsOf(objects);
  const pages =
    /\/Kids \[([^\]]*)\]/.exec(
      [...objects.values()].find(({ head }) => head.includes('/Kids'))?.head ?? '',
    )?.[1] ?? '';
  return [...pages.matchAll(/(\d+) 0 R/g)].flatMap(([, id = ''], index) => {
    const contents = /\/Contents (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1] ?? '';
    return fragmentsOnPage(objects.get(contents)?.stream ?? '', index + 1, fonts);
  });
}

const textPattern =
  /1 0 0 1 ([\d.-]+) ([\d.-]+) Tm\n\/(F\d+) ([\d.]+) Tf\n(?:[^\n]*\n)*?\[([^\]]*)\] TJ/g;

function fragmentsOnPage(stream: string, page: number, fonts: Map<string, Font>): Fragment[] {
  return [...stream.matchAll(textPattern)].map(([, x, y, name = '', size, operands = '']) => {
    const { letters = [], widths = [] } = fonts.get(name) ?? {};
    const glyphs = [...operands.matchAll(/<(\w*)>/g)].flatMap(
      ([, codes = '']) => codes.match(/.{4}/g) ?? [],
    );
    const ids = glyphs.map((code) => Number.parseInt(code, 16));
    // Numbers between the letters reduce their distance.
    const spacing = [...operands.matchAll(/> (-?[\d.]+)/g)].reduce(
      (sum, [, by]) => sum + Number(by),
      0,
    );
    const width =
      ((ids.reduce((sum, id) => sum + (widths[id] ?? 0), 0) - spacing) * Number(size)) / 1000;
    return {
      page,
      text: ids.map((id) => letters[id] ?? '').join(''),
      x: Number(x),
      y: Number(y),
      width,
      size: Number(size),
    };
  });
}

/** The pieces of each line joined from left to right, line by line down each page. */
export function linesOf(file: Buffer): string[] {
  const lines = new Map<string, Fragment[]>();
  for (const fragment of fragmentsOf(file)) {
    const key = `${fragment.page} ${fragment.y.toFixed(1)}`;
    lines.set(key, [...(lines.get(key) ?? []), fragment]);
  }
  return [...lines.values()].map((runs) =>
    runs
      .sort((a, b) => a.x - b.x)
      .map(({ text }) => text)
      .join(' '),
  );
}

/**
 * The glyph IDs of all written text, by font. 0 is the glyph for letters that the font doesn't
 * contain.
 */
export function glyphsOf(file: Buffer): number[] {
  const streams = [...objectsOf(file).values()]
    .map(({ stream }) => stream)
    .filter((stream) => stream.includes(' TJ'));
  const operands = streams.flatMap((stream) =>
    [...stream.matchAll(/\[([^\]]*)\] TJ/g)].map(([, text = '']) => text),
  );
  return operands.flatMap((text) =>
    [...text.matchAll(/<(\w*)>/g)]
      .flatMap(([, codes = '']) => codes.match(/.{4}/g) ?? [])
      .map((code) => Number.parseInt(code, 16)),
  );
}
