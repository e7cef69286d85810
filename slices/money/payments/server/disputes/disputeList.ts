import { sql } from 'kysely';
import type * as z from 'zod';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  readListPage,
} from '../../../../../server/platform/database/listPage.ts';
import { companyAccessFilter } from '../../../companies/server/index.ts';
import type { paymentEndpoints } from '../../contract.ts';
import { describeDisputeReason } from './disputeReasons.ts';

type ListAnswer = z.output<(typeof paymentEndpoints)['listDisputes']['answer']>;
type Item = ListAnswer['items'][number];
type Row = Omit<Item, 'openedAt' | 'dueAt'> & { openedAt: Date; dueAt: Date | null };

/** Disputes of companies in the caller's scope. */
export async function listDisputes(
  ctx: SignedInContext,
  query: ListRequest & { state?: string | undefined },
): Promise<ListAnswer> {
  const conditions = [
    query.filter
      ? sql`(u.search_text ilike ${containing(query.filter)} or d.reference ilike ${containing(query.filter)})`
      : null,
    query.state ? sql`d.state = ${query.state}` : null,
  ].filter((condition) => condition !== null);
  return await readListPage<Row, Item>(
    ctx.db,
    {
      from: sql`payment_dispute d join payment_order o on o.id = d.order_id join payment_connection p on p.id = d.connection_id
        join company c on c.id = o.company_id join user_account u on u.id = o.user_id`,
      columns: sql`d.id, p.provider, d.reference, d.state, d.reason, trim_scale(d.amount)::text as amount, d.currency,
        trim_scale(d.withdrawn)::text as withdrawn, trim_scale(d.fee)::text as fee, d.opened_at as "openedAt", d.due_at as "dueAt",
        o.company_id as "companyId", c.legal_name as company, jsonb_build_object('id', u.id, 'email', u.email) as customer`,
      where: [companyAccessFilter(ctx, 'o.company_id'), ...conditions],
      sorts: {
        opened: { column: sql`d.opened_at`, type: 'timestamptz' },
        amount: { column: sql`d.amount`, type: 'numeric' },
        email: { column: sql`u.email_key`, type: 'text' },
      },
      id: { column: sql`d.id`, type: 'uuid' },
      defaultSorting: '-opened',
      map: ({
        id,
        provider,
        reference,
        state,
        reason,
        amount,
        currency,
        withdrawn,
        fee,
        companyId,
        company,
        customer,
        ...row
      }) => ({
        ...{
          id,
          provider,
          reference,
          state,
          reason: describeDisputeReason(provider, reason)[ctx.language],
          amount,
          currency,
          withdrawn,
          fee,
          companyId,
          company,
          customer,
        },
        ...{ openedAt: row.openedAt.toISOString(), dueAt: row.dueAt?.toISOString() ?? null },
      }),
    },
    query,
  );
}

/** The number of undecided disputes of companies in the caller's scope. */
export async function countOpenDisputes(ctx: SignedInContext): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from payment_dispute d join payment_order o on o.id = d.order_id
    where d.state = 'open' and ${companyAccessFilter(ctx, 'o.company_id')}`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}
