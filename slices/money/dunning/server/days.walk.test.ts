import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ownReach } from '../../../../server/platform/access/objectAccess.ts';
import { shiftClock } from '../../../../server/platform/clock.ts';
import { shareOf } from '../../../../server/platform/decimals/decimals.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import {
  allocatedCharges,
  postCredit,
  postDeposit,
  postRefund,
  postWriteOff,
} from '../../ledger/server/index.ts';
import { createTestCompany, type TestCompany } from '../../ledger/server/testing/testCompany.ts';
import { addDays } from './evaluation/plan.ts';
import { applyDue } from './jobs.ts';
import { savePolicy } from './policies.ts';
import { clockAt, issue, ladder, stepsOf, systemOf } from './testing/debts.ts';

let app: TestApp;
let testCompany: TestCompany;
const db = () => app.portal.services.database.db;
beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  testCompany = await createTestCompany(app);
});
afterEach(() => shiftClock(0));
afterAll(() => app.close());

describe('allocation of payments', () => {
  /**
   * An event in a customer's history: the amount in cents and, for a refund, the index of the
   * refunded transaction.
   */
  const event = fc.record({
    kind: fc.constantFrom('invoice', 'deposit', 'credit', 'writeOff', 'reduction', 'moneyBack'),
    cents: fc.integer({ min: 1, max: 20_000 }),
    of: fc.nat(20),
  });
  let count = 0;

  it('matches the balance to the minor unit, pays the oldest documents first and never more than their amount, over random histories', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 20 }), async (events) => {
        const { userId } = await app.signInAs('user');
        const holder = {
          id: userId,
          siteId: app.siteId,
          company: { id: testCompany.companyId, currency: 'USD' },
        };
        const postedEntries: { id: string; kind: string }[] = [];
        for (const { kind, cents, of } of events) {
          const ctx = await systemOf(app);
          const amount = (cents / 100).toFixed(2);
          const entry = {
            key: `history:${++count}`,
            amount,
            currency: 'USD',
            reason: 'A history',
          };
          const target = postedEntries[of % Math.max(1, postedEntries.length)];
          // Events that the ledger rejects don't count.
          const work = async () => {
            if (kind === 'invoice')
              return void (await issue(app, {
                companyId: testCompany.companyId,
                userId,
                amount,
                dueOn: '2025-01-01',
              }));
            await ctx.db.transaction().execute(async (transaction) => {
              const inner = { ...ctx, db: transaction };
              if (kind === 'deposit') return await postDeposit(inner, holder, entry);
              if (kind === 'credit') return await postCredit(inner, holder, entry);
              if (kind === 'writeOff') return await postWriteOff(inner, holder, entry);
              return await postRefund(inner, holder, {
                ...entry,
                kind: kind as 'reduction',
                transactionId: target?.id ?? userId,
              });
            });
          };
          await work().catch((error: unknown) => {
            if (!(error instanceof Error) || error.constructor.name !== 'UserError') throw error;
          });
          const { rows } = await sql<{ id: string; kind: string }>`
            select id, kind from ledger_transaction where user_id = ${userId} order by sequence`.execute(
            db(),
          );
          postedEntries.splice(0, postedEntries.length, ...rows);
        }
        const { rows } = await sql<{ amount: number; unpaid: number }>`
          select (amount * 100)::float8 as amount, (unpaid * 100)::float8 as unpaid
          from ${allocatedCharges(sql`t.user_id = ${userId}`)} a order by sequence`.execute(db());
        const { rows: balances } = await sql<{ cents: number }>`
          select (coalesce(sum(p.amount), 0) * 100)::float8 as cents from ledger_account a join ledger_posting p on p.account_id = a.id
          where a.user_id = ${userId}`.execute(db());
        const unpaid = rows.reduce((sum, row) => sum + row.unpaid, 0);
        expect(unpaid).toBe(Math.max(0, -(balances[0]?.cents ?? 0)));
        expect(rows.every((row) => row.unpaid >= 0 && row.unpaid <= row.amount)).toBe(true);
        // At most one document is partly paid. Those before it are paid, and those after it unpaid.
        const open = rows.filter(({ amount }) => amount > 0);
        const first = open.findIndex((row) => row.unpaid > 0);
        expect(open.slice(0, Math.max(0, first)).every((row) => row.unpaid === 0)).toBe(true);
        if (first >= 0)
          expect(open.slice(first + 1).every((row) => row.unpaid === row.amount)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});

const zones = [
  'Asia/Jerusalem',
  'America/New_York',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Australia/Lord_Howe',
];

it('for 400 days, customers in all time zones who pay nothing get each step once, on its day, across month ends and clock changes', async () => {
  const clerk = {
    ...(await systemOf(app)),
    actor: { userId: testCompany.clerk.userId, reach: ownReach },
  } as never;
  const company = { id: testCompany.companyId, currency: 'USD' } as never;
  const steps = [
    ...ladder.slice(0, -1),
    { kind: 'terminate', days: 380, isAutomatic: false },
  ] as never;
  await savePolicy(clerk, company, null, { isOn: true, tolerance: '0', taxesFees: true, steps });
  // Due on January 31. Reminders and the fee fall in the short month, and the rest after clock
  // changes.
  const dueOn = '2024-01-31';
  const customers = await Promise.all(
    zones.map(async (zone) => {
      const siteId = await app.makeSite(zone);
      await sql`update site set time_zone = ${zone} where id = ${siteId}`.execute(db());
      return { zone, userId: (await app.signInAs('user', { siteId })).userId };
    }),
  );
  for (const { userId } of customers)
    await issue(app, { companyId: testCompany.companyId, userId, amount: '100', dueOn });
  const ctx = await systemOf(app);
  const start = Date.parse(`${dueOn}T00:30:00Z`);
  for (let halfDay = 0; halfDay < 800; halfDay++) {
    clockAt(new Date(start + halfDay * 12 * 3_600_000).toISOString());
    await applyDue(ctx);
  }
  const planned = (steps as typeof ladder).map(({ days }) => addDays(dueOn, days));
  expect(planned.slice(0, 3)).toEqual(['2024-02-03', '2024-02-10', '2024-02-12']);
  for (const { zone, userId } of customers) {
    expect((await stepsOf(app, userId)).map(({ doneOn }) => doneOn)).toEqual(planned);
    const { rows } = await sql<{ day: string; hour: number }>`
      select to_char(at at time zone ${zone}, 'YYYY-MM-DD') as day, extract(hour from at at time zone ${zone})::integer as hour
      from dunning_step where user_id = ${userId} order by id`.execute(db());
    expect(rows.map(({ day }) => day)).toEqual(planned);
    expect(rows.every(({ hour }) => hour >= 9)).toBe(true);
  }
}, 120_000);

it.each([
  ['100', '2.5', 2, '2.5'],
  ['9.99', '2.5', 2, '0.25'],
  ['0.2', '2.5', 2, '0.01'],
  ['0.01', '2.5', 2, '0'],
  ['1000', '2.5', 0, '25'],
  ['123456789012.3456', '50', 4, '61728394506.1728'],
])('of %s, %s percent in %d decimals are %s', (amount, percent, digits, share) =>
  expect(shareOf(amount, percent, digits)).toBe(share),
);
