import { sql } from 'kysely';
import type { Language, LocalizedText } from '../../../../../contract/languages.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { localize } from '../../texts/localize.ts';
import { faultTitle } from './faults.ts';

/** Adds an entry to the log of these invoices. */
export async function logInvoice(
  ctx: Pick<Context, 'db' | 'clock' | 'actor'>,
  ids: readonly string[],
  entry: LocalizedText,
): Promise<void> {
  await sql`
    insert into invoice_log (invoice_id, at, entry, by_user)
    select id, ${ctx.clock.now()}, ${JSON.stringify(entry)}::jsonb, ${ctx.actor?.userId ?? null}::uuid from unnest(${[...ids]}::uuid[]) as id`.execute(
    ctx.db,
  );
}

type LogContext = Pick<Context, 'db' | 'clock' | 'actor'>;

/** Logs problems that block all of these invoices. */
export async function logBlocked(
  ctx: LogContext,
  ids: readonly string[],
  faults: readonly string[],
): Promise<void> {
  if (faults.length === 0) return;
  const titles = (language: Language) =>
    faults.map((code) => `${faultTitle(code)[language]}.`).join(' ');
  await logInvoice(
    ctx,
    ids,
    localize('log.logBlocked.invoiceWasntIssued', { value: (language) => titles(language) }),
  );
}

/** Logs that lines were calculated for these invoices, and what blocks those that are blocked. */
export async function logWritten(ctx: LogContext, ids: readonly string[]): Promise<void> {
  await sql`
    insert into invoice_log (invoice_id, at, entry, by_user)
    select id, ${ctx.clock.now()}, jsonb_build_object('en', format('Lines calculated: %s. Total before tax: %s %s.', line_count, round(net, minor_units(currency)), currency),
      'he', format('שורות שחושבו: %s. סך הכול לפני מס: %s %s.', line_count, round(net, minor_units(currency)), currency)), ${ctx.actor?.userId ?? null}::uuid
    from invoice where id = any(${[...ids]}::uuid[])`.execute(ctx.db);
  const { rows } = await sql<{ faults: string[]; ids: string[] }>`
    select faults, array_agg(id) as ids from invoice where id = any(${[...ids]}::uuid[]) and state = 'blocked' group by faults`.execute(
    ctx.db,
  );
  for (const blocked of rows) await logBlocked(ctx, blocked.ids, blocked.faults);
}

/** Logs that the document of this invoice isn't an e-invoice, and why. */
export async function logNoEInvoice(
  ctx: LogContext,
  id: string,
  faults: readonly string[],
): Promise<void> {
  const rules = faults.join(', ');
  await logInvoice(ctx, [id], localize('log.logNoEInvoice.documentIsntEInvoice', { rules }));
}
