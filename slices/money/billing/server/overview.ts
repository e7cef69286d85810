import { sql } from 'kysely';
import type * as z from 'zod';
import { UserError } from '../../../../contract/errors/errors.ts';
import { render } from '../../../../contract/errors/messages.ts';
import type { Language } from '../../../../contract/languages.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { readInOneStatement } from '../../../../server/platform/database/selectTogether.ts';
import {
  type BillingState,
  billingMachine,
  billingTransitions,
  moveBilling,
  next,
  requestDeposit,
  type TransitionActor,
} from '../../../people/accounts/server/index.ts';
import {
  paymentTypeOptions,
  paymentTypeTitle,
} from '../../../people/users/contract/paymentTypes.ts';
import type { Customer } from '../../companies/server/index.ts';
import { balancesOf, balancesQuery, withAmountsOnHold } from '../../ledger/server/index.ts';
import type { billingEndpoints } from '../contract.ts';
import { methodsFor } from '../rules.ts';
import { type Account, accountQuery } from './account.ts';
import { heldBackFor } from './billingRestriction.ts';
import { findDepositRequest } from './depositRequest.ts';
import { buyerQueries, depositsOf, depositsQuery, presentDeposits, sellerOf } from './deposits.ts';
import { paymentMethodsOf } from './paymentMethods.ts';
import { confirmNumberOnVerify, dropProfile, getProfile, numberConfirmationOf } from './profile.ts';
import { taxNumberCheckOf } from './taxNumbers.ts';

type OwnBillingAnswer = z.output<(typeof billingEndpoints)['getBilling']['answer']>;
type Managed = z.output<(typeof billingEndpoints)['getCustomerBilling']['answer']>;
type Move = z.output<(typeof billingEndpoints)['moveBillingState']['body']>;

async function requireAccount(ctx: SignedInContext, userId: string): Promise<Account> {
  return found((await accountQuery(userId).execute(ctx.db)).rows[0], userId);
}

function found(account: Account | undefined, userId: string): Account {
  if (!account) throw new Error(`There is no account ${userId}.`);
  return account;
}

function stateOf(
  { state: value, standing }: Account,
  language: Language,
): OwnBillingAnswer['state'] {
  const state = billingMachine.states.find((candidate) => candidate.value === value);
  const restrictions = heldBackFor(standing, language);
  return {
    ...{ value, title: state?.title[language] ?? '', meaning: state?.meaning[language] ?? '' },
    ...{ isLocked: restrictions.heldBack !== 'nothing', ...restrictions },
  };
}

/**
 * Returns the user's own billing overview with one statement. A tax number, an amount due and a
 * deposit request need one more each.
 */
export async function getOverview(ctx: SignedInContext): Promise<OwnBillingAnswer> {
  const { userId, siteId } = ctx.actor;
  const { language } = ctx;
  const companyId = sql`company_of_site(${siteId})`;
  const read = await readInOneStatement(ctx.db, {
    ...buyerQueries(ctx.actor),
    balances: balancesQuery(userId, companyId),
    deposits: depositsQuery(userId, companyId),
  });
  const account = found(read.accounts[0], userId);
  const company = read.companies[0] ?? null;
  const profile = read.profiles[0] ?? null;
  const seller = sellerOf(read);
  const submission =
    account.state <= 1 ? next(billingMachine, account.state, 'submit', 'owner') : null;
  return {
    profile,
    taxNumberCheck: profile?.taxNumber ? await taxNumberCheckOf(ctx, userId) : null,
    state: stateOf(account, language),
    demand:
      company && account.state === 9 ? await findDepositRequest(ctx, userId, company.id) : null,
    paymentType: account.paymentType,
    paymentTypeTitle: paymentTypeTitle(account.paymentType, language),
    balances: company ? await withAmountsOnHold(ctx, userId, company.id, read.balances) : [],
    deposits: presentDeposits(read.deposits, language),
    ways: company
      ? methodsFor(account.paymentType, paymentMethodsOf(read.connections, company.bankAccount))
      : [],
    isPaidByOther: account.isPaidByOther,
    seller: company && sellerFacts(company),
    depositProblem: seller instanceof UserError ? problemOf(seller, language) : null,
    profileProblem: submission && !submission.isAllowed ? submission.problem[language] : null,
  };
}

const sellerFacts = ({
  legalName,
  currency,
  minDeposit,
  bankName,
  bankHolder,
  bankAccount,
  bankSwift,
}: NonNullable<OwnBillingAnswer['seller']>) => ({
  ...{ legalName, currency, minDeposit, bankName, bankHolder, bankAccount, bankSwift },
});

function problemOf({ reasons: [reason] }: UserError, language: Language): string | null {
  return reason ? render(reason.name, language, reason.values) : null;
}

/** Returns a customer's billing data for a billing administrator. */
export async function readCustomer(ctx: SignedInContext, customer: Customer): Promise<Managed> {
  const { id, email, externalId, isDeleted, company } = customer;
  const account = await requireAccount(ctx, id);
  return {
    customer: { id, email, externalId, isDeleted, site: account.site },
    company: { id: company.id, name: company.legalName, currency: company.currency },
    profile: await getProfile(ctx, id),
    taxNumberCheck: await taxNumberCheckOf(ctx, id),
    numberConfirmed: await numberConfirmationOf(ctx, id),
    state: stateOf(account, ctx.language),
    demand: await findDepositRequest(ctx, id, company.id),
    paymentType: account.paymentType,
    paymentTypes: paymentTypeOptions(ctx.language),
    paymentTypeTitle: paymentTypeTitle(account.paymentType, ctx.language),
    balances: await balancesOf(ctx, id, company.id),
    deposits: await depositsOf(ctx, id, company.id),
    // The profile state of a deleted account can't be changed.
    moves: (isDeleted
      ? []
      : billingTransitions(account.state, ctx.actor.role as TransitionActor)
    ).map(({ event, title, follows }) => ({
      ...{ event, title: title[ctx.language] },
      follows: follows && {
        title: follows.title[ctx.language],
        meaning: follows.meaning[ctx.language],
      },
    })),
  };
}

/**
 * Changes the state of a billing profile. Throws `stateRefused`, `demandWaits`. If a deposit
 * request needs a second approval, the state stays unchanged.
 */
export async function moveState(
  ctx: SignedInContext,
  customer: Customer,
  { event, reason }: Move,
): Promise<{ state: BillingState; approvalId: string | null }> {
  if (event === 'forceDeposit') return await requestDeposit(ctx, customer.id, reason);
  const after = await moveBilling(ctx, customer.id, {
    event,
    by: ctx.actor.role as TransitionActor,
    reason,
  });
  if (event === 'remove') await dropProfile(ctx, customer.id);
  await confirmNumberOnVerify(ctx, customer.id, event);
  return { state: after, approvalId: null };
}

export async function setPaymentType(
  ctx: SignedInContext,
  customer: Customer,
  paymentType: string,
): Promise<void> {
  const before = await requireAccount(ctx, customer.id);
  await ctx.db
    .updateTable('user_account')
    .set({ payment_type: paymentType })
    .where('id', '=', customer.id)
    .execute();
  ctx.note({
    targetType: 'user',
    targetId: customer.id,
    before: { paymentType: before.paymentType },
    after: { paymentType },
  });
}
