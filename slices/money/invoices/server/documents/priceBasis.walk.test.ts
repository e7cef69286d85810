import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedHint } from '../../../../../launcher/test/seed.ts';
import {
  isSameNumber,
  product,
  rounded,
} from '../../../../../server/platform/decimals/decimals.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { RequestedItem } from '../../../pricing/rules.ts';
import { explainLine } from '../../../pricing/server/index.ts';
import { invoiceProblems } from '../index.ts';
import { middleOf } from '../run/periods.ts';
import {
  historyStart,
  hour,
  inParallel,
  invoiceAll,
  itemsArbitrary,
  makeOwners,
  makePlaces,
  period,
  pricedItems,
  recordHistory,
  type TestSite,
} from '../testing/histories.ts';
import { type PriceBasis, priceBasisColumn, singlePriceOf } from './priceBasis.ts';

const sampleCount = 200;

let app: TestApp;
let testSites: TestSite[];
const db = () => app.portal.services.database.db;
beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  testSites = await makePlaces(app);
});
afterAll(() => app.close());

interface Line {
  subjectId: string;
  ownerId: string;
  item: string;
  currency: string;
  amount: string;
  decimals: number;
  had: PriceBasis | null;
}
type LineExplanation = NonNullable<Awaited<ReturnType<typeof explainLine>>>;

const linesAt = async ({ companyId }: TestSite): Promise<Line[]> =>
  (
    await sql<Line>`
      select l.subject_id as "subjectId", l.owner_id as "ownerId", l.item, l.currency, trim_scale(l.amount)::text as amount, minor_units(l.currency) as decimals,
        ${priceBasisColumn} as had
      from invoice_line l join invoice i on i.id = l.invoice_id where i.company_id = ${companyId} and l.terms is null`.execute(
      db(),
    )
  ).rows;

/** Compares a line's text with its stored components. Returns the difference, or null. */
function faultOf(
  { amount, decimals, had: priceBasis }: Line,
  { parts, minimumAdded }: LineExplanation,
): string | null {
  if (!priceBasis) return 'says nothing';
  const charged = parts.filter((part) => !isSameNumber(part.amount, '0'));
  const quantities = new Set(parts.map(({ quantity }) => quantity));
  const prices = new Set(charged.map(({ unitPrice, mode }) => `${mode} ${unitPrice}`));
  if (priceBasis.quantity !== null && priceBasis.pricedBy === 'several' && quantities.size > 1)
    return 'says one quantity of several';
  const one = singlePriceOf(priceBasis);
  const isUniform =
    quantities.size === 1 &&
    prices.size === 1 &&
    minimumAdded === '0' &&
    charged.every(({ steps, alreadyPaid }) => steps === null && alreadyPaid === '0');
  if (!one)
    return isUniform && charged.every(({ limit }) => limit === null)
      ? 'is of one price and does not say so'
      : null;
  const duration = one.pricedBy === 'hour' || one.pricedBy === 'month' ? one.times : '1';
  if (!isSameNumber(rounded(product(one.quantity, one.unitPrice, duration), decimals), amount))
    return 'does not come to its amount';
  if (one.pricedBy === 'hour' || one.pricedBy === 'limit')
    if (parts.reduce((sum, { hours }) => sum + hours, 0) !== Number(one.times))
      return 'has other hours';
  if (one.pricedBy === 'limit')
    return charged.some(
      ({ limit }) => limit !== null && isSameNumber(limit, product(one.quantity, one.unitPrice)),
    )
      ? null
      : 'no limit';
  return charged.every(
    ({ quantity, unitPrice }) => quantity === one.quantity && unitPrice === one.unitPrice,
  )
    ? null
    : 'has other quantities or prices';
}

const changes = fc.array(fc.tuple(fc.integer({ min: 1, max: 300 * hour }), itemsArbitrary), {
  minLength: 1,
  maxLength: 4,
});

type History = typeof changes extends fc.Arbitrary<infer H> ? H : never;
/**
 * Three histories per item and billing mode, so that every pricing method occurs regardless of the
 * random samples: all month, from mid-month, and changing.
 */
const allPricings = pricedItems.flatMap((item) =>
  (['hourly', 'monthly'] as const).flatMap((mode): History[] => {
    const some: RequestedItem = { item, quantity: '3', mode, powerState: 'on' };
    const more: RequestedItem = { ...some, quantity: '7.0001' };
    return [
      [[hour, [some]]],
      [[300 * hour, [some]]],
      [
        [hour, [some]],
        [400 * hour, [more]],
        [100 * hour, [{ ...more, powerState: 'off' }]],
      ],
    ];
  }),
);

it(`the text of each line in ${sampleCount} random customer months matches its source and its amount`, {
  timeout: 300_000,
}, async () => {
  const customers = [...allPricings, ...fc.sample(changes, sampleCount - allPricings.length)].map(
    (history, index) => ({
      history,
      id: randomUUID(),
      place: testSites[index % testSites.length] as TestSite,
    }),
  );
  await makeOwners(
    app,
    customers.map(({ id, place: { siteId } }) => ({ id, siteId, parentId: null })),
  );
  await inParallel(customers, async ({ id, place, history }) => {
    let at = historyStart;
    const changesOverTime = history.map(([pause, items]) => {
      at += pause;
      return { at, items };
    });
    await recordHistory(app, place, id, changesOverTime);
  });
  const mismatches: unknown[] = [];
  const kinds = new Map<string, number>();
  for (const testSite of testSites) {
    await invoiceAll(app, testSite);
    await inParallel(await linesAt(testSite), async (line) => {
      const clock = { now: () => new Date(testSite.ends + 86_400_000) };
      const ctx = { db: db(), clock, language: 'en' } as Parameters<typeof explainLine>[0];
      const explanation = await explainLine(
        ctx,
        { ...line, siteIds: [testSite.siteId] },
        middleOf(period),
      );
      const fault = explanation ? faultOf(line, explanation) : 'cannot be explained';
      if (fault)
        mismatches.push({
          fault,
          ...line,
          parts: explanation?.parts.map(({ formula }) => formula),
        });
      const kind = line.had?.pricedBy ?? 'none';
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    });
  }
  expect(mismatches, seedHint()).toEqual([]);
  expect(await invoiceProblems(db())).toEqual([]);
  for (const kind of ['hour', 'limit', 'month', 'purchase', 'several'])
    expect(kinds.get(kind), kind).toBeGreaterThan(0);
});
