import { setImmediate as othersRun } from 'node:timers/promises';
import { directionOf } from '../../../../../contract/languages.ts';
import { formatAmount } from '../charges/amounts.ts';
import type { DocumentLabels } from '../documents/labels.ts';
import { type Printable, type PrintableLine, priceBasisTextOf } from '../documents/printable.ts';
import type { Block, Sheet } from './sheet.ts';
import { hairline, normal, small, soft } from './styles.ts';

const gap = 10;
const padding = 4;
const timeWidth = 128;
const minDescriptionWidth = 160;
/** The number of lines after which it yields to other work. */
const batchSize = 50;

/** The column positions, measured from the side at which lines begin, in points. */
interface Columns {
  what: number;
  time: number;
  amount: number;
}

/** Writes the lines, each with its text, dates, and amount. Every page repeats the heading. */
export async function writeLines(
  sheet: Sheet,
  document: Printable,
  labels: DocumentLabels,
): Promise<void> {
  const amounts = document.lines.map(({ amount }) => formatAmount(amount, document.decimals));
  const heading = `${labels.amount} (${document.currency})`;
  const columns = columnsOf(sheet, amounts, heading);
  const writeHeading = () => {
    const style = { size: small, isBold: true, colour: soft };
    writeRow(
      sheet,
      blocksOf(sheet, columns, [labels.what, labels.time, heading], [style, style, style]),
    );
  };
  sheet.need(60);
  writeHeading();
  sheet.onNewPage = writeHeading;
  for (const [index, line] of document.lines.entries()) {
    writeLine(sheet, document, columns, line, amounts[index] ?? '');
    if (index % batchSize === batchSize - 1) await othersRun();
  }
  sheet.onNewPage = undefined;
}

/** The amount columns get the width they need, and the others share the rest. */
function columnsOf(sheet: Sheet, amounts: readonly string[], heading: string): Columns {
  const longest = amounts.reduce(
    (found, amount) => (amount.length > found.length ? amount : found),
    '',
  );
  const preferredWidth =
    Math.max(
      sheet.widthOf(longest, { size: normal }),
      sheet.widthOf(heading, { size: small, isBold: true }),
    ) + 2;
  const amount = Math.min(preferredWidth, sheet.width - minDescriptionWidth - timeWidth - 2 * gap);
  return { what: sheet.width - amount - timeWidth - 2 * gap, time: timeWidth, amount };
}

type Triple<T> = [T, T, T];

function blocksOf(
  sheet: Sheet,
  { what, time, amount }: Columns,
  texts: Triple<string>,
  styles: Triple<Block['style']>,
): Triple<Block> {
  return [
    { text: texts[0], style: styles[0], at: 0, width: what },
    {
      text: texts[1],
      style: styles[1],
      at: what + gap,
      width: time,
      ...(/\d/.test(texts[1]) ? { direction: 'ltr' as const } : {}),
    },
    {
      text: texts[2],
      style: styles[2],
      at: sheet.width - amount,
      width: amount,
      align: 'end',
      ...amountDirection(texts[2]),
    },
  ];
}

const amountDirection = (text: string) => (/^-?\d/.test(text) ? { direction: 'ltr' as const } : {});

function writeLine(
  sheet: Sheet,
  document: Printable,
  columns: Columns,
  line: PrintableLine,
  amount: string,
): void {
  const { facts, language } = document;
  const { subject, item, from, to } = line;
  const [description, time, sum] = blocksOf(
    sheet,
    columns,
    [subject, `${from} – ${to}`, amount],
    [{ size: normal }, { size: normal }, { size: normal }],
  );
  const title = facts.items[item]?.title[language] ?? item;
  const subline = {
    style: { size: small, colour: soft },
    at: description.at,
    width: description.width,
  };
  writeRow(
    sheet,
    [description, time, sum],
    [
      { ...subline, text: title },
      { ...subline, text: priceBasisTextOf(document, line), direction: directionOf(language) },
    ],
  );
}

/**
 * Writes cells next to each other, with a text below the first. A row isn't split between pages.
 */
function writeRow(sheet: Sheet, cells: readonly Block[], below: readonly Block[] = []): void {
  const heightOf = (blocks: readonly Block[]) =>
    blocks.reduce((sum, block) => sum + sheet.height(block), 0);
  const height =
    Math.max(
      heightOf([...cells.slice(0, 1), ...below]),
      ...cells.map((cell) => sheet.height(cell)),
    ) +
    2 * padding;
  sheet.need(height);
  const y = sheet.y + padding;
  for (const cell of cells) sheet.write(cell, y);
  let nextY = y + heightOf(cells.slice(0, 1));
  for (const block of below) nextY = sheet.write(block, nextY);
  sheet.y += height;
  sheet.rule(hairline, 0.5);
}
