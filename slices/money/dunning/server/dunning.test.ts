import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shiftClock } from '../../../../server/platform/clock.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { mailsTo } from '../../../../server/testing/outbox.ts';
import { createTestCompany, type TestCompany } from '../../ledger/server/testing/testCompany.ts';
import { applyNext } from './apply.ts';
import { customerCondition, readCases } from './evaluation/cases.ts';
import { addDays } from './evaluation/plan.ts';
import { applyDue } from './jobs.ts';
import { clockAt, issue, ladder, stepsOf, systemOf, today } from './testing/debts.ts';

let app: TestApp;
let company: TestCompany;
let customer: TestClient;
let path: string;
const db = () => app.portal.services.database.db;

beforeAll(async () => {
  // Without a worker: tests trigger the periodic job.
  app = await startTestApp({ role: 'api' });
  company = await createTestCompany(app);
});
beforeEach(async () => {
  customer = await app.signInAs('user');
  path = `/billingManage/${company.companyId}/${customer.userId}`;
});
afterEach(async () => {
  shiftClock(0);
  await company.clerk.put(`/companies/${company.companyId}/dunning`, { isOn: false, steps: [] });
});
afterAll(() => app.close());

type Steps = readonly { readonly kind: string; readonly days: number }[];
const switchOn = async (steps: Steps = ladder) => {
  const answer = await company.clerk.put(`/companies/${company.companyId}/dunning`, {
    isOn: true,
    steps,
  });
  expect(answer.status, answer.text).toBe(200);
};
const addDebt = (dueOn: string, amount = '100', userId = customer.userId) =>
  issue(app, { companyId: company.companyId, userId, amount, dueOn });
const pay = async (amount: string) => {
  const { status, text } = await company.clerk.post(`${path}/payments`, {
    key: randomUUID(),
    amount,
    currency: 'USD',
    reason: 'A test',
  });
  expect(status, text).toBe(200);
};
const runDueJobs = async () => applyDue(await systemOf(app));
const stateOf = async () => {
  const { rows } = await sql<{
    state: string;
  }>`select account_state as state from user_account where id = ${customer.userId}`.execute(db());
  return rows[0]?.state;
};
const balance = async () =>
  (await customer.get<{ balances: { amount: string }[] }>('/billing')).body.balances.map(
    ({ amount }) => amount,
  )[0];

interface Forecast {
  unpaid: string;
  owed: string;
  document: { number: string };
  steps: {
    key: string;
    kind: string;
    on: string;
    outcome: string;
    amount: string | null;
    note: string;
  }[];
}
const managed = async () =>
  (
    await company.clerk.get<{
      coming: Forecast[];
      documents: { unpaid: string }[];
      log: { kind: string; note: string }[];
    }>(`${path}/billingPolicy`)
  ).body;

describe('a policy', () => {
  const errorSummary = ({
    status,
    body,
  }: {
    status: number;
    body: { errors?: { key?: string }[] };
  }) => [status, body.errors?.[0]?.key];
  const reminder = { kind: 'reminder', days: 3 };
  const fee = (amount: unknown, mode = 'fixed') => [
    reminder,
    { kind: 'fee', days: 5, mode, amount },
  ];

  it.each(['the company', 'a customer'])(
    'of %s opened by two users is saved by the first only, even in parallel, and by a user who has seen that change',
    async (scope) => {
      const isCompany = scope === 'the company';
      const basePath = isCompany
        ? `/companies/${company.companyId}/dunning`
        : `${path}/billingPolicy`;
      const currentVersion = async () => {
        const { body } = await company.clerk.get<{
          changedAt?: string | null;
          own?: { changedAt: string } | null;
        }>(basePath);
        return (isCompany ? body.changedAt : body.own?.changedAt) ?? '';
      };
      const save = (days: number, expectedVersion: string) =>
        company.clerk.put(basePath, {
          isOn: false,
          steps: [{ kind: 'reminder', days }],
          seen: expectedVersion,
        });
      const opened = await currentVersion();
      const answers = await Promise.all([1, 2, 3].map((days) => save(days, opened)));
      expect(answers.map(({ status, body }) => [status, body.code?.[0]]).sort()).toEqual([
        [200, undefined],
        [409, 2995],
        [409, 2995],
      ]);
      expect((await save(9, opened)).body.errors?.[0]).toMatchObject({ key: 'seen', code: 2995 });
      expect((await save(9, await currentVersion())).status).toBe(200);
      await company.clerk.delete(`${path}/billingPolicy`);
    },
  );

  it('is off until someone enables it', async () => {
    await addDebt('2026-01-01');
    await runDueJobs();
    expect(await stepsOf(app, customer.userId)).toEqual([]);
    expect((await customer.get<{ coming: unknown[] }>('/billing/dunning')).body).toEqual({
      coming: [],
      log: [],
    });
  });

  it.each([
    ['zero', fee('0')],
    ['zero with decimals', fee('0.00')],
    ['below zero', fee('-5')],
    ['no number', fee('NaN')],
    ['without end', fee('Infinity')],
    ['a power', fee('1e9')],
    ['huge', fee('100000.01')],
    ['a number that isn’t a string', fee(5)],
    ['finer than the minor unit', fee('5.001')],
    ['zero percent', fee('0', 'percent')],
    ['more than half', fee('50.01', 'percent')],
    ['percent too fine', fee('2.555', 'percent')],
  ])('rejects a fee that is %s and names the field', async (_case, steps) => {
    const answer = await company.clerk.put(`/companies/${company.companyId}/dunning`, {
      isOn: true,
      steps,
    });
    expect(errorSummary(answer as never)).toEqual([
      expect.toSatisfy((status) => status === 400 || status === 422),
      'steps.1.amount',
    ]);
    expect(
      (await company.clerk.post(`${path}/billingPolicy/simulation`, { isOn: true, steps })).status,
    ).toBe(answer.status);
  });

  it.each([
    ['no step', [], 'steps'],
    ['a suspension without a notice', [{ kind: 'suspend', days: 5 }], 'steps.0.days'],
    [
      'a fee on the day of the reminder',
      [reminder, { kind: 'fee', days: 3, mode: 'fixed', amount: '5' }],
      'steps.1.days',
    ],
    ['days out of order', [reminder, { kind: 'reminder', days: 2 }], 'steps.1.days'],
    ['days below zero', [{ kind: 'reminder', days: -1 }], 'steps.0.days'],
    ['half a day', [{ kind: 'reminder', days: 1.5 }], 'steps.0.days'],
    [
      'two suspensions',
      [reminder, { kind: 'suspend', days: 5 }, { kind: 'suspend', days: 6 }],
      'steps.2.kind',
    ],
    [
      'a termination without notice',
      [reminder, { kind: 'suspend', days: 5 }, { kind: 'terminate', days: 9, isAutomatic: true }],
      'steps.2.days',
    ],
  ])('rejects %s and names the field', async (_case, steps, field) => {
    expect(
      errorSummary(
        (await company.clerk.put(`/companies/${company.companyId}/dunning`, {
          isOn: true,
          steps,
        })) as never,
      ),
    ).toEqual([400, field]);
  });

  it('is visible only to users who manage the company', async () => {
    await switchOn();
    const [otherBillingAdmin, user] = [
      await app.signInAs('billingAdmin'),
      await app.signInAs('user'),
    ];
    const body = { isOn: true, steps: ladder };
    for (const [other, status] of [
      [otherBillingAdmin, 404],
      [user, 403],
    ] as const) {
      expect((await other.get(`/companies/${company.companyId}/dunning`)).status).toBe(status);
      expect((await other.put(`/companies/${company.companyId}/dunning`, body)).status).toBe(
        status,
      );
      expect((await other.get(`${path}/billingPolicy`)).status).toBe(status);
      expect((await other.put(`${path}/billingPolicy`, body)).status).toBe(status);
      expect((await other.delete(`${path}/billingPolicy`)).status).toBe(status);
      expect((await other.post(`${path}/billingPolicy/simulation`, body)).status).toBe(status);
    }
    await addDebt('2026-01-01');
    expect((await user.get<{ coming: unknown[] }>('/billing/dunning')).body.coming).toEqual([]);
  });

  it('of a customer overrides the company’s until it is removed', async () => {
    await switchOn();
    await addDebt(today());
    expect(
      (await company.clerk.put(`${path}/billingPolicy`, { isOn: false, steps: [] })).status,
    ).toBe(200);
    expect((await managed()).coming).toEqual([]);
    await company.clerk.put(`${path}/billingPolicy`, {
      isOn: true,
      steps: [{ kind: 'reminder', days: 60 }],
    });
    expect((await managed()).coming[0]?.steps).toMatchObject([
      { key: 'reminder.1', on: addDays(today(), 60) },
    ]);
    await company.clerk.delete(`${path}/billingPolicy`);
    expect((await managed()).coming[0]?.steps).toHaveLength(ladder.length);
  });
});

describe('steps', () => {
  // Past dates, so that current sessions aren't expired.
  it('run on their days, and the customer is notified of each one and the next, and sees them in advance', async () => {
    await switchOn();
    await addDebt('2025-01-31');
    clockAt('2025-01-31T12:00:00Z');
    const [own] = (await customer.get<{ coming: Forecast[] }>('/billing/dunning')).body.coming;
    expect(own?.steps.map(({ key, on, outcome }) => [key, on, outcome])).toEqual([
      ['reminder.1', '2025-02-03', 'done'],
      ['fee.1', '2025-02-10', 'done'],
      ['reminder.2', '2025-02-12', 'done'],
      ['retry.1', '2025-02-14', 'skipped'],
      ['suspend.1', '2025-02-21', 'done'],
      ['notice.1', '2025-03-02', 'done'],
      ['terminate.1', '2025-03-17', 'done'],
    ]);
    expect(own?.steps[1]).toMatchObject({ amount: '2.5' });
    for (let day = '2025-01-31'; day <= '2025-03-20'; day = addDays(day, 1)) {
      clockAt(`${day}T10:00:00Z`);
      await runDueJobs();
      await runDueJobs();
    }
    const done = await stepsOf(app, customer.userId);
    expect(done.map(({ step, doneOn, outcome }) => [step, doneOn, outcome])).toEqual(
      own?.steps.map(({ key, on, outcome }) => [key, on, outcome]),
    );
    expect(await stateOf()).toBe('Suspended-Billing');
    const mails = await mailsTo(app.portal, customer.email);
    expect(
      mails
        .map(({ kind }) => kind)
        .filter((kind) => kind.startsWith('dunning'))
        .reverse(),
    ).toEqual([
      'dunning.reminder',
      'dunning.fee',
      'dunning.reminder',
      'dunning.suspended',
      'dunning.notice',
    ]);
    const first = mails.findLast(({ kind }) => kind === 'dunning.reminder');
    expect(first?.text).toContain('February 21, 2025: suspension');
    expect(first?.text).toContain('February 10, 2025: late fee (2.50 USD)');
    expect((await managed()).log[0]?.note).toBe(
      'The account is listed for termination, pending a manual decision.',
    );
    shiftClock(0);
    expect(await balance()).toBe('-102.5');
  });

  it('run once each with twenty parallel workers', async () => {
    await switchOn([
      { kind: 'reminder', days: 0 },
      { kind: 'fee', days: 1, mode: 'fixed', amount: '7' },
    ] as never);
    const others = await Promise.all([1, 2, 3].map(() => app.signInAs('user')));
    for (const { userId } of [customer, ...others]) await addDebt('2026-01-01', '100', userId);
    await Promise.all(Array.from({ length: 20 }, () => runDueJobs()));
    clockAt(`${addDays(today(), 1)}T23:00:00Z`);
    await Promise.all(Array.from({ length: 20 }, () => runDueJobs()));
    for (const { userId, email } of [customer, ...others]) {
      expect((await stepsOf(app, userId)).map(({ step }) => step)).toEqual(['reminder.1', 'fee.1']);
      const kinds = (await mailsTo(app.portal, email)).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'dunning.reminder')).toHaveLength(1);
      expect(kinds.filter((kind) => kind === 'dunning.fee')).toHaveLength(1);
    }
    shiftClock(0);
    expect(await balance()).toBe('-107');
  });

  it('of one day run in one pass for many customers, and an error for one doesn’t block the others', async () => {
    await switchOn([
      { kind: 'reminder', days: 0 },
      { kind: 'fee', days: 1, mode: 'fixed', amount: '7' },
      { kind: 'reminder', days: 1 },
    ] as never);
    const others = await Promise.all([1, 2, 3, 4].map(() => app.signInAs('user')));
    for (const { userId } of [customer, ...others]) await addDebt('2026-01-01', '100', userId);
    const steps = async (userId: string) => (await stepsOf(app, userId)).map(({ step }) => step);
    await runDueJobs();
    const toggleConstraint = (isOn: boolean) =>
      isOn
        ? sql`alter table dunning_step add constraint refused check (user_id <> ${sql.lit(customer.userId)}) not valid`
        : sql`alter table dunning_step drop constraint if exists refused`;
    await toggleConstraint(true).execute(app.administration.db);
    clockAt(`${addDays(today(), 1)}T23:00:00Z`);
    await runDueJobs().finally(() => toggleConstraint(false).execute(app.administration.db));
    expect(await steps(customer.userId)).toEqual(['reminder.1']);
    for (const { userId } of others)
      expect(await steps(userId)).toEqual(['reminder.1', 'fee.1', 'reminder.2']);
    await runDueJobs();
    expect(await steps(customer.userId)).toEqual(['reminder.1', 'fee.1', 'reminder.2']);
  });

  it('don’t run if a payment arrives after the pass has read the balance', async () => {
    await switchOn([{ kind: 'reminder', days: 0 }]);
    await addDebt('2026-01-01');
    const ctx = await systemOf(app);
    const [openCase] = await readCases(ctx, customerCondition(customer.userId, company.companyId));
    if (!openCase) throw new Error('No amount is due.');
    await pay('100');
    expect(await applyNext(ctx, openCase, openCase)).toBe(true);
    expect(await applyNext(ctx, openCase)).toBe(false);
    expect(await stepsOf(app, customer.userId)).toEqual([]);
    expect(await mailsTo(app.portal, customer.email)).not.toContainEqual(
      expect.objectContaining({ kind: 'dunning.reminder' }),
    );
  });

  it('keep their intervals when they start late, so that no account is suspended on the day of the first reminder', async () => {
    await addDebt('2024-01-01');
    await switchOn();
    clockAt('2025-06-01T12:00:00Z');
    await runDueJobs();
    expect((await stepsOf(app, customer.userId)).map(({ step }) => step)).toEqual(['reminder.1']);
    const [upcoming] = (await managed()).coming;
    expect(upcoming?.steps.map(({ on }) => on)).toEqual([
      '2025-06-08',
      '2025-06-10',
      '2025-06-12',
      '2025-06-19',
      '2025-06-28',
      '2025-07-13',
    ]);
  });

  it('that no longer apply are skipped with a note, and a payment resumes the account', async () => {
    await switchOn();
    await addDebt('2025-01-31');
    for (const day of ['02-04', '02-12', '02-14', '02-16', '02-25']) {
      clockAt(`2025-${day}T12:00:00Z`);
      await runDueJobs();
    }
    expect(await stateOf()).toBe('Suspended-Billing');
    await pay('102.5');
    expect(await stateOf()).toBe('Ok');
    clockAt('2025-06-01T12:00:00Z');
    await runDueJobs();
    await runDueJobs();
    expect((await stepsOf(app, customer.userId)).map(({ step }) => step)).toEqual([
      ...['reminder.1', 'fee.1', 'reminder.2', 'retry.1', 'suspend.1', 'settled'],
    ]);
    expect((await managed()).log[0]?.note).toBe(
      'Paid. No further steps follow for this document. Skipped: termination notice, termination.',
    );
  });

  it('resume an account that has paid the overdue amount, even if a later document is unpaid', async () => {
    await switchOn();
    await addDebt('2025-01-31');
    await addDebt('2025-04-30', '50');
    for (const day of ['02-04', '02-12', '02-14', '02-16', '02-25']) {
      clockAt(`2025-${day}T12:00:00Z`);
      await runDueJobs();
    }
    expect(await stateOf()).toBe('Suspended-Billing');
    await pay('99.99');
    await runDueJobs();
    expect(await stateOf()).toBe('Suspended-Billing');
    await pay('0.01');
    await runDueJobs();
    expect(await stateOf()).toBe('Ok');
    expect((await managed()).documents.map(({ unpaid }) => unpaid)).toEqual(['2.5', '50']);
  });

  it('list accounts to terminate in the report, even after a short suspension', async () => {
    await switchOn([
      { kind: 'reminder', days: 0 },
      { kind: 'suspend', days: 1 },
      { kind: 'notice', days: 2 },
      { kind: 'terminate', days: 3, isAutomatic: false },
    ] as never);
    await addDebt('2025-01-31');
    const listed = async () =>
      (
        await app.root.get<{ items: object[] }>(
          '/reports/suspendedUsersToTerminate/rows?days=30&size=100',
        )
      ).text.includes(customer.email);
    for (const daysAgo of [9, 8, 7]) {
      clockAt(`${addDays(new Date().toISOString().slice(0, 10), -daysAgo)}T12:00:00Z`);
      await runDueJobs();
    }
    shiftClock(0);
    expect(await listed()).toBe(false);
    await runDueJobs();
    expect((await stepsOf(app, customer.userId)).at(-1)).toMatchObject({
      step: 'terminate.1',
      reason: 'listed',
    });
    expect(await listed()).toBe(true);
    await pay('100');
    await runDueJobs();
    expect(await listed()).toBe(false);
  });

  it('don’t suspend a suspended account again, and terminate automatically only if the policy says so', async () => {
    const steps = [
      ...ladder.slice(0, -1),
      { kind: 'terminate', days: 45, isAutomatic: true },
    ] as never;
    await switchOn(steps);
    await addDebt('2025-01-31');
    await sql`update user_account set account_state = 'Suspended-Policy' where id = ${customer.userId}`.execute(
      db(),
    );
    const other = await app.signInAs('user');
    await addDebt('2025-01-31', '10', other.userId);
    for (let day = '2025-02-01'; day < '2025-04-01'; day = addDays(day, 3)) {
      clockAt(`${day}T12:00:00Z`);
      await runDueJobs();
    }
    const [declinedSteps, late] = [
      await stepsOf(app, customer.userId),
      await stepsOf(app, other.userId),
    ];
    expect(
      declinedSteps.filter(({ outcome }) => outcome === 'skipped').map(({ step }) => step),
    ).toEqual(['retry.1', 'suspend.1', 'terminate.1']);
    expect(await stateOf()).toBe('Suspended-Policy');
    expect(late.at(-1)).toMatchObject({
      step: 'terminate.1',
      outcome: 'done',
      reason: 'terminated',
    });
    const { rows } = await sql<{ state: string; enabled: boolean }>`
      select account_state as state, is_enabled as enabled from user_account where id = ${other.userId}`.execute(
      db(),
    );
    expect(rows).toEqual([{ state: 'Locked', enabled: false }]);
  });
});

describe('the simulator', () => {
  it('predicts exactly the days on which the periodic job runs, and writes nothing', async () => {
    await addDebt('2025-01-31', '99.99');
    clockAt('2025-02-20T12:00:00Z');
    const draft = { isOn: false, steps: ladder };
    const { body } = await company.clerk.post<{ coming: Forecast[] }>(
      `${path}/billingPolicy/simulation`,
      draft,
    );
    expect(await stepsOf(app, customer.userId)).toEqual([]);
    expect(await stateOf()).toBe('Ok');
    await switchOn();
    for (let day = '2025-02-20'; day < '2025-06-01'; day = addDays(day, 1)) {
      clockAt(`${day}T10:00:00Z`);
      await runDueJobs();
    }
    const done = await stepsOf(app, customer.userId);
    expect(body.coming[0]?.steps.map(({ key, on, outcome }) => [key, on, outcome])).toEqual(
      done.map(({ step, doneOn, outcome }) => [step, doneOn, outcome]),
    );
    expect(done).toHaveLength(ladder.length);
    shiftClock(0);
    expect(await balance()).toBe('-102.49');
  });

  it('is empty for a customer without debt', async () => {
    const { body } = await company.clerk.post(`${path}/billingPolicy/simulation`, {
      isOn: true,
      steps: ladder,
    });
    expect(body).toEqual({ coming: [], assumed: null });
  });
});
