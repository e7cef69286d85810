import type * as z from 'zod';
import type { Language, LocalizedText } from '../../../../../contract/languages.ts';
import { type CsvTable, csvLine, csvMark, parseCsv } from '../../../../../server/platform/csv.ts';
import type { pricingEndpoints } from '../../contract.ts';
import { localize } from '../../texts/localize.ts';
import { groupOf } from '../messages.ts';
import { inLanguage, knownItem } from './knownItems.ts';

type ReadAnswer = z.input<(typeof pricingEndpoints)['getPriceListCsv']['answer']>;
type Item = ReadAnswer['items'][number];
type Problem = ReadAnswer['problems'][number];
const fields = [
  'code',
  'title',
  'unit',
  'hourly',
  'monthly',
  'poweredOff',
  'offHourly',
  'offMonthly',
  'billing',
  'included',
  'minimum',
  'tiers',
] as const;
type Field = (typeof fields)[number];

/** The items of a list as CSV, with a byte order mark so that spreadsheets read it as UTF-8. */
export const itemsCsv = (items: readonly Item[]): string =>
  csvMark +
  [
    csvLine(fields),
    ...items.map((item) => csvLine(fields.map((field) => cellOf(item, field)))),
  ].join('');

function cellOf(item: Item, field: Field) {
  if (field === 'tiers') return tiersText(item.tiers);
  return field === 'billing' ? (item.isPurchase ? 'purchase' : 'time') : item[field];
}

/**
 * Tiers as text: `100:0.008:4; 500:0.006:3`. Each has the quantity it starts at, the hourly price,
 * and the monthly price, which are empty if it isn't sold that way.
 */
const tiersText = (tiers: Item['tiers']): string =>
  tiers.map(({ from, hourly, monthly }) => [from, hourly, monthly].join(':')).join('; ');

function parseTiers(text: string, decimal: CsvTable['decimal']): Item['tiers'] | null {
  if (text === '') return [];
  const tiers = text.split(';').map((part) => {
    const [from = '', hourly = '', monthly = '', ...more] = part
      .split(':')
      .map((entry) => decimal(entry.trim()));
    const isValid =
      more.length === 0 &&
      quantityPattern.test(from) &&
      [hourly, monthly].every((price) => price === '' || pricePattern.test(price));
    return isValid ? { from, hourly: hourly || null, monthly: monthly || null } : null;
  });
  return tiers.includes(null) ? null : tiers.filter((tier) => tier !== null);
}

const problems = {
  heading: localize('problems.heading'),
  unknown: localize('problems.unknown'),
  twice: localize('problems.twice'),
  price: localize('problems.price'),
  none: localize('problems.none'),
  amount: localize('problems.amount'),
  tiers: localize('problems.tiers'),
  poweredOff: localize('problems.poweredOff'),
  notPriced: localize('problems.notPriced'),
  offNeeded: localize('problems.offNeeded'),
  offNotSold: localize('problems.offNotSold'),
  billing: localize('problems.billing'),
  empty: localize('problems.empty'),
  tooMany: localize('problems.tooMany'),
} satisfies Record<string, LocalizedText>;

const maxItems = 500;
const pricePattern = /^\d{1,6}(\.\d{1,8})?$/;
const quantityPattern = /^\d{1,6}(\.\d{1,4})?$/;

/**
 * Reads the output of `itemsCsv`, also after editing in a spreadsheet. Columns can be in any order.
 * `code` is required, a missing `poweredOff` gets its default, and `title` and `unit` are ignored.
 * Each problem contains its row, counted from 1 with the heading, and its field.
 */
export function parseItemsCsv(csv: string, language: Language): ReadAnswer {
  const {
    rows: [heading = [], ...rows],
    decimal,
  } = parseCsv(csv);
  const toProblem = (row: number, { field, texts }: Fault): Problem => ({
    row,
    field,
    problem: texts[language],
  });
  const column = new Map(heading.map((name, index) => [name.trim().toLowerCase(), index]));
  if (!column.has('code'))
    return { items: [], problems: [toProblem(1, { field: 'code', texts: problems.heading })] };
  if (rows.length > maxItems)
    return {
      items: [],
      problems: [toProblem(maxItems + 2, { field: 'code', texts: problems.tooMany })],
    };
  const items: Item[] = [];
  const found: Problem[] = [];
  const seen = new Set<string>();
  for (const [index, cells] of rows.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    const { item, faults } = readRow(
      { cell: (field) => (cells[column.get(field.toLowerCase()) ?? -1] ?? '').trim(), decimal },
      seen,
      language,
    );
    found.push(...faults.map((fault) => toProblem(index + 2, fault)));
    if (item) items.push(item);
  }
  if (items.length === 0 && found.length === 0)
    found.push(toProblem(2, { field: 'code', texts: problems.empty }));
  return { items: found.length === 0 ? items : [], problems: found };
}

interface Fault {
  field: Field;
  texts: LocalizedText;
}

interface Row {
  cell(field: Field): string;
  decimal: CsvTable['decimal'];
}

function readRow(
  { cell, decimal }: Row,
  seen: Set<string>,
  language: Language,
): { item: Item | null; faults: Fault[] } {
  const decimalCell = (field: Field): string => decimal(cell(field));
  const code = cell('code');
  const catalogItem = knownItem(code);
  if (!catalogItem) return { item: null, faults: [{ field: 'code', texts: problems.unknown }] };
  const faults: Fault[] = seen.has(code) ? [{ field: 'code', texts: problems.twice }] : [];
  seen.add(code);
  const [hourly, monthly] = [decimalCell('hourly') || null, decimalCell('monthly') || null];
  if (hourly !== null && !pricePattern.test(hourly))
    faults.push({ field: 'hourly', texts: problems.price });
  if (monthly !== null && !pricePattern.test(monthly))
    faults.push({ field: 'monthly', texts: problems.price });
  if (hourly === null && monthly === null) faults.push({ field: 'hourly', texts: problems.none });
  const [included, minimum, tiers] = [
    decimalCell('included') || '0',
    decimalCell('minimum') || null,
    parseTiers(cell('tiers'), decimal),
  ];
  if (!quantityPattern.test(included)) faults.push({ field: 'included', texts: problems.amount });
  if (minimum !== null && !pricePattern.test(minimum))
    faults.push({ field: 'minimum', texts: problems.price });
  if (tiers === null) faults.push({ field: 'tiers', texts: problems.tiers });
  const poweredOff = cell('poweredOff').toLowerCase() || catalogItem.poweredOff;
  if (poweredOff !== 'charge' && poweredOff !== 'free' && poweredOff !== 'priced')
    return { item: null, faults: [...faults, { field: 'poweredOff', texts: problems.poweredOff }] };
  const [offHourly, offMonthly] = [
    decimalCell('offHourly') || null,
    decimalCell('offMonthly') || null,
  ];
  faults.push(
    ...offPriceFaults(
      poweredOff,
      { offHourly, offMonthly },
      { offHourly: hourly, offMonthly: monthly },
    ),
  );
  const billing = cell('billing').toLowerCase() || 'time';
  if (billing !== 'time' && billing !== 'purchase')
    faults.push({ field: 'billing', texts: problems.billing });
  const off = { poweredOff, offHourly, offMonthly } as const;
  const terms = {
    hourly,
    monthly,
    ...off,
    isPurchase: billing === 'purchase',
    included,
    minimum,
    tiers: tiers ?? [],
  } as const;
  return {
    item: { code, group: groupOf(code), ...inLanguage(catalogItem, language), ...terms },
    faults,
  };
}

type OffPrices = Record<'offHourly' | 'offMonthly', string | null>;

/**
 * Prices while off are allowed only with `priced`, and must have the same billing modes as the
 * item.
 */
function offPriceFaults(poweredOff: string, prices: OffPrices, regularPrices: OffPrices): Fault[] {
  const fault = (field: keyof OffPrices): LocalizedText | null => {
    const price = prices[field];
    if (poweredOff !== 'priced') return price === null ? null : problems.notPriced;
    if (price === null) return regularPrices[field] === null ? null : problems.offNeeded;
    if (regularPrices[field] === null) return problems.offNotSold;
    return pricePattern.test(price) ? null : problems.price;
  };
  return (['offHourly', 'offMonthly'] as const).flatMap((field) => {
    const texts = fault(field);
    return texts ? [{ field, texts }] : [];
  });
}
