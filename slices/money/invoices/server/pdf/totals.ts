import { formatAmount } from '../charges/amounts.ts';
import type { Brand } from '../documents/brand.ts';
import { type DocumentLabels, formatTaxes, taxNoteOf } from '../documents/labels.ts';
import type { Printable } from '../documents/printable.ts';
import { type Pair, pairsHeight, writePairs } from './pairs.ts';
import type { Block, Sheet } from './sheet.ts';
import { hairline, normal, small, soft } from './styles.ts';

const width = 280;
const gap = 10;

/**
 * Writes net, each tax and the total, aligned with the end of the lines. They stay together on one
 * page.
 */
export function writeSums(
  sheet: Sheet,
  document: Printable,
  labels: DocumentLabels,
  brand: Brand,
): void {
  const { net, total, currency, decimals } = document;
  const shown = (amount: string) => `${formatAmount(amount, decimals)} ${currency}`;
  const plain = { size: normal };
  const rows = [
    ...[[labels.net, net] as const, ...formatTaxes(document)].map(([name, amount]) =>
      rowOf(sheet, name, shown(amount), plain),
    ),
    rowOf(sheet, labels.total, shown(total), { size: 12, isBold: true, colour: brand.accent }),
  ];
  const heights = rows.map((row) => Math.max(...row.map((block) => sheet.height(block))) + 3);
  sheet.y += 10;
  sheet.need(heights.reduce((sum, height) => sum + height, 0));
  for (const [index, row] of rows.entries()) {
    for (const block of row) sheet.write(block);
    sheet.y += heights[index] ?? 0;
  }
  const note = taxNoteOf(document.facts.regime ?? 'home', document.language);
  if (note !== null) writeNote(sheet, note);
}

/** Writes the reason for not charging tax below the total. */
function writeNote(sheet: Sheet, text: string): void {
  const block: Block = {
    text,
    style: { size: small, colour: soft },
    at: sheet.width - width,
    width,
    align: 'end',
  };
  const height = sheet.height(block) + 3;
  sheet.need(height);
  sheet.write(block);
  sheet.y += height;
}

function rowOf(sheet: Sheet, name: string, amount: string, style: Block['style']): [Block, Block] {
  const amountWidth = Math.min(sheet.widthOf(amount, style) + 1, width - 60);
  return [
    {
      text: name,
      style: { ...style, colour: style.colour ?? soft },
      at: sheet.width - width,
      width: width - amountWidth - gap,
    },
    {
      text: amount,
      style,
      at: sheet.width - amountWidth,
      width: amountWidth,
      align: 'end',
      direction: 'ltr',
    },
  ];
}

/** Writes payment details, if the seller has provided any. */
export function writePayment(
  sheet: Sheet,
  { number, facts: { seller } }: Printable,
  labels: DocumentLabels,
): void {
  if (seller.bankAccount === '') return;
  const bankDetails: Pair[] = [
    [labels.holder, seller.bankHolder, 'auto'],
    [labels.bank, seller.bankName, 'auto'],
    [labels.account, seller.bankAccount],
    [labels.swift, seller.bankSwift],
    [labels.reference, number],
  ];
  const pairs = bankDetails.filter(([, value]) => value !== '');
  const position = { at: 0, width: sheet.width };
  sheet.y += 16;
  sheet.need(pairsHeight(sheet, pairs, position) + 30);
  sheet.rule(hairline, 0.5);
  sheet.y += 8;
  const title = {
    ...position,
    text: labels.pay,
    style: { size: small, isBold: true, colour: soft },
  };
  sheet.y = writePairs(sheet, pairs, { ...position, y: sheet.write(title) + 2 });
}
