import { sql } from 'kysely';
import * as z from 'zod';
import { UserError, userError } from '../../../../contract/errors/errors.ts';
import {
  type ExchangeRateDriver,
  ExchangeRateFailure,
  type ExchangeRateSettings,
  type PublishedRates,
} from '../../../../drivers/exchangeRates/port.ts';
import type { VendorAccess } from '../../../../drivers/http/port.ts';
import { describeProblem, describeStored, storedProblem } from '../../../../drivers/problem.ts';
import { inOwnTransaction } from '../../../../server/platform/audit/inOwnTransaction.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { defineSetting, readSetting } from '../../../../server/platform/settings/settings.ts';
import { lookupPublic } from '../../../../server/platform/vendors/publicLookup.ts';
import type { exchangeRateEndpoints } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import { preserveClosedRates } from './preserveClosedRates.ts';
import { changeObstacle, publishChange, requireOperator } from './rates.ts';

/** Enables requests to the European Central Bank. Without it, no external requests are made. */
export const usesEcb = defineSetting({
  id: 'exchangeRates.asksEcb',
  schema: z.boolean(),
  fallback: false,
  level: 'root',
  access: 'portal.manage',
  title: localize('asksEcb'),
});
export const ecbAddress = defineSetting({
  id: 'exchangeRates.ecbAddress',
  schema: z.url({ protocol: /^https?$/ }).max(300),
  fallback: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
  level: 'root',
  access: 'portal.manage',
  title: localize('ecbAddress'),
});

type DriverMaker = (settings: ExchangeRateSettings, access: VendorAccess) => ExchangeRateDriver;
declare module '../../../../server/platform/context.ts' {
  interface Ports {
    exchangeRates: DriverMaker;
  }
}

type SourceAnswer = z.output<(typeof exchangeRateEndpoints)['getExchangeRateSource']['answer']>;

/** Returns the state of the connection to the European Central Bank. */
export async function getRateSource(ctx: SignedInContext): Promise<SourceAnswer> {
  const [isConnected, address, { rows }] = await Promise.all([
    readSetting(ctx, usesEcb),
    readSetting(ctx, ecbAddress),
    sql<{ askedAt: Date; answeredAt: Date | null; day: string | null; problem: string }>`
      select asked_at as "askedAt", answered_at as "answeredAt", to_char(day, 'YYYY-MM-DD') as day, problem from exchange_rate_source where source = 'ecb'`.execute(
      ctx.db,
    ),
  ]);
  const [last] = rows;
  return {
    ...{
      isConnected,
      address,
      day: last?.day ?? null,
      problem: describeStored(last?.problem ?? '')[ctx.language],
      canAsk: isConnected && changeObstacle(ctx) === null,
    },
    ...{
      askedAt: last?.askedAt.toISOString() ?? null,
      answeredAt: last?.answeredAt?.toISOString() ?? null,
    },
  };
}

/**
 * Fetches the rates from the source now. Throws `exchangeRateTopmost`, `exchangeRateNotConnected`,
 * `exchangeRateSourceAway`.
 */
export async function fetchNow(ctx: SignedInContext): Promise<SourceAnswer> {
  requireOperator(ctx);
  if (!(await readSetting(ctx, usesEcb))) throw userError('exchangeRateNotConnected');
  const failure = await fetchRates(ctx);
  if (failure)
    throw userError('exchangeRateSourceAway', { problem: describeProblem(failure.problem) });
  return await getRateSource(ctx);
}

/**
 * The time in Frankfurt from which the rates of a working day are fetched. They are published
 * around 16:00.
 */
const ratesAvailableAt = '17:00';

/**
 * If enabled, fetches the rates once after each publication time. Repeats with every call until
 * there is a response.
 */
export async function fetchWhenDue(ctx: Context): Promise<void> {
  if (!(await readSetting(ctx, usesEcb))) return;
  const { rows } = await sql`
    select from (select ${ctx.clock.now()}::timestamptz at time zone 'Europe/Berlin' as now) as local
    join exchange_rate_source s on s.source = 'ecb' and s.answered_at >= (
      date_trunc('day', local.now - ${ratesAvailableAt}::interval) + ${ratesAvailableAt}::interval) at time zone 'Europe/Berlin'`.execute(
    ctx.db,
  );
  if (rows.length > 0) return;
  const failure = await fetchRates(ctx);
  if (failure)
    ctx.log.warn(
      { problem: failure.message },
      'The European Central Bank returned no exchange rates',
    );
}

/** Fetches and stores the rates. A failure is stored and returned. */
async function fetchRates(ctx: Context): Promise<ExchangeRateFailure | null> {
  const address = await readSetting(ctx, ecbAddress);
  const access = ctx.services.vendors.access({
    ...{ port: 'exchangeRates', id: 'ecb', screen: '/exchangeRates', secrets: [] },
    // Only root can set another base URL, so it may be in a private network.
    lookupFor: address === ecbAddress.fallback ? () => lookupPublic : undefined,
  });
  const driver = ctx.services.ports.exchangeRates({ address }, access);
  const db = ctx.services.database.db;
  try {
    const published = await driver.latest();
    await storeRates({ ...ctx, db }, published);
    await recordOutcome(ctx, { answeredAt: ctx.clock.now(), day: published.day, problem: '' });
    return null;
  } catch (error) {
    if (!(error instanceof ExchangeRateFailure)) throw error;
    await recordOutcome(ctx, {
      answeredAt: null,
      day: null,
      problem: storedProblem(error.problem),
    });
    return error;
  }
}

interface Outcome {
  answeredAt: Date | null;
  day: string | null;
  problem: string;
}

async function recordOutcome(ctx: Context, { answeredAt, day, problem }: Outcome): Promise<void> {
  const { db } = ctx.services.database;
  await sql`
    insert into exchange_rate_source as s (source, asked_at, answered_at, day, problem) values ('ecb', ${ctx.clock.now()}, ${answeredAt}, ${day}::date, ${problem})
    on conflict (source) do update set asked_at = excluded.asked_at, problem = excluded.problem,
      answered_at = coalesce(excluded.answered_at, s.answered_at), day = coalesce(excluded.day, s.day)`.execute(
    db,
  );
  await publishChange({ db }, 'ecb');
}

/**
 * Stores new rates. Existing rates of the day, including withdrawn ones, stay unchanged. Rates that
 * would change a past month are skipped.
 */
async function storeRates(ctx: Context, { day, base, rates }: PublishedRates): Promise<void> {
  const existingRates = await sql<{
    quote: string;
  }>`select quote from exchange_rate where base = ${base} and day = ${day}::date and source = 'ecb'`.execute(
    ctx.db,
  );
  const fresh = rates.filter(({ quote }) => !existingRates.rows.some((row) => row.quote === quote));
  for (const { quote, rate } of fresh) await storeRate(ctx, { base, quote, day }, rate);
}

async function storeRate(
  ctx: Context,
  pair: { base: string; quote: string; day: string },
  rate: string,
): Promise<void> {
  try {
    await inOwnTransaction(ctx, 'exchangeRates.fetch', async (inner) => {
      const { rows } = await preserveClosedRates(inner, pair, () =>
        sql<{ id: string }>`
          insert into exchange_rate (base, quote, day, rate, source, entered_at)
          values (${pair.base}, ${pair.quote}, ${pair.day}::date, ${rate}::numeric, 'ecb', ${inner.clock.now()})
          on conflict (base, quote, day, source) where withdrawn_at is null do nothing returning id`.execute(
          inner.db,
        ),
      );
      const [created] = rows;
      if (created)
        inner.note({
          targetType: 'exchangeRate',
          targetId: created.id,
          after: { ...pair, rate, source: 'ecb' },
        });
    });
  } catch (error) {
    const isSettled =
      error instanceof UserError &&
      error.reasons.some(({ name }) => name === 'exchangeRateSettled');
    if (!isSettled) throw error;
    ctx.log.info({ ...pair }, 'An exchange rate arrived after the end of its month and isn’t used');
  }
}
