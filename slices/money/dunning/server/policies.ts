import { sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { type Company, type Customer, checkMinorUnits } from '../../companies/server/index.ts';
import type { dunningEndpoints, Step } from '../contract.ts';

type Body = z.output<(typeof dunningEndpoints)['saveDunningPolicy']['body']>;

export interface Policy {
  isOn: boolean;
  steps: Step[];
  /** Balances up to this amount are ignored. */
  tolerance: string;
  /** Whether late fees include the customer's taxes. */
  taxesFees: boolean;
  changedAt: string | null;
}

const none: Policy = { isOn: false, steps: [], tolerance: '0', taxesFees: true, changedAt: null };

async function read(
  ctx: Pick<Context, 'db'>,
  companyId: string,
  userId: string | null,
): Promise<Policy | null> {
  const { rows } = await sql<Omit<Policy, 'changedAt'> & { changedAt: Date }>`
    select is_on as "isOn", steps, trim_scale(tolerance)::text as tolerance, taxes_fees as "taxesFees", changed_at as "changedAt" from dunning_policy
    where company_id = ${companyId} and user_id is not distinct from ${userId}::uuid`.execute(
    ctx.db,
  );
  return rows[0] ? { ...rows[0], changedAt: rows[0].changedAt.toISOString() } : null;
}

/** Returns a company's policy. Disabled and without steps by default. */
export const policyOf = async (ctx: Pick<Context, 'db'>, companyId: string): Promise<Policy> =>
  (await read(ctx, companyId, null)) ?? none;

/** Returns a customer's own policy. Null if the company's policy applies. */
export const ownPolicyOf = (ctx: Pick<Context, 'db'>, customer: Customer): Promise<Policy | null> =>
  read(ctx, customer.company.id, customer.id);

/** Returns the number of customers with their own policy. */
export async function countCustomerPolicies(
  ctx: Pick<Context, 'db'>,
  companyId: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from dunning_policy where company_id = ${companyId} and user_id is not null`.execute(
    ctx.db,
  );
  return rows[0]?.count ?? 0;
}

/** Throws `amountWrong` for a fixed fee finer than the minor unit. */
export async function checkFees(
  ctx: SignedInContext,
  { currency }: Company,
  { steps, tolerance }: Pick<Body, 'steps' | 'tolerance'>,
): Promise<void> {
  await checkMinorUnits(ctx, { amount: tolerance, currency }, 'tolerance');
  for (const [index, step] of steps.entries())
    if (step.kind === 'fee' && step.mode === 'fixed')
      await checkMinorUnits(ctx, { amount: step.amount, currency }, `steps.${index}.amount`);
}

/**
 * Throws `amountWrong`, or `companyChangedMeanwhile` if the stored policy differs from `seen`.
 * Without `seen`, the stored policy is overwritten.
 */
export async function savePolicy(
  ctx: SignedInContext,
  company: Company,
  customer: Customer | null,
  { seen, ...body }: Body,
): Promise<void> {
  await checkFees(ctx, company, body);
  const userId = customer?.id ?? null;
  // Serializes concurrent saves.
  await sql`select from company where id = ${company.id} for no key update`.execute(ctx.db);
  const before = await read(ctx, company.id, userId);
  if (seen !== undefined && seen !== (before?.changedAt ?? ''))
    throw userError(
      'companyChangedMeanwhile',
      { company: customer?.email ?? company.legalName },
      'seen',
    );
  await sql`
    insert into dunning_policy (company_id, user_id, is_on, steps, tolerance, taxes_fees, changed_at, changed_by)
    values (${company.id}, ${userId}, ${body.isOn}, ${JSON.stringify(body.steps)}::jsonb, ${body.tolerance}, ${body.taxesFees}, ${ctx.clock.now()}, ${ctx.actor.userId})
    on conflict (company_id, user_id) do update set is_on = excluded.is_on, steps = excluded.steps, tolerance = excluded.tolerance, taxes_fees = excluded.taxes_fees, changed_at = excluded.changed_at,
      changed_by = excluded.changed_by`.execute(ctx.db);
  await logPolicyChange(ctx, company, customer, before, body);
}

/** Deletes a customer's own policy, so that the company's policy applies again. */
export async function deletePolicy(ctx: SignedInContext, customer: Customer): Promise<void> {
  const before = await ownPolicyOf(ctx, customer);
  await sql`delete from dunning_policy where company_id = ${customer.company.id} and user_id = ${customer.id}`.execute(
    ctx.db,
  );
  await logPolicyChange(ctx, customer.company, customer, before, null);
}

async function logPolicyChange(
  ctx: SignedInContext,
  company: Company,
  customer: Customer | null,
  before: Policy | null,
  after: Omit<Body, 'seen'> | null,
) {
  const target = customer
    ? { targetType: 'user', targetId: customer.id }
    : { targetType: 'company', targetId: company.id };
  const loggedPolicy = before && {
    isOn: before.isOn,
    steps: before.steps,
    tolerance: before.tolerance,
    taxesFees: before.taxesFees,
  };
  ctx.note({ ...target, before: { dunning: loggedPolicy }, after: { dunning: after } });
  if (customer)
    await announce(ctx.db, {
      topic: 'billing',
      id: customer.id,
      siteId: customer.siteId,
      ownerId: customer.id,
    });
  else await announce(ctx.db, { topic: 'company', id: company.id });
}
