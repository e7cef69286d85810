/**
 * An exact decimal, such as an amount of money. Spreadsheets read it as a number, even with a minus
 * sign.
 */
export interface CsvDecimal {
  decimal: string;
}

export type CsvValue = string | number | boolean | Date | CsvDecimal | null | undefined;

/** Byte order mark, so that spreadsheets read the file as UTF-8. */
export const csvMark = '\ufeff';

/**
 * Formats a cell as in RFC 4180. Text that a spreadsheet could interpret as a formula is marked as
 * text (OWASP, CSV injection).
 */
function cell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object')
    return value instanceof Date ? value.toISOString() : decimalCell(value);
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t\r\n\0]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Values that aren't decimal numbers are written as text. */
const decimalCell = ({ decimal }: CsvDecimal): string =>
  /^-?\d+(\.\d+)?$/.test(decimal) ? decimal : cell(decimal);

/** One line of a CSV file, including the line ending. */
export const csvLine = (values: readonly CsvValue[]): string => `${values.map(cell).join(',')}\r\n`;

export interface CsvTable {
  rows: string[][];
  /**
   * Returns a cell's decimal number with a decimal point, regardless of the decimal separator of
   * the file. `NaN` if the cell isn't a number.
   */
  decimal(cell: string): string;
}

/**
 * Reads a CSV file as defined by RFC 4180, or as saved or copied by spreadsheets: any line endings;
 * commas, semicolons, or tabs between cells; a decimal comma in files whose cells aren't separated
 * by commas. Decimal points aren't supported in files with a decimal comma, where `1.000` would
 * mean a thousand. Removes the apostrophe that `csvLine` puts before text that looks like a
 * formula.
 */
export function parseCsv(csv: string): CsvTable {
  const source = csv.startsWith(csvMark) ? csv.slice(1) : csv;
  const separator = separatorOf(source);
  const rows = readRows(source, separator);
  const hasDecimalComma =
    separator !== ',' &&
    rows.some((row) => row.some((cell) => /^[\d\s,.:;-]*$/.test(cell) && /\d,\d/.test(cell)));
  const toPoint = (cell: string): string => (cell.includes('.') ? 'NaN' : cell.replace(',', '.'));
  return { rows, decimal: hasDecimalComma ? toPoint : (cell) => cell };
}

/** Returns the character that occurs most often between the cells of the first row. */
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
    // The pattern always matches. A cell with unbalanced quotation marks is returned unchanged.
    const [, quoted, plain = '', end] = token.exec(source) as RegExpExecArray;
    const text = quoted === undefined ? plain : quoted.replaceAll('""', '"');
    row.push(/^'[=+\-@\t\r\n\0]/.test(text) ? text.slice(1) : text);
    if (end === separator) continue;
    rows.push(row);
    row = [];
  }
  return row.length > 0 ? [...rows, [...row, '']] : rows;
}
