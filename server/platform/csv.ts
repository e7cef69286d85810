/** Exact decimal text, such as an amount of money: a number to a spreadsheet, with a minus in front too. */
export interface CsvDecimal {
  decimal: string;
}

export type CsvValue = string | number | boolean | Date | CsvDecimal | null | undefined;

/** Makes spreadsheets read the file as UTF-8. */
export const csvMark = '\ufeff';

/** RFC 4180. What a spreadsheet would take for a formula is marked as text (OWASP, CSV injection). */
function cell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return value instanceof Date ? value.toISOString() : decimalCell(value);
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t\r\n\0]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What is no decimal number after all is a text like any other. */
const decimalCell = ({ decimal }: CsvDecimal): string => (/^-?\d+(\.\d+)?$/.test(decimal) ? decimal : cell(decimal));

/** One line of a CSV file with its end. */
export const csvLine = (values: readonly CsvValue[]): string => `${values.map(cell).join(',')}\r\n`;

/**
 * The rows of a CSV file with their cells, as RFC 4180 has them; line ends of any kind, commas or, when the first row has none,
 * semicolons between cells. The mark of text that `csvLine` puts before what looks like a formula is taken off.
 */
export function csvRows(csv: string): string[][] {
  const source = csv.startsWith(csvMark) ? csv.slice(1) : csv;
  const firstRow = /^[^\r\n]*/.exec(source)?.[0] ?? '';
  const separator = !firstRow.includes(',') && firstRow.includes(';') ? ';' : ',';
  const token = new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))(${separator}|\\r\\n|\\r|\\n|$)`, 'gy');
  const rows: string[][] = [];
  let row: string[] = [];
  while (token.lastIndex < source.length) {
    // It always finds a cell: one whose quotation marks do not fit stands as it is.
    const [, quoted, plain = '', end] = token.exec(source) as RegExpExecArray;
    const text = quoted === undefined ? plain : quoted.replaceAll('""', '"');
    row.push(/^'[=+\-@\t\r\n\0]/.test(text) ? text.slice(1) : text);
    if (end === separator) continue;
    rows.push(row);
    row = [];
  }
  return row.length > 0 ? [...rows, [...row, '']] : rows;
}
