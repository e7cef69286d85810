import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shiftClock } from '../../../../../server/platform/clock.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { TestClient } from '../../../../../server/testing/client.ts';
import { createTestCompany, type TestCompany, testCompanyBank } from '../testing/testCompany.ts';

let app: TestApp;
let company: TestCompany;
let second: TestClient;
/** Hours relative to now, negative. */
let dayOffset = -1000;

beforeAll(async () => {
  app = await startTestApp();
  company = await createTestCompany(app);
  second = await app.signInAs('billingAdmin');
  await app.root.put(`/companies/${company.companyId}/siteAdmin`, {
    siteIds: [app.siteId],
    adminIds: [company.clerk.userId, second.userId],
  });
});
// Each test runs on its own day, so that earlier requests don't count.
beforeEach(async () => {
  dayOffset += 60;
  shiftClock(dayOffset * 3_600_000);
  await setRules({});
});
afterEach(() => shiftClock(0));
afterAll(() => app.close());

/** The limit allows two of these requests, but not a third. */
const setRules = async (more: object) => {
  const answer = await app.root.put(`/companies/${company.companyId}/billingProperties`, {
    ...{ ...testCompanyBank, minDeposit: '50', approvalAbove: '100', ...more },
  });
  expect(answer.status, answer.text).toBe(200);
};
const customers = (count: number) =>
  Promise.all(Array.from({ length: count }, () => app.signInAs('user')));

interface Moved {
  state: number;
  approvalId: string | null;
  code?: number[];
}
const move = (customer: TestClient, event = 'forceDeposit', client = company.clerk) =>
  client.post<Moved>(`/billingManage/${company.companyId}/${customer.userId}/state`, {
    event,
    reason: 'A test',
  });
const approve = (id: string | null, client = second) =>
  client.post<{ id: string | null; code?: number[] }>(`/billingAccess/approvals/${id}/approve`);
const decline = (id: string | null, client = second) =>
  client.post(`/billingAccess/approvals/${id}/decline`, { reason: 'Not this' });
const stateOf = async (customer: TestClient) =>
  (await customer.get<{ state: { value: number } }>('/billing')).body.state.value;
const pendingApprovals = async (customer: TestClient, client = second) =>
  (
    await client.get<{ items: { id: string; state: string; customer: { id: string } }[] }>(
      '/billingAccess/approvals?size=0',
    )
  ).body.items.filter((item) => item.customer.id === customer.userId);

describe('a deposit request of one administrator', () => {
  it('is created at once within the limit, and waits for a second approval above the daily total', async () => {
    const [one, two, three] = (await customers(3)) as [TestClient, TestClient, TestClient];
    for (const customer of [one, two])
      expect((await move(customer)).body).toEqual({ state: 9, approvalId: null });
    const answer = await move(three);
    expect(answer.body).toEqual({ state: 0, approvalId: expect.any(String) });
    expect(await stateOf(three)).toBe(0);
    expect(await pendingApprovals(three)).toMatchObject([
      { id: answer.body.approvalId, state: 'waiting', action: 'forceDeposit', amount: '50' },
    ]);
    expect([(await move(three)).status, (await move(three)).body.code]).toEqual([409, [2967]]);
    expect((await approve(answer.body.approvalId, company.clerk)).body.code).toEqual([2896]);
    expect((await approve(answer.body.approvalId)).body).toMatchObject({ id: null });
    expect(await stateOf(three)).toBe(9);
    expect((await approve(answer.body.approvalId)).body.code).toEqual([2895]);
    // After withdrawing and requesting again, the requester's daily limit is still used up, but the
    // other user's isn't.
    for (const client of [company.clerk, second]) {
      expect((await move(three, 'liftDeposit')).status).toBe(200);
      expect((await move(three, 'forceDeposit', client)).body.approvalId === null).toBe(
        client === second,
      );
      if (client === company.clerk) {
        const [secondDemand] = await pendingApprovals(three).then((items) =>
          items.filter(({ state }) => state === 'waiting'),
        );
        expect((await approve(secondDemand?.id ?? null)).status).toBe(200);
      }
    }
    shiftClock((dayOffset + 24) * 3_600_000 + 60_000);
    expect((await move(one, 'liftDeposit')).status).toBe(200);
    expect((await move(one)).body).toEqual({ state: 9, approvalId: null });
  });

  it('is added up in parallel calls: two of thirty are created, and the others wait', async () => {
    const all = await customers(30);
    const answers = await Promise.all(all.map((customer) => move(customer)));
    expect(answers.map(({ status }) => status)).toEqual(all.map(() => 200));
    expect(answers.filter(({ body }) => body.approvalId === null)).toHaveLength(2);
  });

  it('is rejected at once if the state doesn’t allow it, and stays pending if the state no longer allows it', async () => {
    await setRules({ approvalAbove: '0' });
    const [customer] = (await customers(1)) as [TestClient];
    const { approvalId } = (await move(customer)).body;
    await setRules({ approvalAbove: null });
    const other = await app.root.post(
      `/billingManage/${company.companyId}/${customer.userId}/state`,
      {
        event: 'waive',
        reason: 'A test',
      },
    );
    expect(other.status).toBe(200);
    expect((await decline(approvalId)).status).toBe(200);
    expect(await stateOf(customer)).toBe(-1);
    expect((await move(customer)).body).toEqual({ state: 9, approvalId: null });
    expect((await move(customer)).body.code).toEqual([1920]);
  });

  it('without an amount always waits if the seller has no minimum, and never waits without a limit', async () => {
    const [one, two] = (await customers(2)) as [TestClient, TestClient];
    await setRules({ minDeposit: '0' });
    const { approvalId } = (await move(one)).body;
    expect(approvalId).not.toBeNull();
    expect((await approve(approvalId)).status).toBe(200);
    expect(await stateOf(one)).toBe(9);
    await setRules({ minDeposit: '0', approvalAbove: null });
    expect((await move(two)).body).toEqual({ state: 9, approvalId: null });
  });

  it('on behalf of another user can’t be approved by the same administrator', async () => {
    await setRules({ approvalAbove: '0' });
    const [customer] = (await customers(1)) as [TestClient];
    const actingRequest = { reason: 'The demands of today', minutes: 10, mayChange: true };
    shiftClock(0);
    expect(
      (await app.root.post(`/users/${company.clerk.userId}/actFor`, actingRequest)).status,
    ).toBe(200);
    const { approvalId } = (await move(customer, 'forceDeposit', app.root)).body;
    expect((await app.root.post('/users/stopActing')).status).toBe(200);
    expect((await approve(approvalId, app.root)).body.code).toEqual([2896]);
    expect((await approve(approvalId)).status).toBe(200);
  });
});

interface Batch {
  done: number;
  asked: number;
  refused: number;
  undoProblem: string | null;
  lines: { userId: string; state: string; note: string }[];
}

describe('a batch of deposit requests', () => {
  const start = async (all: readonly TestClient[], checkOnly = false) => {
    const body = { list: all.map(({ userId }) => userId).join('\n'), reason: 'A test', checkOnly };
    const answer = await app.root.post<{
      batchId: string;
      cmdId: number;
      lines: { effects: string[] }[];
    }>('/forceDepositAccounts', body);
    expect(answer.status, answer.text).toBe(200);
    if (!checkOnly) await waitForTask(answer.body.cmdId);
    return answer.body;
  };
  const waitForTask = (cmdId: number) =>
    expect
      .poll(
        async () =>
          (await app.root.get<{ exitCode: number | null }>(`/queue/command/${cmdId}`)).body
            .exitCode,
        { timeout: 20_000 },
      )
      .toBe(0);
  const read = async (batchId: string) =>
    (await app.root.get<Batch>(`/accountBatches/${batchId}`)).body;

  it('waits for approval of the part above the limit, also in many small batches, and doesn’t block other accounts', async () => {
    shiftClock(0);
    const all = await customers(5);
    const preview = await start(all, true);
    expect(
      preview.lines.map(({ effects }) =>
        effects.some((effect) => effect.includes('another person’s approval')),
      ),
    ).toEqual([...[false, false, true, true, true]]);
    const { batchId } = await start(all);
    const first = await read(batchId);
    expect(first).toMatchObject({
      done: 2,
      asked: 3,
      refused: 0,
      undoProblem: expect.stringContaining('second approval'),
    });
    expect(first.lines.map(({ state }) => state)).toEqual([
      'done',
      'done',
      'asked',
      'asked',
      'asked',
    ]);
    const [more, another] = (await customers(2)) as [TestClient, TestClient];
    for (const one of [more, another])
      expect(await read((await start([one])).batchId)).toMatchObject({ done: 0, asked: 1 });
    // A request that is already pending is rejected individually.
    const [last] = (await customers(1)) as [TestClient];
    expect(await read((await start([more, last])).batchId)).toMatchObject({
      ...{ asked: 1, refused: 1 },
      lines: [{ state: 'refused', note: expect.stringContaining('already') }, { state: 'asked' }],
    });
    const demandIds = await Promise.all(
      all.slice(2).map(async (customer) => (await pendingApprovals(customer))[0]?.id ?? null),
    );
    expect((await approve(demandIds[0] ?? null, app.root)).body.code).toEqual([2896]);
    expect((await decline(demandIds[0] ?? null)).status).toBe(200);
    for (const id of demandIds.slice(1)) expect((await approve(id)).status).toBe(200);
    const decided = await read(batchId);
    expect(decided).toMatchObject({ done: 4, asked: 0, refused: 1, undoProblem: null });
    expect(decided.lines[2]).toMatchObject({ state: 'refused', note: 'Declined: Not this' });
    expect(await Promise.all(all.map(stateOf))).toEqual([9, 9, 0, 9, 9]);
    const undone = await app.root.post<{ cmdId: number }>(`/accountBatches/${batchId}/undo`);
    await waitForTask(undone.body.cmdId);
    expect(await Promise.all(all.map(stateOf))).toEqual([0, 0, 0, 0, 0]);
  });
});
