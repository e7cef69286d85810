import { sql } from 'kysely';
import type * as z from 'zod';
import { render } from '../../../../../contract/errors/messages.ts';
import { hasPermission } from '../../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  readListPage,
} from '../../../../../server/platform/database/listPage.ts';
import { companyAccessFilter } from '../../../companies/server/index.ts';
import type { ledgerEndpoints } from '../../contract.ts';
import { isRequester, stateTitles } from './approvals.ts';

type ListAnswer = z.output<(typeof ledgerEndpoints)['listApprovals']['answer']>;
type Item = ListAnswer['items'][number];
type Row = Omit<Item, 'askedAt' | 'decidedAt' | 'approveProblem' | 'declineProblem'> & {
  askedAt: Date;
  decidedAt: Date | null;
  askedById: string;
  askedPerson: string;
};

/**
 * Transactions waiting for second approval, and past ones. Excludes transactions on the caller's
 * own account.
 */
export async function listApprovals(
  ctx: SignedInContext,
  query: ListRequest & { state?: string | undefined },
): Promise<ListAnswer> {
  const conditions = [
    query.filter
      ? sql`(u.search_text ilike ${containing(query.filter)} or a.reason ilike ${containing(query.filter)})`
      : null,
    query.state ? sql`a.state = ${query.state}` : null,
  ].filter((condition) => condition !== null);
  return await readListPage<Row, Item>(
    ctx.db,
    {
      from: sql`ledger_approval a join company c on c.id = a.company_id join user_account u on u.id = a.user_id`,
      columns: sql`a.id, a.action, case when a.action = 'refund' then a.booking ->> 'kind' end as "refundKind", trim_scale(a.amount)::text as amount, a.currency,
        a.reason, a.company_id as "companyId", c.legal_name as company, jsonb_build_object('id', u.id, 'email', u.email) as customer,
        account_email(a.asked_by) as "askedBy", a.asked_by as "askedById", a.asked_person as "askedPerson", a.asked_at as "askedAt", a.state, coalesce(account_email(a.decided_by), '') as "decidedBy",
        a.decided_at as "decidedAt", a.note`,
      where: [
        companyAccessFilter(ctx, 'a.company_id'),
        sql`a.user_id <> ${ctx.actor.userId}`,
        ...conditions,
      ],
      sorts: {
        asked: { column: sql`a.asked_at`, type: 'timestamptz' },
        amount: { column: sql`a.amount`, type: 'numeric' },
        email: { column: sql`u.email_key`, type: 'text' },
      },
      id: { column: sql`a.id`, type: 'uuid' },
      defaultSorting: '-asked',
      map: (row) => present(ctx, row),
    },
    query,
  );
}

/** The number of transactions waiting for second approval that the caller can decide on. */
export async function countWaitingApprovals(ctx: SignedInContext): Promise<number> {
  const { userId, session } = ctx.actor;
  const ownIds = [userId, ...(session?.operator ? [session.operator.userId] : [])];
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ledger_approval a where a.state = 'waiting' and a.user_id <> ${userId}
      and a.asked_by <> all(${ownIds}::uuid[]) and a.asked_person <> all(${ownIds}::uuid[]) and ${companyAccessFilter(ctx, 'a.company_id')}`.execute(
    ctx.db,
  );
  return rows[0]?.count ?? 0;
}

function present(
  ctx: SignedInContext,
  { askedAt, decidedAt, askedById, askedPerson, ...row }: Row,
): Item {
  const notAllowed = hasPermission(ctx, 'ledger.manage')
    ? null
    : render('notAllowed', ctx.language, { permission: 'ledger.manage' });
  const decided =
    row.state === 'waiting'
      ? null
      : render('approvalDecided', ctx.language, { state: stateTitles[row.state] });
  const own = isRequester(ctx, { askedBy: askedById, askedPerson })
    ? render('approvalOwn', ctx.language, {})
    : null;
  const {
    id,
    action,
    refundKind,
    amount,
    currency,
    reason,
    companyId,
    company,
    customer,
    askedBy,
    state,
    decidedBy,
    note,
  } = row;
  return {
    ...{
      id,
      action,
      refundKind,
      amount,
      currency,
      reason,
      companyId,
      company,
      customer,
      askedBy,
      state,
      decidedBy,
      note,
    },
    ...{ askedAt: askedAt.toISOString(), decidedAt: decidedAt?.toISOString() ?? null },
    ...{ approveProblem: notAllowed ?? decided ?? own, declineProblem: notAllowed ?? decided },
  };
}
