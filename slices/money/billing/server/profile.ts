import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import {
  type BillingEvent,
  type BillingState,
  moveAfterDepositRequest,
  moveBilling,
} from '../../../people/accounts/server/index.ts';
import {
  checkRegion,
  checkTaxNumber,
  countryName,
  unionCountries,
} from '../../companies/server/index.ts';
import type { billingEndpoints } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import { isNumberConfirmed } from './taxNumbers.ts';

type ProfileInput = z.output<(typeof billingEndpoints)['saveBillingProfile']['body']>;
export type Profile = ProfileInput & { invoiceEmail: string };

export async function getProfile(
  ctx: Pick<Context, 'db'>,
  userId: string,
): Promise<Profile | null> {
  return (await profileQuery(userId).execute(ctx.db)).rows[0] ?? null;
}

/**
 * The query of `getProfile`, for statements that combine several reads. Returns no row if there is
 * no profile.
 */
export const profileQuery = (userId: string): RawBuilder<Profile> => sql<Profile>`
    select kind, name, street, city, region, postal_code as "postalCode", country, tax_number as "taxNumber",
      invoice_email as "invoiceEmail"
    from billing_profile where user_id = ${userId}`;

/**
 * Returns the state of the profile itself. During a deposit request, this is the state to restore.
 */
export async function profileStateOf(
  ctx: Pick<Context, 'db'>,
  userId: string,
): Promise<{ state: BillingState; isDemanded: boolean }> {
  const { rows } = await sql<{ state: BillingState; isDemanded: boolean }>`
    select coalesce(case when billing_state = 9 then deposit_from end, billing_state)::integer as state, billing_state = 9 as "isDemanded"
    from user_account where id = ${userId}`.execute(ctx.db);
  return rows[0] ?? { state: 0, isDemanded: false };
}

/**
 * Whether another account is charged for this account's usage, so its own balance wouldn't be used.
 */
export async function isSubAccount(ctx: Pick<Context, 'db'>, userId: string): Promise<boolean> {
  const { rows } =
    await sql`select from user_account where id = ${userId} and parent_id is not null`.execute(
      ctx.db,
    );
  return rows.length > 0;
}

/**
 * Accounts that aren't charged can't make payments, except for a requested deposit. Throws
 * `paidByOther`.
 */
export async function requireCharged(ctx: Pick<Context, 'db'>, userId: string): Promise<void> {
  if ((await isSubAccount(ctx, userId)) && !(await profileStateOf(ctx, userId)).isDemanded)
    throw userError('paidByOther');
}

/** Locks a customer's billing until the transaction ends, so that other changes wait. */
export const lockBillingForUpdate = (ctx: Pick<Context, 'db'>, userId: string) =>
  sql`select from user_account where id = ${userId} for no key update`.execute(ctx.db);

/** Countries with a known tax number format, where companies must enter their tax number. */
const taxNumberCountries = new Set(['IL', ...unionCountries]);

/** Validates and normalizes a profile. Throws if it's invalid. */
function validateProfile(input: ProfileInput): Profile {
  checkRegion(input, '');
  const taxNumber = checkTaxNumber(input);
  if (taxNumber === '' && input.kind === 'company' && taxNumberCountries.has(input.country)) {
    const problem = localize('profile.problem.companiesMustEnterTheir', {
      country: (language) => countryName(input.country, language),
    });
    throw userError('billingFieldNeeded', { problem }, 'taxNumber');
  }
  return { ...input, taxNumber, invoiceEmail: input.invoiceEmail ?? '' };
}

/** The identity in the profile. Changing any of these fields requires a new verification. */
const identityOf = ({ kind, name, country, taxNumber }: Profile): string =>
  JSON.stringify([kind, name, country, taxNumber]);

/**
 * Stores the user's own profile and updates its state. A first profile is approved, and a
 * disapproved one, or a verified one with a new identity, goes to review. Throws `stateRefused` if
 * no profile is needed.
 */
export async function saveProfile(
  ctx: SignedInContext,
  input: ProfileInput,
): Promise<BillingState> {
  const { userId } = ctx.actor;
  const profile = validateProfile(input);
  await lockBillingForUpdate(ctx, userId);
  const before = await getProfile(ctx, userId);
  const after = await stateAfter(ctx, before, profile);
  await sql`
    insert into billing_profile (user_id, kind, name, street, city, region, postal_code, country, tax_number, invoice_email, changed_at)
    values (${userId}, ${profile.kind}, ${profile.name}, ${profile.street}, ${profile.city}, ${profile.region}, ${profile.postalCode},
      ${profile.country}, ${profile.taxNumber}, ${profile.invoiceEmail}, ${ctx.clock.now()})
    on conflict (user_id) do update set kind = excluded.kind, name = excluded.name, street = excluded.street, city = excluded.city,
      region = excluded.region, postal_code = excluded.postal_code, country = excluded.country, tax_number = excluded.tax_number,
      invoice_email = excluded.invoice_email, changed_at = excluded.changed_at,
      number_confirmed_at = case when ${isSame} then billing_profile.number_confirmed_at end,
      number_confirmed_by = case when ${isSame} then billing_profile.number_confirmed_by end`.execute(
    ctx.db,
  );
  ctx.note({ targetType: 'user', targetId: userId, before, after: profile });
  return after;
}

/**
 * Whether the previous profile has the same identity. A verification of its number applies only to
 * that identity.
 */
const isSame = sql`
  (billing_profile.kind, billing_profile.name, billing_profile.country, billing_profile.tax_number)
    = (excluded.kind, excluded.name, excluded.country, excluded.tax_number)`;

async function stateAfter(
  ctx: SignedInContext,
  before: Profile | null,
  profile: Profile,
): Promise<BillingState> {
  const { userId } = ctx.actor;
  const { state, isDemanded } = await profileStateOf(ctx, userId);
  const hasNewIdentity = before === null || identityOf(before) !== identityOf(profile);
  const move = billingMoveFor(state, hasNewIdentity);
  if (!isDemanded) return move ? await moveBilling(ctx, userId, move) : state;
  // Users who need no profile can add one to make payments.
  if (move && state !== -1) await moveAfterDepositRequest(ctx, userId, move);
  return 9;
}

function billingMoveFor(
  state: BillingState,
  hasNewIdentity: boolean,
): { event: BillingEvent; by: 'owner' | 'portal'; to?: BillingState } | null {
  if (state === 1) return { event: 'submit', by: 'owner', to: 5 };
  if (state <= 0) return { event: 'submit', by: 'owner' };
  return state === 3 && hasNewIdentity ? { event: 'review', by: 'portal' } : null;
}

/**
 * Updates the manual verification after a state change: set when the profile is verified, cleared
 * when it's put in doubt.
 */
export async function confirmNumberOnVerify(
  ctx: SignedInContext,
  userId: string,
  event: BillingEvent,
): Promise<void> {
  if (event === 'verify')
    await sql`
      update billing_profile set number_confirmed_at = ${ctx.clock.now()}, number_confirmed_by = ${ctx.actor.userId}
      where user_id = ${userId} and kind = 'company' and tax_number <> ''`.execute(ctx.db);
  if (event === 'disapprove' || event === 'review' || event === 'reviewLocked')
    await sql`update billing_profile set number_confirmed_at = null, number_confirmed_by = null where user_id = ${userId}`.execute(
      ctx.db,
    );
}

/** Returns the manual verification of the customer's current number. Null if there is none. */
export async function numberConfirmationOf(
  ctx: Pick<Context, 'db'>,
  userId: string,
): Promise<{ at: string; by: string; counts: boolean } | null> {
  const { rows } = await sql<{ at: Date; by: string; counts: boolean }>`
    select p.number_confirmed_at as at, coalesce(account_email(p.number_confirmed_by), '') as by, ${isNumberConfirmed} as counts
    from billing_profile p
    where p.user_id = ${userId} and p.number_confirmed_at is not null`.execute(ctx.db);
  const [found] = rows;
  return found ? { ...found, at: found.at.toISOString() } : null;
}

export const dropProfile = (ctx: Pick<Context, 'db'>, userId: string) =>
  sql`delete from billing_profile where user_id = ${userId}`.execute(ctx.db);
