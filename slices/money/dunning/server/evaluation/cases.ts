import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';
import type { AccountState } from '../../../../people/accounts/server/index.ts';
import { ratesToday } from '../../../invoices/server/index.ts';
import { allocatedCharges } from '../../../ledger/server/index.ts';
import { openDisputes, retryProblem } from '../../../payments/server/index.ts';
import type { Step } from '../../contract.ts';

/** The key of a case. Debts in different currencies are collected separately. */
export interface CaseKey {
  userId: string;
  companyId: string;
  currency: string;
}

/** The dunning case of a customer with an unpaid document. */
export interface Case extends CaseKey {
  siteId: string;
  company: { id: string; name: string; currency: string };
  /** The oldest unpaid document that has been released. */
  document: { id: string; number: string; dueOn: string; isFee: boolean };
  /** The unpaid amount of the document, not counting disputed amounts. */
  unpaid: string;
  /** The amount due in this currency, excluding disputed amounts. */
  owed: string;
  /** The disputed amount, which isn't collected. */
  disputed: string;
  /** Why no steps run at present. Null if they do. */
  rest: 'disputed' | 'tolerated' | null;
  /** Balances up to this amount are ignored. */
  tolerance: string;
  /** The number of decimals of the currency. */
  digits: number;
  accountState: AccountState;
  /** The current day in the time zone of the customer's site. Days start at 9 a.m. */
  today: string;
  isOn: boolean;
  steps: readonly Step[];
  /** The tax rates of a late fee in percent. Empty if the policy excludes tax. */
  feeTaxes: readonly string[];
  /** Whether the policy taxes late fees. */
  taxesFees: boolean;
  /** The steps run for this document, with their dates. */
  done: ReadonlyMap<string, string>;
  /** Why the saved payment method can't be charged, in every language. Null if it can. */
  methodProblem: Record<string, string> | null;
}

type Row = Omit<Case, 'done' | 'methodProblem' | 'companyId'> & {
  done: Record<string, string> | null;
};

/** Prevents emails at night: dunning days start at 09:00 in the site's time zone. */
const dayStartOffset = sql`interval '9 hours'`;

export const dayAt = (ctx: Pick<Context, 'clock'>, zone: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char((${ctx.clock.now()}::timestamptz at time zone ${zone}) - ${dayStartOffset}, 'YYYY-MM-DD')`;

/**
 * Returns the cases of these customers, one per company and currency with an unpaid document.
 * `scope` is a condition on `ledger_transaction t`. `policy` replaces the stored one.
 */
export async function readCases(
  ctx: Pick<Context, 'db' | 'clock' | 'language'>,
  scope: RawBuilder<unknown>,
  policy?: { isOn: boolean; steps: readonly Step[]; tolerance: string; taxesFees: boolean },
): Promise<Case[]> {
  const { rows } = await sql<Row>`
    select distinct on (a.company_id, a.user_id, a.currency) a.user_id as "userId", a.currency, u.site_id as "siteId",
      jsonb_build_object('id', c.id, 'name', c.legal_name, 'currency', c.currency) as company,
      jsonb_build_object('id', d.id, 'number', d.written, 'dueOn', to_char(coalesce(d.due_on, d.issued_at::date), 'YYYY-MM-DD'), 'isFee', i.fee_for is not null) as document,
      trim_scale(case when a.owed > 0 then a.due else a.unpaid end)::text as unpaid, trim_scale(a.owed)::text as owed, trim_scale(a.disputed)::text as disputed,
      case when a.owed = 0 then 'disputed' when a.owed <= l.tolerance then 'tolerated' end as rest, trim_scale(l.tolerance)::text as tolerance, minor_units(a.currency) as digits, u.account_state as "accountState",
      ${dayAt(ctx, sql`site.time_zone`)} as today, coalesce(held.is_on, false) as "isOn", coalesce(held.steps, '[]') as steps,
      case when l.taxes_fees then ${ratesToday(ctx)} else '{}' end as "feeTaxes", l.taxes_fees as "taxesFees",
      (select jsonb_object_agg(s.step, to_char(s.done_on, 'YYYY-MM-DD')) from dunning_step s where s.document_id = d.id) as done
    from (select x.*, sum(x.due) over debt as owed, sum(x.unpaid - x.due) over debt as disputed from ${allocatedCharges(scope, openDisputes)} x
      window debt as (partition by x.company_id, x.user_id, x.currency)) a
    join invoice_document d on d.transaction_id = a.id join invoice i on i.id = d.invoice_id join company c on c.id = a.company_id
    join user_account u on u.id = a.user_id join site on site.id = u.site_id
    left join billing_profile p on p.user_id = u.id
    left join lateral (
      select policy.* from dunning_policy policy
      where policy.company_id = a.company_id and (policy.user_id = a.user_id or policy.user_id is null) order by policy.user_id nulls last limit 1) held on true
    cross join lateral (select coalesce(${policy?.tolerance ?? null}::numeric, held.tolerance, 0) as tolerance,
      coalesce(${policy?.taxesFees ?? null}::boolean, held.taxes_fees, true) as taxes_fees) l
    where a.unpaid > 0 and (a.due > 0 or a.owed = 0) and u.deleted_at is null and u.sandbox_of is null and u.role <> 'root'
    order by a.company_id, a.user_id, a.currency, coalesce(d.due_on, d.issued_at::date), a.sequence`.execute(
    ctx.db,
  );
  const policySettings = policy && { isOn: policy.isOn, steps: policy.steps };
  return rows.map(({ done, ...row }) => ({
    ...{
      ...row,
      ...policySettings,
      companyId: row.company.id,
      done: new Map(Object.entries(done ?? {})),
    },
    methodProblem: null,
  }));
}

/** Adds the problem of the saved payment method to the cases. Queried only when it's shown. */
export async function withMethod(
  ctx: Pick<Context, 'db' | 'language'>,
  found: Case,
): Promise<Case> {
  if (!found.steps.some(({ kind }) => kind === 'retry')) return found;
  return {
    ...found,
    methodProblem: await retryProblem(ctx, found.userId, found.company, found.currency),
  };
}

export const customerCondition = (userId: string, companyId: string): RawBuilder<unknown> =>
  sql`t.user_id = ${userId} and t.company_id = ${companyId}`;

/** Returns the current state of one case. Null if nothing is unpaid. */
export async function readCase(
  ctx: Pick<Context, 'db' | 'clock' | 'language'>,
  key: CaseKey,
): Promise<Case | null> {
  const cases = await readCases(
    ctx,
    sql`${customerCondition(key.userId, key.companyId)} and t.currency = ${key.currency}`,
  );
  return cases[0] ? await withMethod(ctx, cases[0]) : null;
}

/** Condition for customers with amounts due to a company with an active policy. */
export const hasAmountsDue = sql`(t.company_id, t.user_id, t.currency) in (
  select a.company_id, a.user_id, a.currency from ledger_account a join ledger_posting p on p.account_id = a.id
  where a.user_id is not null and a.company_id in (select company_id from dunning_policy where is_on)
  group by a.company_id, a.user_id, a.currency having sum(p.amount) < 0)`;
