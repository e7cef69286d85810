import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import type { LocalizedText } from '../../../../contract/languages.ts';
import type { VendorAccess } from '../../../../drivers/http/port.ts';
import { describeStored, storedProblem } from '../../../../drivers/problem.ts';
import {
  type TaxNumberDriver,
  TaxNumberFailure,
  type TaxNumberSettings,
} from '../../../../drivers/taxNumbers/port.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { defineSetting, readSetting } from '../../../../server/platform/settings/settings.ts';
import { lookupPublic } from '../../../../server/platform/vendors/publicLookup.ts';
import { unionCountries, vatIdentifier } from '../../companies/server/index.ts';
import type { billingEndpoints } from '../contract.ts';
import { localize } from '../texts/localize.ts';

/** Enables checks with VIES. Without it, no external requests are made. */
export const usesVies = defineSetting({
  id: 'billing.asksVies',
  schema: z.boolean(),
  fallback: false,
  level: 'root',
  access: 'portal.manage',
  title: localize('asksVies'),
});
export const viesAddress = defineSetting({
  id: 'billing.viesAddress',
  schema: z.url({ protocol: /^https?$/ }).max(300),
  fallback: 'https://ec.europa.eu/taxation_customs/vies/rest-api',
  level: 'root',
  access: 'portal.manage',
  title: localize('viesAddress'),
});

type DriverMaker = (settings: TaxNumberSettings, access: VendorAccess) => TaxNumberDriver;
declare module '../../../../server/platform/context.ts' {
  interface Ports {
    taxNumbers: DriverMaker;
  }
}

/** SQL for a `billing_profile p`: whether VIES reported this state for its current number. */
const hasCheckResult = (state: 'valid' | 'invalid') => sql`
  select from tax_number_check t where t.user_id = p.user_id and t.number = p.tax_number and t.state = ${state}`;

/**
 * SQL for a `billing_profile p`: whether its number is confirmed, either by VIES, or manually if
 * VIES hasn't rejected it since. A payment proves the payer, not the number.
 */
export const isNumberConfirmed: RawBuilder<boolean> = sql<boolean>`(exists (${hasCheckResult('valid')})
  or (p.number_confirmed_at is not null and not exists (${hasCheckResult('invalid')} and t.answered_at > p.number_confirmed_at)))`;

/** Country prefixes as used by VIES: EL for Greece, XI for Northern Ireland. */
const prefixes = [...unionCountries.map((country) => (country === 'GR' ? 'EL' : country)), 'XI'];

/** The maximum number of checks per round. The service limits concurrent requests. */
const batchSize = 20;
const dayMs = 86_400_000;
/** Valid numbers can expire, and invalid ones can be registered later. */
const recheckAfterMs = { valid: 30 * dayMs, invalid: 7 * dayMs };

interface Due {
  id: number;
  userId: string;
  siteId: string;
  number: string;
  sellerCountry: string | null;
  sellerNumber: string | null;
}

/**
 * Checks numbers that are new or due, one at a time. Without a response the previous result is
 * kept.
 */
export async function checkTaxNumbers(ctx: Context): Promise<void> {
  if (!(await readSetting(ctx, usesVies))) return;
  const baseAddress = await readSetting(ctx, viesAddress);
  const access = ctx.services.vendors.access({
    ...{ port: 'taxNumbers', id: 'vies', screen: '/settings', secrets: [] },
    // Only root can set another base URL, so it may be in a private network.
    lookupFor: baseAddress === viesAddress.fallback ? () => lookupPublic : undefined,
  });
  const settings = { baseAddress, now: () => ctx.clock.now() };
  const driver = ctx.services.ports.taxNumbers(settings, access);
  for (const due of await lockDue(ctx)) await checkDueNumber(ctx, driver, due);
}

/** Claims due checks. The next check is postponed first, with increasing delays of up to a day. */
async function lockDue(ctx: Context): Promise<Due[]> {
  const now = ctx.clock.now();
  await sql`
    insert into tax_number_check (user_id, number, ask_at)
    select p.user_id, p.tax_number, ${now} from billing_profile p join user_account u on u.id = p.user_id
    where p.kind = 'company' and left(p.tax_number, 2) = any(${prefixes}) and u.deleted_at is null on conflict do nothing`.execute(
    ctx.db,
  );
  const { rows } = await sql<Due>`
    with due as (
      update tax_number_check set tries = tries + 1, ask_at = ${now}::timestamptz + interval '1 minute' * least(1440, 5 * power(2, least(tries, 9)))
      where id in (select t.id from tax_number_check t join billing_profile p on p.user_id = t.user_id and p.tax_number = t.number and p.kind = 'company'
        where t.ask_at <= ${now} order by t.ask_at limit ${batchSize} for update of t skip locked)
      returning id, user_id, number)
    select due.id::integer as id, due.user_id as "userId", u.site_id as "siteId", due.number, c.country as "sellerCountry", c.tax_number as "sellerNumber"
    from due join user_account u on u.id = due.user_id left join company c on c.id = company_of_site(u.site_id)`.execute(
    ctx.db,
  );
  return rows;
}

const split = (identifier: string) => ({
  country: identifier.slice(0, 2),
  number: identifier.slice(2),
});

async function checkDueNumber(ctx: Context, driver: TaxNumberDriver, due: Due): Promise<void> {
  const seller = vatIdentifier({
    country: due.sellerCountry ?? '',
    taxNumber: due.sellerNumber ?? '',
  });
  try {
    const { isValid, requestId, name, answeredFor } = await driver.check(
      split(due.number),
      seller === null ? null : split(seller),
    );
    const state = isValid ? 'valid' : 'invalid';
    const now = ctx.clock.now();
    await sql`
      update tax_number_check set state = ${state}, request_id = ${requestId}, name = ${name}, answered_for = ${answeredFor}::date, answered_at = ${now},
        problem = '', tries = 0, ask_at = ${new Date(now.getTime() + recheckAfterMs[state])} where id = ${due.id}`.execute(
      ctx.db,
    );
    await announce(ctx.db, {
      topic: 'billing',
      id: due.userId,
      siteId: due.siteId,
      ownerId: due.userId,
    });
  } catch (error) {
    if (!(error instanceof TaxNumberFailure)) throw error;
    await sql`update tax_number_check set problem = ${storedProblem(error.problem)} where id = ${due.id}`.execute(
      ctx.db,
    );
  }
}

type Check = NonNullable<
  z.output<(typeof billingEndpoints)['getBilling']['answer']>['taxNumberCheck']
>;

const notes: Record<Check['state'], LocalizedText> = {
  waiting: localize('notes.waiting'),
  valid: localize('notes.valid'),
  invalid: localize('notes.invalid'),
};

/**
 * Returns the check result of the customer's current number. Null if there was nothing to check.
 */
export async function taxNumberCheckOf(
  ctx: Pick<Context, 'db' | 'language'>,
  userId: string,
): Promise<Check | null> {
  const { rows } = await sql<Omit<Check, 'note'>>`
    select t.state, t.number, t.request_id as "requestId", t.name, to_char(t.answered_for, 'YYYY-MM-DD') as "answeredFor", t.problem
    from tax_number_check t join billing_profile p on p.user_id = t.user_id and p.tax_number = t.number where t.user_id = ${userId}`.execute(
    ctx.db,
  );
  const [found] = rows;
  return found
    ? {
        ...found,
        problem: describeStored(found.problem)[ctx.language],
        note: notes[found.state][ctx.language].replace('{day}', found.answeredFor ?? ''),
      }
    : null;
}
