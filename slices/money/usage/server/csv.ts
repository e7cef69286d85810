import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Language, LocalizedText } from '../../../../contract/languages.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { csvLine, csvMark } from '../../../../server/platform/csv.ts';
import { localize } from '../texts/localize.ts';
import { type UsageQuery, usagePage } from './report.ts';

const batch = 500;

const columns: readonly LocalizedText[] = [
  localize('csv.user'),
  localize('csv.type'),
  localize('csv.name'),
  localize('csv.item'),
  localize('csv.quantity'),
  localize('csv.unit'),
  localize('csv.usage'),
  localize('csv.from'),
  localize('csv.to'),
  localize('csv.hours'),
  localize('csv.amount'),
  localize('csv.currency'),
];

/** The report as CSV, in batches, so that it is never entirely in memory. */
export function sendUsage(
  ctx: Pick<Context, 'db' | 'clock'>,
  reply: FastifyReply,
  usageQuery: UsageQuery,
  language: Language,
): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="usage-${usageQuery.period}.csv"`)
    .send(Readable.from(lines(ctx, usageQuery, language)));
}

async function* lines(
  ctx: Pick<Context, 'db' | 'clock'>,
  usageQuery: UsageQuery,
  language: Language,
): AsyncGenerator<string> {
  yield csvMark + csvLine(columns.map((column) => column[language]));
  let start: string | undefined;
  do {
    const page = await usagePage(ctx, usageQuery, language, { size: batch, start });
    for (const row of page.items)
      yield csvLine([
        ...[
          row.email,
          row.subjectType,
          row.subject,
          row.title,
          { decimal: row.quantity },
          row.unit,
          row.transition,
        ],
        ...[row.from, row.to, row.hours, { decimal: row.amount }, row.currency],
      ]);
    start = page.next ?? undefined;
  } while (start !== undefined);
}
