import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RequestedItem } from '../../rules.ts';
import { type Meter, startMeter } from '../testing/meter.ts';
import { projectedLinesSql } from './projection.ts';
import { rating, spansOfMonth } from './rating.ts';

let meter: Meter;
beforeAll(async () => {
  meter = await startMeter();
  await fill();
});
afterAll(() => meter.close());

const usage = (
  item: string,
  quantity: string,
  options: Partial<RequestedItem> = {},
): RequestedItem => ({
  ...{ item, quantity, mode: 'hourly', powerState: 'on' },
  ...options,
});
const off = { powerState: 'off' } as const;
const monthly = { mode: 'monthly' } as const;

/**
 * Records changes within an hour and over the monthly limit, an end, a server that is off, monthly
 * prices, and usage in the previous month.
 */
async function fill(): Promise<void> {
  const changed = meter.subject();
  await meter.set(changed, '2026-05-20T10:30:00Z', [usage('cpu.D', '1'), usage('disk.gb', '20')]);
  await meter.set(changed, '2026-06-03T08:00:00Z', [usage('cpu.D', '4'), usage('disk.gb', '20')]);
  await meter.set(changed, '2026-06-03T08:20:00Z', [usage('cpu.D', '8'), usage('disk.gb', '50')]);
  await meter.set(changed, '2026-06-25T08:20:00Z', [
    usage('cpu.D', '2', off),
    usage('disk.gb', '50', off),
  ]);
  const paidSubject = meter.subject();
  await meter.set(paidSubject, '2026-06-10T00:00:00Z', [
    usage('cpu.D', '2', monthly),
    usage('ram.gb', '4', monthly),
    usage('ip.wan', '1', monthly),
  ]);
  await meter.set(paidSubject, '2026-06-20T12:00:00Z', [
    usage('cpu.D', '3', monthly),
    usage('ram.gb', '4', monthly),
  ]);
  const ended = meter.subject();
  await meter.set(ended, '2026-06-12T07:00:00Z', [usage('cpu.D', '1'), usage('ram.gb', '2')]);
  await meter.set(ended, '2026-06-12T09:30:00Z', [
    usage('cpu.D', '1', off),
    usage('ram.gb', '2', off),
  ]);
  await meter.set(ended, '2026-06-12T09:45:00Z', [usage('cpu.D', '1'), usage('ram.gb', '2')]);
  await meter.set(ended, '2026-06-14T00:00:00Z', []);
}

const lines = async (at: Date, until: Date | null) =>
  (
    await sql<{ line: string; amount: string }>`
      with ${rating(spansOfMonth({ at, until }, sql`true`))} select subject_id || ' ' || item as line, amount::text from rated_line`.execute(
      meter.handle.db,
    )
  ).rows;

test.each(
  [
    '01T00:00:00',
    '03T08:10:00',
    '03T08:30:00',
    '10T00:00:00',
    '12T09:40:00',
    '12T10:00:00',
    '20T11:59:59',
    '25T08:20:00',
    '30T23:59:59',
  ].map((time) => [time]),
)('at %s of a month, one pass returns the lines for both times', async (time) => {
  const at = new Date(`2026-06-${time}Z`);
  const { rows } = await sql<{ line: string; amount: string | null; projected: string }>`
    with ${projectedLinesSql(at, at, sql`true`)} select subject_id || ' ' || item as line, amount::text, projected::text from projected_line`.execute(
    meter.handle.db,
  );
  const [soFar, atEnd] = [await lines(at, at), await lines(at, null)];
  const sorted = (found: { line: string }[]) =>
    found.toSorted((one, other) => (one.line < other.line ? -1 : 1));
  expect(
    sorted(rows.flatMap(({ line, amount }) => (amount === null ? [] : [{ line, amount }]))),
  ).toEqual(sorted(soFar));
  expect(sorted(rows.map(({ line, projected }) => ({ line, amount: projected })))).toEqual(
    sorted(atEnd),
  );
});
