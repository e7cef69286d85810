import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { shiftClock } from '../../../../../server/platform/clock.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../../server/testing/client.ts';

export interface Rates {
  hourly: string;
  monthly: string;
}
export interface Change {
  currency: string;
  before: Rates;
  after: Rates;
  added: Rates & { once: string };
  thisMonth: { before: string; after: string; added: string } | null;
}
export interface Preview {
  changes: Change[];
  whileOn: Change[] | null;
  basis: string;
}
interface MonthToDate {
  totals: { amount: string; projected: string }[];
  lines: { exact: string }[];
}

/**
 * The first minute of a 31-day month that is not over, so that an item's full-month cost equals its
 * projection.
 */
function monthStart(): number {
  const now = new Date();
  const next = [1, 2, 3].map((later) =>
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later, 1, 0, 0, 20),
  );
  const days = (start: number) =>
    new Date(
      Date.UTC(new Date(start).getUTCFullYear(), new Date(start).getUTCMonth() + 1, 0),
    ).getUTCDate();
  return next.find((start) => days(start) === 31) ?? 0;
}
const hourMs = 3_600_000;
const currentMonthStart = monthStart();

interface CostHarness {
  readonly app: TestApp;
  readonly owner: TestClient;
  readonly stranger: TestClient;
  readonly choice: { datacenterId: string; imageId: string };
}
let harness: CostHarness | null = null;

/**
 * Starts a portal in the first minute of a 31-day month, with one user who has servers and one who
 * has none. Shared by all tests of a file.
 */
export function costHarness(): CostHarness {
  beforeAll(async () => {
    const app = await startTestApp();
    moveTo(0);
    const [owner, otherUser] = [await app.signInAs('user'), await app.signInAs('user')];
    // The database set `last_seen_at` by its own clock.
    await sql`update session set last_seen_at = ${new Date(currentMonthStart)}`.execute(
      app.portal.services.database.db,
    );
    const { body } = await owner.get<{ datacenterId: string; images: { id: string }[] }>(
      '/servers/create/options',
    );
    harness = {
      app,
      owner,
      stranger: otherUser,
      choice: { datacenterId: body.datacenterId, imageId: body.images[0]?.id ?? '' },
    };
  }, 30_000);
  beforeEach(() => moveTo(0));
  afterAll(async () => {
    shiftClock(0);
    await harness?.app.close();
    harness = null;
  });
  return {
    get app() {
      return currentHarness().app;
    },
    get owner() {
      return currentHarness().owner;
    },
    get stranger() {
      return currentHarness().stranger;
    },
    get choice() {
      return currentHarness().choice;
    },
  };
}

function currentHarness(): CostHarness {
  if (!harness) throw new Error('The stage is not open.');
  return harness;
}

export const moveTo = (hours: number): void =>
  shiftClock(currentMonthStart + hours * hourMs - Date.now());
/** Moves the clock to later in the month and keeps the sessions alive. */
export async function advanceTime(hours: number): Promise<void> {
  moveTo(hours);
  await sql`update session set last_seen_at = ${new Date(currentMonthStart + hours * hourMs)}, expires_at = ${new Date(currentMonthStart + 1000 * hourMs)}`.execute(
    currentHarness().app.portal.services.database.db,
  );
}

export async function waitForTask(answer: Answer<{ cmdId?: number }>): Promise<void> {
  expect(answer.status, answer.text).toBe(200);
  if (answer.body.cmdId === undefined) return;
  const exitCode = async () =>
    (
      await currentHarness().owner.get<{ exitCode: number | null }>(
        `/queue/command/${answer.body.cmdId}`,
      )
    ).body.exitCode;
  await expect.poll(exitCode, { timeout: 15_000, interval: 50 }).toBe(0);
}
export async function make(more: Record<string, unknown> = {}): Promise<string> {
  const created = await currentHarness().owner.post<{ cmdId: number; servers: { id: string }[] }>(
    '/servers',
    {
      ...currentHarness().choice,
      ...{
        name: `cost-${randomUUID().slice(0, 8)}`,
        cpuType: 'B',
        cores: 1,
        ramMb: 1024,
        disks: [{ sizeGb: 20 }],
      },
      ...{
        nics: [{ networkId: 'auto' }],
        billingMode: 'hourly',
        password: 'Server_Password_1',
        ...more,
      },
    },
  );
  await waitForTask(created);
  return created.body.servers[0]?.id ?? '';
}
export const detail = async (id: string) =>
  (
    await currentHarness().owner.get<{ disks: { id: string }[]; nics: { id: string }[] }>(
      `/servers/${id}`,
    )
  ).body;
export const preview = async (id: string, body: Record<string, unknown>): Promise<Preview> => {
  const answer = await currentHarness().owner.post<Preview>(`/servers/${id}/cost/preview`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
export const previewPower = async (action: string, ids: readonly string[]) =>
  (await currentHarness().owner.post<Preview>('/servers/cost/preview', { action, ids })).body;

export const readMonthToDate = async (id: string) => {
  const answer = await currentHarness().owner.get<MonthToDate>(`/billing/monthToDate/${id}`);
  expect(answer.status, answer.text).toBe(200);
  const { body } = answer;
  return {
    hour: sumOf(body.lines.map(({ exact }) => exact)),
    month: sumOf(body.totals.map(({ projected }) => projected)),
  };
};

/** Converts decimal text to billionths, for exact sums. */
export const units = (text: string): bigint => {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(12, '0')}`);
};
export const sumOf = (texts: readonly string[]): bigint =>
  texts.reduce((sum, text) => sum + units(text), 0n);
export const addedCost = ({ changes: [change] }: Preview) => ({
  hour: units(change?.added.hourly ?? ''),
  month: units(change?.added.monthly ?? ''),
});

/**
 * Compares a cost preview with the costs of the same hour and of the month to its end after the
 * change.
 */
export async function costMatches(
  id: string,
  costPreview: Preview,
  command: () => Promise<Answer<{ cmdId?: number }>>,
): Promise<void> {
  const before = await readMonthToDate(id);
  await waitForTask(await command());
  const after = await readMonthToDate(id);
  const { before: was, after: amountAfter, added: more } = costPreview.changes[0]?.thisMonth ?? {};
  expect([was, amountAfter, more].map((amount) => units(amount ?? ''))).toEqual([
    before.month,
    after.month,
    after.month - before.month,
  ]);
  expect({ hour: after.hour - before.hour, month: after.month - before.month }).toEqual(
    addedCost(costPreview),
  );
}
export const zeroPrice = { hour: 0n, month: 0n };
