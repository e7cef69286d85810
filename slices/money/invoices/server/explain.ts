import { sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { explainLine, groupTitle, lineEvents } from '../../pricing/server/index.ts';
import type { invoiceEndpoints } from '../contract.ts';
import { chargeItem, feeItem } from './documents/labels.ts';
import { titlesOf } from './documents/titles.ts';
import { type Found, type Line, presentLine, readLines } from './invoice.ts';
import { type AppliedDiscount, explainDiscount } from './run/discounts.ts';
import { middleOf, sitesOf } from './run/periods.ts';

type Explanation = z.output<(typeof invoiceEndpoints)['explainInvoiceLine']['answer']>;
type FoundLine = Line & { ownerId: string };

/**
 * Breaks down an invoice line, recalculated from metered usage. A discount is broken down by the
 * lines it applies to. Throws `notFound`.
 */
export async function explainInvoiceLine(
  ctx: Context,
  found: Found,
  lineId: number,
): Promise<Explanation> {
  const [line] = await readLines(ctx, found, ctx.language, lineId);
  if (!line) throw notFoundError(lineId);
  if (line.isDiscount) return await explainDeduction(ctx, found, line);
  if (line.item === feeItem)
    return { ...lineOnly(line), ...(await compare(ctx, line, line.amount)) };
  return line.item === chargeItem
    ? await explainManual(ctx, found, line)
    : await explainCharge(ctx, found, line);
}

const notFoundError = (lineId: number) =>
  userError('notFound', { what: 'line', id: String(lineId) });

async function explainCharge(ctx: Context, found: Found, line: FoundLine): Promise<Explanation> {
  const { subjectId, ownerId, item, currency } = line;
  const lineOfMonth = {
    subjectId,
    ownerId,
    item,
    currency,
    siteIds: await sitesOf(ctx, found.companyId),
  };
  const at = middleOf(found.period);
  const calculation = await explainLine(ctx, lineOfMonth, at);
  if (!calculation) throw notFoundError(line.id);
  const comparison = await compare(ctx, line, calculation.amount);
  return {
    line: presentLine(line),
    calculation,
    discount: null,
    manual: null,
    events: await lineEvents(ctx, lineOfMonth, at),
    ...comparison,
  };
}

/**
 * These lines have no metering. Late fees are defined by the dunning policy, and manual charges are
 * entered by an administrator.
 */
const lineOnly = (line: FoundLine) => ({
  line: presentLine(line),
  calculation: null,
  discount: null,
  manual: null,
  events: [],
});

/** Names of the seller's staff are not disclosed to customers. */
async function explainManual(ctx: Context, found: Found, line: FoundLine): Promise<Explanation> {
  const { rows } = await sql<{
    reason: string;
    amount: string;
    chargedAt: Date;
    chargedBy: string;
    approvedBy: string | null;
  }>`
    select c.reason, c.amount::text as amount, c.charged_at as "chargedAt", account_email(c.charged_by) as "chargedBy", account_email(c.approved_by) as "approvedBy"
    from invoice_charge c where c.invoice_id = ${found.id}`.execute(ctx.db);
  const [charge] = rows;
  if (!charge) throw notFoundError(line.id);
  const isOwn = ctx.actor?.userId === found.userId;
  const { reason, chargedAt, chargedBy, approvedBy } = charge;
  const actors = isOwn ? { chargedBy: null, approvedBy: null } : { chargedBy, approvedBy };
  return {
    ...lineOnly(line),
    manual: { reason, chargedAt: chargedAt.toISOString(), ...actors },
    ...(await compare(ctx, line, charge.amount)),
  };
}

async function explainDeduction(ctx: Context, found: Found, line: FoundLine): Promise<Explanation> {
  const explained = await explainDiscount(ctx, found.id, line.id);
  if (!explained) throw notFoundError(line.id);
  const { kind, value, groups, most, base, exact, amount, shares } = explained;
  const texts = await titlesOf(ctx, [...new Set(shares.map(({ item }) => item))]);
  const discount = {
    ...{ kind, value, most, base, exact, formula: formulaOf(explained) },
    groups: groups?.map((group) => groupTitle(group, ctx.language)) ?? null,
    shares: shares.map(({ item, ...share }) => ({
      ...share,
      title: texts[item]?.title[ctx.language] ?? item,
    })),
  };
  return {
    line: presentLine(line),
    calculation: null,
    discount,
    manual: null,
    events: [],
    ...(await compare(ctx, line, `-${amount}`)),
  };
}

/** A formula with numbers that can be verified manually. */
function formulaOf({ kind, value, most, base, amount }: AppliedDiscount): string {
  const limit = most === null ? '' : `, ≤ ${most}`;
  return kind === 'percent'
    ? `${base} × ${value} / 100${limit} = ${amount}`
    : `${value}, ≤ ${base}${limit} = ${amount}`;
}

/** Whether the recalculation matches the invoice. */
async function compare(
  ctx: Context,
  { amount, currency }: Line,
  recalculated: string,
): Promise<{ decimals: number; agrees: boolean }> {
  const { rows } = await sql<{ decimals: number; agrees: boolean }>`
    select minor_units(${currency}) as decimals, ${recalculated}::numeric = ${amount}::numeric as agrees`.execute(
    ctx.db,
  );
  return { decimals: rows[0]?.decimals ?? 2, agrees: rows[0]?.agrees ?? false };
}
