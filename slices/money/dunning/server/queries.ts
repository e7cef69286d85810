import { sql } from 'kysely';
import type * as z from 'zod';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import type { Customer } from '../../companies/server/index.ts';
import { unpaidDocuments } from '../../invoices/server/index.ts';
import type { Assumed, dunningEndpoints } from '../contract.ts';
import { assumedIssueDate, buildAssumedCase } from './evaluation/assumedCase.ts';
import { type Case, customerCondition, readCases, withMethod } from './evaluation/cases.ts';
import { forecast } from './evaluation/plan.ts';
import { readLog } from './log.ts';
import { reasonText, remainingText } from './messages.ts';
import { checkFees, ownPolicyOf, policyOf } from './policies.ts';

type OwnDunningAnswer = z.output<(typeof dunningEndpoints)['getOwnDunning']['answer']>;
type Managed = z.output<(typeof dunningEndpoints)['getCustomerDunning']['answer']>;
type Simulated = z.output<(typeof dunningEndpoints)['simulateDunning']['answer']>;
type Draft = z.output<(typeof dunningEndpoints)['simulateDunning']['body']>;
type Forecast = OwnDunningAnswer['coming'][number];

async function present(ctx: Pick<Context, 'db' | 'language'>, plain: Case): Promise<Forecast> {
  const found = await withMethod(ctx, plain);
  const { company, unpaid, owed, disputed, currency, today } = found;
  const steps = forecast(found).map(({ key, step, on, verdict }) => ({
    ...{ key, kind: step.kind, on, outcome: verdict.outcome, amount: verdict.amount },
    note: reasonText(verdict.reason, verdict.facts, ctx.language),
  }));
  const { isFee: _isFee, ...document } = found.document;
  return {
    company: company.name,
    document,
    unpaid,
    owed,
    disputed,
    currency,
    today,
    rest: remainingText(found, ctx.language),
    steps,
  };
}

const presentAll = (
  ctx: Pick<Context, 'db' | 'language'>,
  cases: readonly Case[],
): Promise<Forecast[]> => Promise.all(cases.map((found) => present(ctx, found)));

/**
 * Returns the caller's upcoming and past steps. Only companies with an active policy have upcoming
 * steps.
 */
export async function getUpcomingSteps(ctx: SignedInContext): Promise<OwnDunningAnswer> {
  const { userId } = ctx.actor;
  const cases = await readCases(ctx, sql`t.user_id = ${userId}`);
  const upcoming = await presentAll(
    ctx,
    cases.filter(({ isOn }) => isOn),
  );
  return {
    coming: upcoming.filter(({ steps, rest }) => steps.length + rest.length > 0),
    log: await readLog(ctx, sql`s.user_id = ${userId}`),
  };
}

export async function readCustomer(ctx: SignedInContext, customer: Customer): Promise<Managed> {
  const { id, company } = customer;
  const cases = await readCases(ctx, customerCondition(id, company.id));
  return {
    ofCompany: await policyOf(ctx, company.id),
    own: await ownPolicyOf(ctx, customer),
    documents: (await unpaidDocuments(ctx, id, company.id)).map(
      ({ upTo: _upTo, ...document }) => document,
    ),
    coming: await presentAll(
      ctx,
      cases.filter(({ isOn }) => isOn),
    ),
    log: await readLog(ctx, sql`s.user_id = ${id} and s.company_id = ${company.id}`),
  };
}

/** Simulates a draft policy as if it were enabled now. Throws `amountWrong`. */
export async function simulate(
  ctx: SignedInContext,
  customer: Customer,
  draft: Draft,
): Promise<Simulated> {
  await checkFees(ctx, customer.company, draft);
  const { steps, tolerance, taxesFees } = draft;
  const cases = await readCases(ctx, customerCondition(customer.id, customer.company.id), {
    isOn: true,
    steps,
    tolerance,
    taxesFees,
  });
  return {
    coming: await presentAll(ctx, cases),
    assumed: draft.assumed ? await simulateAssumed(ctx, customer, draft.assumed, draft) : null,
  };
}

/**
 * Previews an assumed document, by the same steps and rules as for real ones. Throws
 * `amountWrong`.
 */
async function simulateAssumed(
  ctx: SignedInContext,
  customer: Customer,
  assumed: Assumed,
  draft: Draft,
): Promise<Simulated['assumed']> {
  const { steps, tolerance, taxesFees } = draft;
  const { document, ...forecast } = await present(
    ctx,
    await buildAssumedCase(ctx, customer, assumed, { steps, tolerance, taxesFees }),
  );
  return { ...forecast, issuedOn: assumedIssueDate(ctx, assumed), dueOn: document.dueOn };
}
