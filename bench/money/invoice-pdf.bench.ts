import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import type { Printable } from '../../slices/money/invoices/server/documents/printable.ts';
import { facturXFile } from '../../slices/money/invoices/server/eInvoice/files.ts';
import { invoicePdf } from '../../slices/money/invoices/server/pdf/invoicePdf.ts';
import { linesOf } from '../../slices/money/invoices/server/testing/pdfText.ts';
import {
  defaultBrand,
  samplePrintable,
} from '../../slices/money/invoices/server/testing/samplePrintable.ts';
import { type Mark, median, reportMarks } from '../harness/report.ts';

/**
 * PDF invoices with 20 lines, every second one in Hebrew, with the structured invoice embedded, in
 * sequence in one process. The baseline is a bare pdfkit page with the same text and the same
 * fonts, which are opened for it: no layout, no right-to-left, nothing embedded. The time for
 * 10,000 is calculated from `CLOUDBERTH_BENCH_DOCUMENTS` of them, by default 200. Reading them
 * from the database isn't included.
 */
const documents = Number(process.env.CLOUDBERTH_BENCH_DOCUMENTS ?? 200);
const lines = 20;

const fontFile = (name: string) =>
  fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
const font = await readFile(fontFile('DejaVuSansCondensed'));
const bold = await readFile(fontFile('DejaVuSansCondensed-Bold'));

const printableAt = (index: number): Printable =>
  samplePrintable(lines, { number: `INV-${index}`, language: index % 2 === 0 ? 'en' : 'he' });
const renderPdf = (document: Printable) =>
  invoicePdf(document, { brand: defaultBrand, xml: facturXFile(document) });

/** The same text in consecutive lines. */
async function baseline(document: Printable, lines: readonly string[]): Promise<number> {
  const pdf = new PDFDocument({
    ...{
      size: 'A4',
      margin: 0,
      subset: 'PDF/A-3b',
      pdfVersion: '1.7',
      lang: 'en',
      font: null,
      bufferPages: true,
      compress: true,
    },
    ...{ displayTitle: true, info: { CreationDate: document.issuedAt, Keywords: document.id } },
  });
  let size = 0;
  const finished = new Promise<void>((resolve) => {
    pdf.on('data', (chunk) => {
      size += chunk.length;
    });
    pdf.on('end', resolve);
  });
  pdf
    .registerFont('normal', font)
    .registerFont('bold', bold)
    .font('bold', 9.5)
    .text('Invoice', 45, 30, { lineBreak: false });
  pdf.font('normal', 9.5);
  for (const [index, line] of lines.entries())
    pdf.text(line, 45, 45 + index * 11, { lineBreak: false });
  pdf.end();
  await finished;
  return size;
}

async function measure(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const textLines = linesOf(await renderPdf(printableAt(0)));
// The first ones are slower for both, because the program is compiled while it runs.
for (let index = 0; index < 10; index++) {
  await renderPdf(printableAt(index));
  await baseline(printableAt(index), textLines);
}
const times = { whole: [] as number[], bare: [] as number[] };
for (let index = 0; index < documents; index++) {
  times.bare.push(await measure(() => baseline(printableAt(index), textLines)));
  times.whole.push(await measure(() => renderPdf(printableAt(index))));
}
const total = times.whole.reduce((sum, ms) => sum + ms, 0);
process.stdout.write(
  `       ${documents} invoices of ${lines} lines: bare page ${median(times.bare).toFixed(0)} ms, invoice ${median(times.whole).toFixed(0)} ms; memory ${Math.round(process.memoryUsage().rss / 1_048_576)} MB\n`,
);
const marks: Mark[] = [
  {
    what: 'an invoice of 20 lines as PDF, median',
    value: median(times.whole),
    unit: 'ms',
    kind: 'most',
    limit: 300,
  },
  {
    what: '10,000 of them, one after the other',
    value: ((total / documents) * 10_000) / 60_000,
    unit: 'min',
    kind: 'most',
    limit: 20,
  },
  {
    what: 'an invoice beside a bare page with the same words',
    value: median(times.whole) / median(times.bare),
    unit: 'times',
    kind: 'most',
    limit: 1,
  },
];
reportMarks(marks);
