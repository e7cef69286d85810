import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvLine, csvMark, parseCsv } from './csv.ts';

const csvRows = (csv: string) => parseCsv(csv).rows;

/** An RFC 4180 parser that splits one line into its cells. */
function parse(line: string): string[] {
  const cells: string[] = [];
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n$)/gy;
  for (let found = pattern.exec(line); found; found = pattern.exec(line)) {
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] !== ',') break;
  }
  return cells;
}

it.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '\0=1',
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("http://a","b")',
])('no cell starts as a formula: %j', (value) => {
  expect(parse(csvLine([value]))).toEqual([`'${value}`]);
});

it('numbers, dates and empty values stay unchanged', () => {
  expect(csvLine([-1.5, null, undefined, true, new Date(0)])).toBe(
    '-1.5,,,true,1970-01-01T00:00:00.000Z\r\n',
  );
});

it('a decimal stays unchanged, but a formula in its place doesn’t', () => {
  expect(csvLine([{ decimal: '-10.50' }, { decimal: '=1' }, { decimal: '-1+1' }])).toBe(
    "-10.50,'=1,'-1+1\r\n",
  );
});

it('any text is read back unchanged, and no cell is a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 6 }), (values) => {
      const cells = parse(csvLine(values));
      expect(
        cells.map((cell, index) => (cell === `'${values[index]}` ? values[index] : cell)),
      ).toEqual(values);
      for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r\n\0]/);
    }),
  );
});

it('rows of any cells are read back as written', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.constantFrom('a,b', 'say "x"', 'two\r\nlines', '=1+1', '-5', ''),
  );
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      (rows) => {
        const first = ['a', 'b'];
        expect(csvRows(csvMark + [first, ...rows].map(csvLine).join(''))).toEqual([
          first,
          ...rows.map((row) => row.map(withoutMark)),
        ]);
      },
    ),
  );
});

/** Removes the mark from text that itself looks like marked text. */
const withoutMark = (text: string): string =>
  /^'[=+\-@\t\r\n\0]/.test(text) ? text.slice(1) : text;

it('cells with unbalanced quotation marks stay unchanged', () => {
  expect(csvRows('a,b\n1,"2"3\n4')).toEqual([['a', 'b'], ['1', '"2"3'], ['4']]);
  expect(csvRows('')).toEqual([]);
  expect(csvRows('a;b\n1;2')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
});

it.each([
  ['semicolons', ';'],
  ['tabs', '\t'],
])('%s are detected between cells, and a comma within numbers', (_name, separator) => {
  const source = [
    ['code', 'hourly', 'tiers'],
    ['cpu', '0,02', '"100:0,008:4"'],
  ]
    .map((row) => row.join(separator))
    .join('\n');
  const { rows, decimal } = parseCsv(source);
  expect(rows).toEqual([
    ['code', 'hourly', 'tiers'],
    ['cpu', '0,02', '100:0,008:4'],
  ]);
  expect([decimal('0,02'), decimal('5'), decimal('1.000')]).toEqual(['0.02', '5', 'NaN']);
});

it('a decimal point stays a decimal point if the comma isn’t the decimal separator', () => {
  for (const csv of [
    'code;hourly\ncpu;0.02',
    'code,hourly\ncpu,0.02',
    'code\thourly\tname\ncpu\t0.02\tRAM 1,5 GB',
  ])
    expect(parseCsv(csv).decimal('0.02')).toBe('0.02');
});

it('separators within quotation marks don’t separate cells', () => {
  expect(csvRows('"a,b,c";d\n1;2')).toEqual([
    ['a,b,c', 'd'],
    ['1', '2'],
  ]);
});
