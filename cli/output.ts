import { UsageError } from './commandTable.ts';
import { suggestion } from './suggest.ts';
import { toYaml } from './yaml.ts';

export const outputs = ['table', 'json', 'yaml', 'csv'] as const;
export type OutputFormat = (typeof outputs)[number];

type Row = Record<string, unknown>;

/** Default columns, limited to those that the rows have. */
const usualColumns = [
  'id',
  'cmdId',
  'clientId',
  'code',
  'name',
  'serviceName',
  'commandInfo',
  'power',
  'state',
  'status',
  'progress',
  'exitCode',
  'datacenter',
];
const more = [
  'kind',
  'type',
  'image',
  'cores',
  'ramMb',
  'diskGb',
  'ips',
  'email',
  'role',
  'createdAt',
  'error',
];
const maxColumns = 9;

/** Formats the response for users or programs. */
export function formatOutput(
  answer: unknown,
  form: OutputFormat,
  columns: readonly string[] | null,
  knownColumns: readonly string[] = [],
): string {
  const rows = rowsOf(answer);
  if (columns) requireKnownColumns(rows, columns, knownColumns);
  if (form === 'json')
    return JSON.stringify(columns ? selected(answer, rows, columns) : answer, null, 2);
  if (form === 'yaml') return toYaml(columns ? selected(answer, rows, columns) : answer);
  if (rows.length === 0) return form === 'csv' ? (columns ?? []).join(',') : 'No entries.';
  const isList = Array.isArray(findList(answer));
  if (form === 'csv') return csv(rows, columns ?? allColumns(rows));
  if (!isList && !columns) return pairs(rows[0] as Row);
  return formatTable(rows, columns ?? selectColumns(rows));
}

/** Throws for a column that is neither in the rows nor in the command. */
function requireKnownColumns(
  rows: readonly Row[],
  columns: readonly string[],
  knownColumns: readonly string[],
): void {
  const top = [...new Set([...knownColumns, ...allColumns(rows)])];
  if (top.length === 0) return;
  for (const column of columns) {
    const [head = '', ...rest] = column.split('.');
    const inner = rest.length > 0 && top.includes(head) ? nestedColumns(rows, head) : null;
    const [columnName, columns] = inner ? [rest[0] as string, inner] : [head, top];
    if (columns.includes(columnName)) continue;
    throw new UsageError(
      `There is no column "${column}".${suggestion(columnName, columns) || ` Columns: ${columns.join(', ')}.`}`,
    );
  }
}

/** The nested columns of a column, from the first row that has any. Null if none has. */
function nestedColumns(rows: readonly Row[], head: string): string[] | null {
  const inner = rows
    .map((row) => row[head])
    .find((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
  return inner ? Object.keys(inner) : null;
}

/** Only the selected columns: of every row of a list, or of a single object. */
function selected(answer: unknown, rows: readonly Row[], columns: readonly string[]): unknown {
  const chosen = rows.map((row) =>
    Object.fromEntries(columns.map((column) => [column, valueAt(row, column)])),
  );
  return Array.isArray(findList(answer)) ? chosen : chosen[0];
}

function findList(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer;
  if (typeof answer !== 'object' || answer === null) return null;
  const { items, results, servers } = answer as Row;
  return items ?? results ?? servers ?? null;
}

function rowsOf(answer: unknown): Row[] {
  const list = findList(answer);
  if (Array.isArray(list))
    return list.map((item) =>
      typeof item === 'object' && item !== null ? (item as Row) : { value: item },
    );
  return typeof answer === 'object' && answer !== null ? [answer as Row] : [{ value: answer }];
}

const allColumns = (rows: readonly Row[]): string[] =>
  [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => name !== 'actions');

function selectColumns(rows: readonly Row[]): string[] {
  const presentColumns = allColumns(rows);
  const known = [...usualColumns, ...more].filter((name) => presentColumns.includes(name));
  return (known.length >= 2 ? known : presentColumns).slice(0, maxColumns);
}

/** The value of a column. `a.b` is a nested value. */
function valueAt(row: Row, column: string): unknown {
  return column
    .split('.')
    .reduce<unknown>(
      (value, part) =>
        typeof value === 'object' && value !== null ? (value as Row)[part] : undefined,
      row,
    );
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(cell).join(' ');
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern replaces them
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Replaces control characters that would move the cursor or change colors. */
const sanitize = (text: string): string =>
  text.replace(controlCharacters, '?').replace(/\s+/g, ' ');

function formatTable(rows: readonly Row[], columns: readonly string[]): string {
  const header = columns.map((column) => column.replace(/([a-z])([A-Z])/g, '$1 $2').toUpperCase());
  const lines = [
    header,
    ...rows.map((row) => columns.map((column) => sanitize(cell(valueAt(row, column))))),
  ];
  const widths = columns.map((_column, index) =>
    Math.max(...lines.map((line) => (line[index] ?? '').length)),
  );
  return lines
    .map((line) =>
      line
        .map((text, index) => text.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function pairs(row: Row): string {
  const entries = Object.entries(row).filter(([name]) => name !== 'actions');
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries
    .map(([name, value]) => `${name.padEnd(width)}  ${sanitize(cell(value))}`.trimEnd())
    .join('\n');
}

/** RFC 4180. A value that a spreadsheet would treat as a formula is prefixed with an apostrophe. */
function csv(rows: readonly Row[], columns: readonly string[]): string {
  const quoted = (text: string): string => {
    const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return [columns, ...rows.map((row) => columns.map((column) => cell(valueAt(row, column))))]
    .map((line) => line.map(quoted).join(','))
    .join('\r\n');
}

export function outputOf(flags: ReadonlyMap<string, string[]>): {
  form: OutputFormat;
  columns: string[] | null;
} {
  const form = flags.get('output')?.at(-1) ?? 'table';
  if (!(outputs as readonly string[]).includes(form))
    throw new UsageError(`--output must be one of ${outputs.join(', ')}, not "${form}".`);
  const columns = flags.get('columns')?.at(-1);
  return {
    form: form as OutputFormat,
    columns: columns ? columns.split(',').map((name) => name.trim()) : null,
  };
}
