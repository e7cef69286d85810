import { type RawBuilder, sql } from 'kysely';
import { firstHash, sealedText } from '../../../../server/platform/audit/audit.ts';
import type { ExportedEntry, ExportHeader } from '../../../../server/platform/audit/logExport.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { csvLine, csvMark } from '../../../../server/platform/csv.ts';
import {
  conditions,
  type EntryRow,
  entryColumns,
  entryFrom,
  type LogFilters,
  readableEntries,
} from './log.ts';

export type ExportFilters = LogFilters & { from?: string | undefined };
type SealedRow = EntryRow & {
  sequence: number;
  hash: Buffer;
  previous: Buffer | null;
  text: string;
};

const batch = 1000;

/**
 * Selects the exported entries: only sealed ones that match the filters and that the user has
 * access to.
 */
function exportConditions(ctx: SignedInContext, filters: ExportFilters): RawBuilder<unknown> {
  const filterConditions = conditions(filters);
  if (filters.from)
    filterConditions.push(sql`e.at < ${filters.from}::timestamptz + interval '1 millisecond'`);
  return sql.join(
    [sql`seal.sequence is not null`, readableEntries(ctx), ...filterConditions],
    sql` and `,
  );
}

/**
 * Returns the entries in the order of their seals, in batches of a thousand, so that the whole log
 * is never in memory.
 */
async function* sealedEntries(
  ctx: SignedInContext,
  where: RawBuilder<unknown>,
  to: number,
): AsyncGenerator<SealedRow> {
  for (let after = 0; ; ) {
    const { rows } = await sql<SealedRow>`
      select ${entryColumns}, before.hash as previous, ${sealedText} as text
      from ${entryFrom} left join audit_seal before on before.sequence = seal.sequence - 1
      where ${where} and seal.sequence > ${after} and seal.sequence <= ${to} order by seal.sequence limit ${batch}`.execute(
      ctx.db,
    );
    yield* rows;
    if (rows.length < batch) return;
    after = rows.at(-1)?.sequence ?? to;
  }
}

async function exportHeaderOf(
  ctx: SignedInContext,
  where: RawBuilder<unknown>,
): Promise<ExportHeader> {
  const { rows } = await sql<{ from: number | null; to: number | null; entries: number }>`
    select min(seal.sequence) as "from", max(seal.sequence) as "to", count(*) as entries from ${entryFrom} where ${where}`.execute(
    ctx.db,
  );
  const { from, to, entries } = rows[0] ?? { from: null, to: null, entries: 0 };
  const isComplete = from !== null && to !== null && entries === to - from + 1;
  return {
    format: 'cloudberth-log-1',
    exportedAt: ctx.clock.now().toISOString(),
    from: from ?? 0,
    to: to ?? 0,
    entries,
    isWhole: isComplete,
  };
}

const toExportedEntry = (row: SealedRow): ExportedEntry => ({
  sequence: row.sequence,
  previous: (row.previous ?? firstHash).toString('hex'),
  hash: row.hash.toString('hex'),
  entry: row.text,
});

/**
 * Exports the log as lines of JSON: a header, then one entry per line with its seal. `./cloudberth
 * verify-log` verifies them.
 */
export async function* logAsJson(
  ctx: SignedInContext,
  filters: ExportFilters,
): AsyncGenerator<string> {
  const where = exportConditions(ctx, filters);
  const exportHeader = await exportHeaderOf(ctx, where);
  yield `${JSON.stringify(exportHeader)}\n`;
  for await (const row of sealedEntries(ctx, where, exportHeader.to))
    yield `${JSON.stringify(toExportedEntry(row))}\n`;
}

const titles = [
  ...[
    'sequence',
    'at',
    'by',
    'on behalf of',
    'address',
    'site',
    'operation',
    'outcome',
    'object type',
    'object',
    'before',
    'after',
  ],
  ...['detail', 'previous seal', 'seal'],
];
const asText = (value: unknown): string =>
  value === null || value === undefined ? '' : JSON.stringify(value);

export async function* logAsCsv(
  ctx: SignedInContext,
  filters: ExportFilters,
): AsyncGenerator<string> {
  const where = exportConditions(ctx, filters);
  const exportHeader = await exportHeaderOf(ctx, where);
  yield csvMark + csvLine(titles);
  for await (const row of sealedEntries(ctx, where, exportHeader.to)) {
    const { previous, hash } = toExportedEntry(row);
    yield csvLine([
      ...[
        row.sequence,
        row.at,
        row.actor,
        row.behalf,
        row.ip,
        row.site,
        row.operation,
        row.outcome,
        row.targetType,
        row.targetId,
      ],
      ...[asText(row.before), asText(row.after), asText(row.detail), previous, hash],
    ]);
  }
}
