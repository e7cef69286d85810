/**
 * An exact decimal, such as an amount of money: a number for spreadsheets, also with a minus sign.
 */
export interface CsvDecimal {
  decimal: string;
}

export type CsvValue = string | number | boolean | Date | CsvDecimal | null | undefined;

/** Makes spreadsheets read the file as UTF-8. */
export const csvMark = '\ufeff';

/**
 * RFC 4180. What a spreadsheet would take for a formula is marked as text (OWASP, CSV injection).
 */
function cell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object')
    return value instanceof Date ? value.toISOString() : decimalCell(value);
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t\r\n\0]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Text that isn't a decimal number after all is written as text. */
const decimalCell = ({ decimal }: CsvDecimal): string =>
  /^-?\d+(\.\d+)?$/.test(decimal) ? decimal : cell(decimal);

/** One line of a CSV file with its line end. */
export const csvLine = (values: readonly CsvValue[]): string => `${values.map(cell).join(',')}\r\n`;

export interface CsvTable {
  rows: string[][];
  /**
   * A cell's decimal number with a point, independent of the file's decimal sign. `NaN` if it isn't
   * a number.
   */
  decimal(cell: string): string;
}

/**
 * A CSV file as RFC 4180 defines it, or as spreadsheets save and copy it: any line ends; commas,
 * semicolons or tabs between cells; a decimal comma in files whose cells aren't separated by
 * commas. A file with a decimal comma has no decimal point: `1.000` would be a thousand there. The
 * apostrophe that `csvLine` puts before what looks like a formula is removed.
 */
export function readCsv(csv: string): CsvTable {
  const source = csv.startsWith(csvMark) ? csv.slice(1) : csv;
  const separator = separatorOf(source);
  const rows = readRows(source, separator);
  const hasDecimalComma =
    separator !== ',' &&
    rows.some((row) => row.some((cell) => /^[\d\s,.:;-]*$/.test(cell) && /\d,\d/.test(cell)));
  const toPoint = (cell: string): string => (cell.includes('.') ? 'NaN' : cell.replace(',', '.'));
  return { rows, decimal: hasDecimalComma ? toPoint : (cell) => cell };
}

/** The character that occurs most often between the cells of the first row. */
function separatorOf(source: string): string {
  const firstRow = /^(?:"(?:[^"]|"")*"|[^\r\n"]|")*/.exec(source)?.[0] ?? '';
  const unquoted = firstRow.replace(/"(?:[^"]|"")*"/g, '');
  const count = (separator: string): number => unquoted.split(separator).length;
  return [',', ';', '\t'].reduce((best, separator) =>
    count(separator) > count(best) ? separator : best,
  );
}

function readRows(source: string, separator: string): string[][] {
  const token = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))(${separator}|\\r\\n|\\r|\\n|$)`,
    'gy',
  );
  const rows: string[][] = [];
  let row: string[] = [];
  while (token.lastIndex < source.length) {
    // It always returns a cell: one with unbalanced quotation marks is returned unchanged.
    const [, quoted, plain = '', end] = token.exec(source) as RegExpExecArray;
    const text = quoted === undefined ? plain : quoted.replaceAll('""', '"');
    row.push(/^'[=+\-@\t\r\n\0]/.test(text) ? text.slice(1) : text);
    if (end === separator) continue;
    rows.push(row);
    row = [];
  }
  return row.length > 0 ? [...rows, [...row, '']] : rows;
}
