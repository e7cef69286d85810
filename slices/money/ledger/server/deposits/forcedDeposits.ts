import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import { signedInUserId } from '../../../../../server/platform/access/signedInUser.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import {
  acceptDepositRequest,
  type DepositRequestGate,
  type DepositRequestInput,
  declineRequest,
} from '../../../../people/accounts/server/index.ts';
import { companyOfSite, lockCompanyCurrency } from '../../../companies/server/index.ts';
import { registerApproval, waitFor } from '../approvals/approvals.ts';
import { balancesOf } from '../posting/balances.ts';
import { portalKey } from '../posting/post.ts';

type StoredRequest = Pick<DepositRequestInput, 'userId' | 'reason' | 'place'>;

const dayMs = 86_400_000;
const requireLock = 7216055;

export const depositRequestApproval = registerApproval<StoredRequest>('forceDeposit', {
  async perform(ctx, { id, company }, depositRequest) {
    await acceptDepositRequest(ctx, depositRequest);
    const balances = await balancesOf(ctx, id, company.id);
    return {
      id: null,
      currency: company.currency,
      balance: balances.find(({ currency }) => currency === company.currency)?.amount ?? '0',
    };
  },
  declined: declineRequest,
});

/**
 * The amount of a deposit request is the seller's minimum deposit. All requests that one user makes
 * alone for the seller's customers within a day are added up, so that splitting a batch doesn't
 * avoid approval. Without a minimum deposit there is no amount to compare, so second approval is
 * always required. Accounts without a seller get no deposit request.
 */
const createDemand: DepositRequestGate['ask'] = async (ctx, request) => {
  const { userId, siteId, reason, personId, place } = request;
  const seller = await companyOfSite(ctx, siteId);
  if (!seller) return null;
  const company = await lockCompanyCurrency(ctx, seller);
  // Serializes concurrent requests by one user for a company's customers, so that they see each
  // other.
  await sql`select pg_advisory_xact_lock(${requireLock}, hashtext(${company.id} || ${personId}))`.execute(
    ctx.db,
  );
  const { rows: pending } = await sql`
    select from ledger_approval
    where company_id = ${company.id} and user_id = ${userId} and action = 'forceDeposit' and state = 'waiting'`.execute(
    ctx.db,
  );
  if (pending.length > 0) throw userError('demandWaits');
  if (!(await needsSecondApproval(ctx, company.id, personId))) {
    await sql`
      insert into deposit_demand_alone (company_id, user_id, person_id, amount, at)
      select ${company.id}, ${userId}, ${personId}, min_deposit, ${ctx.clock.now()} from company where id = ${company.id} and min_deposit > 0`.execute(
      ctx.db,
    );
    return null;
  }
  const { rows } = await sql<{
    id: string;
    email: string;
  }>`select id, email from user_account where id = ${userId}`.execute(ctx.db);
  const customer = { id: userId, siteId, email: rows[0]?.email ?? '', company };
  const storedRequest: StoredRequest = { userId, reason, place };
  return await waitFor(
    ctx,
    customer,
    {
      action: 'forceDeposit',
      key: portalKey('forceDeposit', randomUUID()),
      reason,
      booking: storedRequest,
      personId,
    },
    { amount: company.minDeposit, currency: company.currency },
  );
};

async function needsSecondApproval(
  ctx: SignedInContext,
  companyId: string,
  userId: string,
): Promise<boolean> {
  const { rows } = await sql<{ needsSecond: boolean }>`
    select c.approval_above is not null and (c.min_deposit = 0 or c.min_deposit + ${demandedAloneToday(ctx, userId)} > c.approval_above) as "needsSecond"
    from company c where c.id = ${companyId}`.execute(ctx.db);
  return rows[0]?.needsSecond ?? false;
}

/**
 * SQL over `company c`: the total that the user requested alone from its customers within a day.
 */
const demandedAloneToday = ({ clock }: SignedInContext, userId: string) => sql<string>`coalesce((
  select sum(d.amount) from deposit_demand_alone d
  where d.company_id = c.id and d.person_id = ${userId} and d.at > ${new Date(clock.now().getTime() - dayMs)}), 0)`;

/**
 * Same result as calling `createDemand` one by one: all requests of a company have the same amount, so once
 * one doesn't fit, no later one does.
 */
const preview: DepositRequestGate['foresee'] = async (ctx, userIds) => {
  const { rows } = await sql<{ id: string }>`
    with wanted as (
      select u.id, company_of_site(u.site_id) as company_id, row_number() over (partition by company_of_site(u.site_id) order by w.place) as nth
      from unnest(${[...userIds]}::uuid[]) with ordinality w (id, place) join user_account u on u.id = w.id)
    select w.id from wanted w join company c on c.id = w.company_id
    where c.approval_above is not null
      and (c.min_deposit = 0 or c.min_deposit * w.nth + ${demandedAloneToday(ctx, signedInUserId(ctx))} > c.approval_above)`.execute(
    ctx.db,
  );
  return new Set(rows.map(({ id }) => id));
};

/** Deposit requests need second approval like transactions (security.md, MON-06). */
export const depositRequestGate: DepositRequestGate = { foresee: preview, ask: createDemand };
