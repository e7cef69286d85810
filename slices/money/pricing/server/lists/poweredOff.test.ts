import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { TestClient } from '../../../../../server/testing/client.ts';

interface Item {
  code: string;
  poweredOff: string;
  offHourly: string | null;
  offMonthly: string | null;
}

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
});
afterAll(() => app.close());

const item = (
  code: string,
  hourly: string | null,
  monthly: string | null,
  poweredOff = 'charge',
) => ({
  code,
  hourly,
  monthly,
  poweredOff,
});
const make = (client: TestClient, body: object) =>
  client.post<{ id: string }>('/pricelists', { currency: 'USD', ...body });
const read = async (client: TestClient, id: string) =>
  (await client.get<{ items: Item[] }>(`/pricelists/${id}`)).body;
const keyOf = (answer: { body: { errors?: { key?: string }[] } }) => answer.body.errors?.[0]?.key;
const codeOf = (answer: { body: { code?: number[] } }) => answer.body.code?.[0];

describe('a price while off', () => {
  const priced = {
    ...item('ram.gb', '0.0035', '2.1', 'priced'),
    offHourly: '0.00035',
    offMonthly: '0.21',
  };

  it('is stored with its item, shown in previews, and exported and imported', async () => {
    const siteId = await app.makeSite('Off');
    await make(app.root, {
      siteId: siteId,
      items: [item('ram.gb', '0.0035', '2.1', 'free'), item('ip.wan', '0.002', null)],
    });
    const submittedItems = [
      priced,
      { ...item('ip.wan', '0.002', null, 'priced'), offHourly: '0.001' },
    ];
    const preview = await app.root.post<{
      differences: { code: string; before: object; after: object }[];
    }>('/pricelists/preview', {
      ...{ siteId: siteId, currency: 'USD', items: submittedItems },
    });
    expect(preview.body.differences).toMatchObject([
      {
        code: 'ip.wan',
        before: { poweredOff: 'charge', offHourly: null },
        after: { poweredOff: 'priced', offHourly: '0.001', offMonthly: null },
      },
      {
        code: 'ram.gb',
        before: { poweredOff: 'free' },
        after: { poweredOff: 'priced', offHourly: '0.00035', offMonthly: '0.21' },
      },
    ]);
    const { id } = (await make(app.root, { siteId: siteId, items: submittedItems })).body;
    const { items } = await read(app.root, id);
    expect(items).toMatchObject([
      { code: 'ram.gb', poweredOff: 'priced', offHourly: '0.00035', offMonthly: '0.21' },
      { code: 'ip.wan' },
    ]);
    expect(items).toHaveLength(2);
    const csv = await app.root.get(`/pricelists/${id}/items.csv`);
    expect(csv.text).toContain('ram.gb,Memory,GB,0.0035,2.1,priced,0.00035,0.21,');
    const parsed = await app.root.post<{ items: Item[]; problems: unknown[] }>('/pricelists/read', {
      csv: csv.text,
    });
    expect(parsed.body).toMatchObject({ problems: [], items });
    const again = await app.root.post<{ differences: unknown[]; unchanged: number }>(
      '/pricelists/preview',
      {
        ...{ siteId: siteId, currency: 'USD', items: submittedItems },
      },
    );
    expect(again.body).toMatchObject({ differences: [], unchanged: 2 });
  });

  it.each([
    [{ ...priced, offMonthly: null }, 'items.0.offMonthly'],
    [{ ...priced, monthly: null }, 'items.0.offMonthly'],
    [{ ...priced, poweredOff: 'free', offMonthly: null }, 'items.0.offHourly'],
    [
      { ...item('overage.traffic', null, '0.01', 'priced'), offMonthly: '0.1' },
      'items.0.poweredOff',
    ],
    [
      { ...item('image.office', null, '10', 'priced'), isPurchase: true, offMonthly: '1' },
      'items.0.isPurchase',
    ],
  ])('that doesn’t fit its item is rejected at its field: %j', async (priceItem, key) => {
    const answer = await make(app.root, { items: [priceItem] });
    expect([answer.status, keyOf(answer)]).toEqual([400, key]);
  });

  it('in a file reports values that don’t fit, and no item can have the name of a price while off', async () => {
    const csv =
      'code,hourly,monthly,poweredOff,offHourly,offMonthly\ncpu.B,0.01,6,priced,0.001,\nram.gb,0.1,,priced,0.01,1\nip.wan,1,,free,0.5,\ncpu.B.off,1,1,,,\n';
    const { body } = await app.root.post<{ problems: { row: number; field: string }[] }>(
      '/pricelists/read',
      { csv },
    );
    expect(body.problems.map(({ row, field }) => [row, field])).toEqual([
      [2, 'offMonthly'],
      [3, 'offMonthly'],
      [4, 'offHourly'],
      [5, 'code'],
    ]);
    expect(codeOf(await make(app.root, { items: [item('ram.gb.off', '1', null)] }))).toBe(1604);
  });
});
