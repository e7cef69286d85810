import { describe, expect, it } from 'vitest';
import type { Printable } from '../documents/printable.ts';
import { facturXFile } from '../eInvoice/files.ts';
import { type Fragment, fragmentsOf, linesOf, objectsOf } from '../testing/pdfText.ts';
import { defaultBrand, samplePrintable } from '../testing/samplePrintable.ts';
import { directionalRuns } from './bidi.ts';
import { invoicePdf } from './invoicePdf.ts';

const render = (printable: Printable, brand = defaultBrand) =>
  invoicePdf(printable, { brand, xml: facturXFile(printable) });
const backward = (text: string) => [...text].reverse().join('');

/**
 * The box from the tallest to the deepest letter. Lines may be close as long as these boxes don't
 * overlap.
 */
const boxOf = ({ x, y, width, size }: Fragment) => ({
  left: x,
  right: x + width,
  foot: y - 0.2 * size,
  head: y + 0.72 * size,
});

/** Pieces of text that overlap. */
function overlaps(fragments: readonly Fragment[]): string[] {
  const boxes = fragments
    .filter(({ text }) => text.trim() !== '')
    .map((fragment) => ({ ...fragment, ...boxOf(fragment) }));
  const rangesOverlap = (from: number, to: number, otherFrom: number, otherTo: number) =>
    from < otherTo - 0.1 && otherFrom < to - 0.1;
  return boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (b) =>
          a.page === b.page &&
          rangesOverlap(a.left, a.right, b.left, b.right) &&
          rangesOverlap(a.foot, a.head, b.foot, b.head),
      )
      .map((b) => `${a.text} | ${b.text}`),
  );
}

/** Expects all text to be on the page, within the margins, without overlaps. */
function expectWellFormed(file: Buffer): void {
  const fragments = fragmentsOf(file);
  expect(overlaps(fragments)).toEqual([]);
  const outside = fragments.map((fragment) => ({ ...fragment, ...boxOf(fragment) }));
  expect(
    outside.filter(
      ({ left, right, foot, head }) => left < 44 || right > 551.5 || foot < 30 || head > 800,
    ),
  ).toEqual([]);
}

const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const crowdedInvoice = (language: 'en' | 'he') => {
  const printable = samplePrintable(3, { language, reason: `${long} ${long} ${long}` });
  const { seller, buyer } = printable.facts;
  return samplePrintable(
    3,
    {
      ...printable,
      number: 'INVOICE-OF-A-VERY-LONG-SERIES-2030-00000000000000000000042',
      net: '123456789012.00',
      total: '145678901234.00',
    },
    {
      ...printable.facts,
      seller: {
        ...seller,
        legalName: `${long} & ${long} AG`,
        street: `${long} 17`,
        bankHolder: `${long} ${long}`,
      },
      buyer: {
        ...buyer,
        name: `${long} ${long}`,
        email: `${'very-long-name-'.repeat(6)}@example.test`,
      },
      items: {
        'cpu.B': {
          title: {
            en: `${long} ${long}`,
            he: 'מעבד מסוג מיוחד מאוד '.repeat(8).trim(),
            ar: `${long} ${long}`,
          },
          unit: { en: '', he: '', ar: '' },
        },
      },
      taxes: [{ name: `${long} tax`, rate: '18', amount: '22222112222.00' }],
    },
  );
};

describe('the PDF of an invoice', () => {
  it('contains the parties, lines, dates, amounts and payment details', async () => {
    const file = await render(samplePrintable(3));
    const lines = linesOf(file);
    const all = lines.join('\n');
    for (const content of [
      'Tax invoice',
      'INV-2030-000042',
      '2030-05-02',
      '2030-06-01',
      '2030-04',
      'Example & Sons GmbH',
      'Buyer <Ltd>',
    ])
      expect(all).toContain(content);
    expect(lines).toEqual(
      expect.arrayContaining([
        'Berlin 10115 Paris 75001',
        'Tax number: 123456788 Tax number: 12345678901',
      ]),
    );
    for (const amount of ['1.00', '1.01', '1.02'])
      expect(all).toMatch(new RegExp(`server-000\\d 2030-04-03 – 2030-04-30 ${amount}`));
    expect(lines).toEqual(
      expect.arrayContaining([
        'Before tax 3.03 EUR',
        'VAT 18% 0.55 EUR',
        'Total 3.58 EUR',
        'Account DE02120300000000202051',
      ]),
    );
    expect(all.match(/Processor B/g)).toHaveLength(3);
    expectWellFormed(file);
  });

  it('is identical for the same document and differs between documents', async () => {
    const first = await render(samplePrintable(30));
    expect((await render(samplePrintable(30))).equals(first)).toBe(true);
    expect((await render(samplePrintable(30, { number: 'INV-43' }))).equals(first)).toBe(false);
  });

  it('is searchable, regardless of documents generated before it', async () => {
    const before = await render(samplePrintable(1, { reason: 'office' }));
    await render(samplePrintable(1, { reason: 'o\ufb03ce é ´ Ä ¨ \u00a0 \u2010' }));
    expect((await render(samplePrintable(1, { reason: 'office' }))).equals(before)).toBe(true);
    for (const file of [before, await render(samplePrintable(1, { reason: 'o\ufb03ce' }))])
      expect(linesOf(file)).toContain('Reason: office');
    expect(linesOf(await render(samplePrintable(1, { reason: 'é´Ä¨ -' })))).toContain(
      'Reason: é´Ä¨ -',
    );
  });

  it('of 2,000 lines contains all of them in order, with heading and number on every page', async () => {
    const file = await render(samplePrintable(2000));
    const fragments = fragmentsOf(file);
    const subjects = fragments.map(({ text }) => text).filter((text) => text.startsWith('server-'));
    expect(subjects).toEqual(
      Array.from({ length: 2000 }, (_, index) => `server-${String(index + 1).padStart(4, '0')}`),
    );
    const pages = fragments.at(-1)?.page ?? 0;
    expect(pages).toBeGreaterThan(50);
    for (let page = 1; page <= pages; page++) {
      const on = fragments.filter((fragment) => fragment.page === page).map(({ text }) => text);
      expect(on).toContain(`Page ${page} of ${pages}`);
      expect(on).toContain('INV-2030-000042');
      if (page < pages) expect(on).toContain('Description');
    }
    const some = fragments.filter(({ page }) => page <= 3 || page > pages - 2);
    expect(overlaps(some)).toEqual([]);
  });

  it('does not block other work while a long document is generated', async () => {
    let ticks = 0;
    const others = setInterval(() => ticks++, 1);
    await render(samplePrintable(2000));
    clearInterval(others);
    expect(ticks).toBeGreaterThan(10);
  });

  it.each(['en', 'he'] as const)(
    'wraps long text instead of overlapping other text (%s)',
    async (language) => {
      expectWellFormed(await render(crowdedInvoice(language)));
    },
  );

  it.each([11, 12, 13, 14, 15, 16])(
    'keeps totals and payment details on one page for %s lines',
    async (count) => {
      const printable = samplePrintable(count);
      const seller = { ...printable.facts.seller, bankHolder: `${long} `.repeat(8).trim() };
      const file = await render({ ...printable, facts: { ...printable.facts, seller } });
      expectWellFormed(file);
      const page = (text: string) =>
        fragmentsOf(file).find((fragment) => fragment.text === text)?.page;
      expect(page('Total')).toBe(page('Before tax'));
      expect(page('Reference')).toBe(page('Pay by transfer'));
    },
  );

  it('of a credit note has negative amounts, names its invoice and has no payment details', async () => {
    const printable = samplePrintable(1, {
      kind: 'creditNote',
      net: '-1.0000',
      tax: '-0.1800',
      total: '-1.1800',
      dueOn: null,
      reason: 'Was down',
    });
    printable.lines[0] = {
      ...(printable.lines[0] as Printable['lines'][number]),
      amount: '-1.0000',
    };
    const file = await render({ ...printable, facts: { ...printable.facts, about: 'INV-41' } });
    const all = linesOf(file).join('\n');
    for (const content of [
      'Credit note',
      'for invoice INV-41',
      'Reason: Was down',
      'Before tax -1.00 EUR',
      'VAT 18% -0.18 EUR',
      'Total -1.18 EUR',
    ])
      expect(all).toContain(content);
    expect(all).not.toContain('Pay by transfer');
  });

  it('writes a placeholder for letters without a glyph, and omits control characters', async () => {
    const file = await render(
      samplePrintable(1, { reason: 'Ünïcödé Łódź Привет \u0007🚀👩\u200d👩\u200d👧' }),
    );
    expect(linesOf(file).join('\n')).toContain('Reason: Ünïcödé Łódź Привет \ufffd\ufffd');
  });
});

describe('a Hebrew document', () => {
  const printable = samplePrintable(2, { language: 'he' });
  const hebrew = {
    ...printable,
    facts: {
      ...printable.facts,
      buyer: { ...printable.facts.buyer, name: 'דנה לוי (Example Ltd) 2030' },
    },
  };

  it('starts on the right: labels right of their values, the first column right of the last', async () => {
    const fragments = fragmentsOf(await render(hebrew));
    const at = (text: string) =>
      fragments.find((fragment) => fragment.text === text)?.x ?? Number.NaN;
    expect(at(backward('מספר'))).toBeGreaterThan(at('INV-2030-000042'));
    expect(at('server-0001')).toBeGreaterThan(at('2030-04-03 – 2030-04-30'));
    expect(at('2030-04-03 – 2030-04-30')).toBeGreaterThan(at('1.00'));
    expect(at(backward('מאת'))).toBeGreaterThan(at(backward('לכבוד')));
    expect(at('Example Cloud')).toBeGreaterThan(at(backward('חשבונית')));
    expect(at('2.01 EUR')).toBeLessThan(at(backward('לפני')));
    expectWellFormed(await render(hebrew));
  });

  it('lays out words from right to left, with numbers and Latin names from left to right', async () => {
    const lines = linesOf(await render(hebrew));
    expect(lines.find((line) => line.includes('Example Ltd'))).toContain(
      `2030 ( Example Ltd ) ${backward('לוי')} ${backward('דנה')}`,
    );
    expect(lines.find((line) => line.includes(backward('עמוד')))).toContain(
      `1 ${backward('מתוך')} 1 ${backward('עמוד')}`,
    );
  });

  it.each([
    ['שלום עולם', 'rtl', ['עולם', ' ', 'שלום']],
    [
      'חשבונית INV-7 מיום 2030-05-02',
      'rtl',
      ['2030-05-02', ' ', 'מיום', ' ', 'INV-7', ' ', 'חשבונית'],
    ],
    ['VAT 18%', 'rtl', ['VAT 18%']],
    ['מע"מ 18%', 'rtl', ['18%', ' ', 'מע"מ']],
    ['Acme בע"מ Ltd', 'ltr', ['Acme ', 'בע"מ', ' Ltd']],
    ['(שלום)', 'rtl', ['(שלום)']],
    ['😀 (!) שלום', 'rtl', ['שלום', ' ', '(!)', ' ', '😀']],
    ['Acme Ltd', 'auto', ['Acme Ltd']],
  ] as const)('%s (%s) is printed as its pieces from left to right', (line, direction, runs) => {
    expect(directionalRuns(line, direction)).toEqual(runs);
  });
});

describe('the branding', () => {
  /** An image with a single black pixel. */
  const png =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';
  const contains = (file: Buffer, part: string) =>
    [...objectsOf(file).values()].some(({ head }) => head.includes(part));

  it('uses the site’s color, and its logo instead of its name', async () => {
    const plain = await render(samplePrintable(1));
    expect(linesOf(plain).join()).toContain('Example Cloud');
    expect(contains(plain, '/Image\n')).toBe(false);
    const file = await render(samplePrintable(1), {
      ...defaultBrand,
      accent: '#cc0000',
      logo: png,
    });
    expect(linesOf(file).join()).not.toContain('Example Cloud');
    expect(contains(file, '/Subtype /Image\n')).toBe(true);
    expect(
      [...objectsOf(file).values()].some(({ stream }) => stream.includes('\n0.8 0 0 scn\n')),
    ).toBe(true);
  });

  it.each([
    ['of a kind no PDF holds', 'data:image/webp;base64,UklGRg=='],
    ['that is broken', 'data:image/png;base64,AAAA'],
  ])('shows the name instead of a logo %s', async (_case, logo) => {
    expect(linesOf(await render(samplePrintable(1), { ...defaultBrand, logo })).join()).toContain(
      'Example Cloud',
    );
  });
});

describe('the file', () => {
  const objects = async (printable: Printable) => [...objectsOf(await render(printable)).values()];
  const metadata = (all: { head: string; stream: string }[]) =>
    Buffer.from(all.find(({ head }) => head.includes('/Metadata'))?.stream ?? '', 'latin1');

  it('embeds the structured invoice as Factur-X requires, and declares it', async () => {
    const printable = samplePrintable(2);
    const all = await objects(printable);
    const file = all.find(({ head }) => head.includes('/EmbeddedFile\n'));
    expect(Buffer.from(file?.stream ?? '', 'latin1').toString()).toBe(facturXFile(printable));
    expect(file?.head).toContain('/Subtype /text#2Fxml');
    const spec = all.find(({ head }) => head.includes('/Filespec'))?.head;
    for (const part of ['/AFRelationship /Alternative', '/F (factur-x.xml)', '/UF (factur-x.xml)'])
      expect(spec).toContain(part);
    expect(all.some(({ head }) => /\/Type \/Catalog[\s\S]*\/AF \[\d+ 0 R\]/.test(head))).toBe(true);
    const xmp = metadata(all).toString();
    for (const part of [
      '<pdfaid:part>3</pdfaid:part>',
      '<pdfaid:conformance>B</pdfaid:conformance>',
      'xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"',
      '<fx:DocumentType>INVOICE</fx:DocumentType>',
      '<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>',
      '<fx:Version>1.0</fx:Version>',
      '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
      '<pdfaSchema:prefix>fx</pdfaSchema:prefix>',
      'Example &amp; Sons GmbH',
    ])
      expect(xmp).toContain(part);
  });

  it('embeds all resources it needs, for archiving', async () => {
    const all = await objects(samplePrintable(2));
    expect(all.some(({ head }) => head.includes('/GTS_PDFA1'))).toBe(true);
    expect(all.filter(({ head }) => head.includes('/FontDescriptor\n'))).toHaveLength(2);
    expect(all.filter(({ head }) => head.includes('/FontFile2 '))).toHaveLength(2);
    expect(all.some(({ head }) => head.includes('/Encrypt') || head.includes('/JavaScript'))).toBe(
      false,
    );
  });

  it('embeds no structured invoice when the document violates rules of the standard', async () => {
    const printable = samplePrintable(2);
    const all = await objects({
      ...printable,
      facts: { ...printable.facts, buyer: { ...printable.facts.buyer, country: '' } },
    });
    expect(all.some(({ head }) => head.includes('/EmbeddedFile'))).toBe(false);
    expect(metadata(all).toString()).not.toContain('factur-x');
  });
});
