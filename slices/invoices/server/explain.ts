import { sql } from 'kysely';
import type * as z from 'zod';
import { refuse } from '../../../contract/errors.ts';
import type { Context } from '../../../server/platform/context.ts';
import { explainLine, lineEvents } from '../../pricing/server/index.ts';
import type { invoiceEndpoints } from '../contract.ts';
import { type Found, presentLine, readLines } from './invoice.ts';
import { middleOf, sitesOf } from './periods.ts';

type Explanation = z.output<(typeof invoiceEndpoints)['explainInvoiceLine']['answer']>;

/** A line of the invoice taken apart, reckoned anew from what was metered. Throws `notFound`. */
export async function explainInvoiceLine(ctx: Context, found: Found, lineId: number): Promise<Explanation> {
  const [line] = await readLines(ctx, found, ctx.language, lineId);
  const missing = () => refuse('notFound', { what: 'line', id: String(lineId) });
  if (!line) throw missing();
  const { subjectId, ownerId, item, currency } = line;
  const which = { subjectId, ownerId, item, currency, siteIds: await sitesOf(ctx, found.companyId) };
  const at = middleOf(found.period);
  const reckoning = await explainLine(ctx, which, at);
  if (!reckoning) throw missing();
  const { rows } = await sql<{ decimals: number; agrees: boolean }>`
    select minor_units(${currency}) as decimals, ${reckoning.amount}::numeric = ${line.amount}::numeric as agrees`.execute(ctx.db);
  return {
    line: presentLine(line),
    reckoning,
    events: await lineEvents(ctx, which, at),
    ...{ decimals: rows[0]?.decimals ?? 2, agrees: rows[0]?.agrees ?? false },
  };
}
