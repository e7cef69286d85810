import { sql } from 'kysely';
import type * as z from 'zod';
import { refuse } from '../../../contract/errors.ts';
import type { Language } from '../../../contract/languages.ts';
import type { Context, SignedInContext } from '../../../server/platform/context.ts';
import { type BillingState, moveBilling } from '../../accounts/server/index.ts';
import { checkPlace, checkTaxNumber, countryName, unionCountries } from '../../companies/server/index.ts';
import type { billingEndpoints } from '../contract.ts';

type Given = z.output<(typeof billingEndpoints)['saveBillingProfile']['body']>;
export type Profile = Given & { invoiceEmail: string };

export async function readProfile(ctx: Pick<Context, 'db'>, userId: string): Promise<Profile | null> {
  const { rows } = await sql<Profile>`
    select kind, name, street, city, region, postal_code as "postalCode", country, tax_number as "taxNumber",
      invoice_email as "invoiceEmail"
    from billing_profile where user_id = ${userId}`.execute(ctx.db);
  return rows[0] ?? null;
}

export async function billingStateOf(ctx: Pick<Context, 'db'>, userId: string): Promise<BillingState> {
  const { rows } = await sql<{ state: BillingState }>`
    select billing_state::integer as state from user_account where id = ${userId}`.execute(ctx.db);
  return rows[0]?.state ?? 0;
}

/** What else the customer's calls change of its billing waits until the transaction ends. */
export const holdBilling = (ctx: Pick<Context, 'db'>, userId: string) =>
  sql`select from user_account where id = ${userId} for no key update`.execute(ctx.db);

/** Where companies have numbers whose form is known, a company must give it. */
const companyNeedsNumber = new Set(['IL', ...unionCountries]);

/** Throws what is wrong with the profile; gives it as it is kept. */
function checked(given: Given, language: Language): Profile {
  checkPlace(given, '', language);
  const taxNumber = checkTaxNumber(given, language);
  if (taxNumber === '' && given.kind === 'company' && companyNeedsNumber.has(given.country)) {
    const problem = {
      en: `A company in ${countryName(given.country, 'en')} gives its tax number.`,
      he: `חברה ב${countryName(given.country, 'he')} מוסרת את מספר המס שלה.`,
    };
    throw refuse('billingFieldNeeded', { problem: problem[language] }, 'taxNumber');
  }
  return { ...given, taxNumber, invoiceEmail: given.invoiceEmail ?? '' };
}

/** Who the profile names: another of these is another customer to whoever verified it. */
const identityOf = ({ kind, name, country, taxNumber }: Profile): string => JSON.stringify([kind, name, country, taxNumber]);

/**
 * Keeps the person's own profile and moves its state: the first is approved; one that was disapproved, and a verified one that now
 * names somebody else, is looked at by a person. Throws `stateRefused` where none is needed.
 */
export async function saveProfile(ctx: SignedInContext, given: Given): Promise<BillingState> {
  const { userId } = ctx.actor;
  const profile = checked(given, ctx.language);
  await holdBilling(ctx, userId);
  const state = await billingStateOf(ctx, userId);
  const before = await readProfile(ctx, userId);
  const after = await stateAfter(ctx, state, before, profile);
  await sql`
    insert into billing_profile (user_id, kind, name, street, city, region, postal_code, country, tax_number, invoice_email, changed_at)
    values (${userId}, ${profile.kind}, ${profile.name}, ${profile.street}, ${profile.city}, ${profile.region}, ${profile.postalCode},
      ${profile.country}, ${profile.taxNumber}, ${profile.invoiceEmail}, ${ctx.clock.now()})
    on conflict (user_id) do update set kind = excluded.kind, name = excluded.name, street = excluded.street, city = excluded.city,
      region = excluded.region, postal_code = excluded.postal_code, country = excluded.country, tax_number = excluded.tax_number,
      invoice_email = excluded.invoice_email, changed_at = excluded.changed_at`.execute(ctx.db);
  ctx.note({ targetType: 'user', targetId: userId, before, after: profile });
  return after;
}

async function stateAfter(ctx: SignedInContext, state: BillingState, before: Profile | null, profile: Profile): Promise<BillingState> {
  const { userId } = ctx.actor;
  if (state === 1) return await moveBilling(ctx, userId, { event: 'submit', by: 'owner', to: 5 });
  if (state <= 0) return await moveBilling(ctx, userId, { event: 'submit', by: 'owner' });
  const isOther = before === null || identityOf(before) !== identityOf(profile);
  return state === 3 && isOther ? await moveBilling(ctx, userId, { event: 'review', by: 'portal' }) : state;
}

export const dropProfile = (ctx: Pick<Context, 'db'>, userId: string) =>
  sql`delete from billing_profile where user_id = ${userId}`.execute(ctx.db);
