import { sql } from 'kysely';
import type * as z from 'zod';
import { Refusal } from '../../../contract/errors.ts';
import { render } from '../../../contract/messages.ts';
import type { SignedInContext } from '../../../server/platform/context.ts';
import {
  type BillingState,
  billingMachine,
  billingMoves,
  demandDeposit,
  type Firer,
  moveBilling,
  next,
} from '../../accounts/server/index.ts';
import { type Customer, companyOfSite } from '../../companies/server/index.ts';
import { balancesOf } from '../../ledger/server/index.ts';
import { paymentTypeOptions, paymentTypeTitle } from '../contract/paymentTypes.ts';
import type { billingEndpoints } from '../contract.ts';
import { waysFor } from '../rules.ts';
import { demandOf } from './demand.ts';
import { depositsOf, sellerForDeposit } from './deposits.ts';
import { heldBackFrom } from './heldBack.ts';
import { confirmByMove, dropProfile, isPaidByOther, numberConfirmationOf, readProfile } from './profile.ts';
import { taxNumberCheckOf } from './taxNumbers.ts';
import { waysOf } from './ways.ts';

type Own = z.output<(typeof billingEndpoints)['getBilling']['answer']>;
type Managed = z.output<(typeof billingEndpoints)['getCustomerBilling']['answer']>;
type Move = z.output<(typeof billingEndpoints)['moveBillingState']['body']>;

interface Account {
  state: BillingState;
  paymentType: string;
  site: string;
}

async function accountOf(ctx: SignedInContext, userId: string): Promise<Account> {
  const { rows } = await sql<Account>`
    select u.billing_state::integer as state, u.payment_type as "paymentType", site.name as site
    from user_account u join site on site.id = u.site_id where u.id = ${userId}`.execute(ctx.db);
  if (!rows[0]) throw new Error(`There is no account ${userId}.`);
  return rows[0];
}

async function stateOf(ctx: SignedInContext, userId: string, value: BillingState): Promise<Own['state']> {
  const state = billingMachine.states.find((candidate) => candidate.value === value);
  const held = await heldBackFrom(ctx, userId);
  return {
    ...{ value, title: state?.title[ctx.language] ?? '', meaning: state?.meaning[ctx.language] ?? '' },
    ...{ isLocked: held.heldBack !== 'nothing', ...held },
  };
}

/** What the person himself sees of his billing. */
export async function readOwn(ctx: SignedInContext): Promise<Own> {
  const { userId, siteId } = ctx.actor;
  const account = await accountOf(ctx, userId);
  const company = await companyOfSite(ctx, siteId);
  const submission = account.state <= 1 ? next(billingMachine, account.state, 'submit', 'owner') : null;
  return {
    profile: await readProfile(ctx, userId),
    taxNumberCheck: await taxNumberCheckOf(ctx, userId),
    state: await stateOf(ctx, userId, account.state),
    demand: company && (await demandOf(ctx, userId, company.id)),
    paymentType: account.paymentType,
    paymentTypeTitle: paymentTypeTitle(account.paymentType, ctx.language),
    balances: company ? await balancesOf(ctx, userId, company.id) : [],
    deposits: company ? await depositsOf(ctx, userId, company.id) : [],
    ways: company ? waysFor(account.paymentType, await waysOf(ctx, company)) : [],
    isPaidByOther: await isPaidByOther(ctx, userId),
    seller: company && sellerFacts(company),
    depositProblem: await problemOf(ctx, () => sellerForDeposit(ctx)),
    profileProblem: submission && !submission.isAllowed ? submission.problem[ctx.language] : null,
  };
}

const sellerFacts = ({ legalName, currency, minDeposit, bankName, bankHolder, bankAccount, bankSwift }: NonNullable<Own['seller']>) => ({
  ...{ legalName, currency, minDeposit, bankName, bankHolder, bankAccount, bankSwift },
});

async function problemOf(ctx: SignedInContext, check: () => Promise<unknown>): Promise<string | null> {
  try {
    await check();
    return null;
  } catch (error) {
    const reason = error instanceof Refusal ? error.reasons[0] : undefined;
    if (!reason) throw error;
    return render(reason.name, ctx.language, reason.values);
  }
}

/** What a billing administrator sees of a customer. */
export async function readCustomer(ctx: SignedInContext, customer: Customer): Promise<Managed> {
  const { id, email, externalId, isDeleted, company } = customer;
  const account = await accountOf(ctx, id);
  return {
    customer: { id, email, externalId, isDeleted, site: account.site },
    company: { id: company.id, name: company.legalName, currency: company.currency },
    profile: await readProfile(ctx, id),
    taxNumberCheck: await taxNumberCheckOf(ctx, id),
    numberConfirmed: await numberConfirmationOf(ctx, id),
    state: await stateOf(ctx, id, account.state),
    demand: await demandOf(ctx, id, company.id),
    paymentType: account.paymentType,
    paymentTypes: paymentTypeOptions(ctx.language),
    paymentTypeTitle: paymentTypeTitle(account.paymentType, ctx.language),
    balances: await balancesOf(ctx, id, company.id),
    deposits: await depositsOf(ctx, id, company.id),
    // A profile of an account that is gone is not moved any more.
    moves: (isDeleted ? [] : billingMoves(account.state, ctx.actor.role as Firer)).map(({ event, title, follows }) => ({
      ...{ event, title: title[ctx.language] },
      follows: follows && { title: follows.title[ctx.language], meaning: follows.meaning[ctx.language] },
    })),
  };
}

/** Throws `stateRefused`, `demandWaits`. A demand for a deposit may wait for a second person: then the state stays. */
export async function moveState(
  ctx: SignedInContext,
  customer: Customer,
  { event, reason }: Move,
): Promise<{ state: BillingState; approvalId: string | null }> {
  if (event === 'forceDeposit') return await demandDeposit(ctx, customer.id, reason);
  const after = await moveBilling(ctx, customer.id, { event, by: ctx.actor.role as Firer, reason });
  if (event === 'remove') await dropProfile(ctx, customer.id);
  await confirmByMove(ctx, customer.id, event);
  return { state: after, approvalId: null };
}

export async function setPaymentType(ctx: SignedInContext, customer: Customer, paymentType: string): Promise<void> {
  const before = await accountOf(ctx, customer.id);
  await ctx.db.updateTable('user_account').set({ payment_type: paymentType }).where('id', '=', customer.id).execute();
  ctx.note({ targetType: 'user', targetId: customer.id, before: { paymentType: before.paymentType }, after: { paymentType } });
}
