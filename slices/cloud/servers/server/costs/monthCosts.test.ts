import { describe, expect, it } from 'vitest';
import { addToHook } from '../../../../../server/testing/hooks.ts';
import { authorizeOrder, type Order } from '../../../../money/pricing/server/index.ts';
import {
  addedCost,
  advanceTime,
  type Change,
  costHarness,
  costMatches,
  make,
  type Preview,
  preview,
  previewPower,
  type Rates,
  readMonthToDate,
  sumOf,
  units,
  waitForTask,
} from '../testing/costs.ts';

const harness = costHarness();

describe('the cost preview in mid-month matches the invoice afterwards', () => {
  it('for a larger size, and for a server terminated in mid-month, including what stays on its invoice', async () => {
    const id = await make();
    const larger = { cpuType: 'B', cores: 2, ramMb: 2048 };
    await waitForTask(
      await harness.owner.put(`/servers/${id}/power`, { state: 'off', force: true }),
    );
    const resized = await preview(id, { action: 'resize', ...larger });
    expect(units(resized.whileOn?.[0]?.added.hourly ?? '')).toBeGreaterThan(0n);
    await costMatches(id, resized, () => harness.owner.put(`/servers/${id}/size`, larger));
    await waitForTask(await harness.owner.put(`/servers/${id}/power`, { state: 'on' }));
    for (const billingMode of ['hourly', 'monthly']) {
      const server = billingMode === 'hourly' ? id : await make({ billingMode });
      await advanceTime(billingMode === 'hourly' ? 100.3 : 300.7);
      const costPreview = await previewPower('terminate', [server]);
      expect(costPreview).toMatchObject({
        whileOn: null,
        basis: 'exact',
        changes: [{ after: { hourly: '0', monthly: '0' } }],
      });
      const { month: before } = await readMonthToDate(server);
      await waitForTask(await harness.owner.delete(`/servers/${server}`));
      const { month: after } = await readMonthToDate(server);
      const { thisMonth } = costPreview.changes[0] ?? {};
      expect([thisMonth?.before, thisMonth?.after].map((amount) => units(amount ?? ''))).toEqual([
        before,
        after,
      ]);
      expect(after).toBeGreaterThan(0n);
      expect(after).toBeLessThan(before);
    }
  });

  it('for a disk of a monthly server: the rest of this month and each full month after it', async () => {
    const id = await make({ billingMode: 'monthly' });
    await advanceTime(500.25);
    const costPreview = await preview(id, { action: 'addDisk', sizeGb: 500 });
    const { month: before } = await readMonthToDate(id);
    await waitForTask(await harness.owner.post(`/servers/${id}/disks`, { sizeGb: 500 }));
    const { month: after } = await readMonthToDate(id);
    const [change] = costPreview.changes;
    expect(units(change?.thisMonth?.added ?? '')).toBe(after - before);
    expect(after - before).toBeLessThan(addedCost(costPreview).month);
    const { now } = (await harness.owner.get<{ now: Rates }>(`/servers/${id}/cost`)).body;
    expect(now.monthly).toBe(change?.after.monthly);
  });

  it('for a bulk termination: the sum of all servers, with their backups still charged by size', async () => {
    const all = [
      await make({ backup: true }),
      await make({ billingMode: 'monthly' }),
      await make(),
    ];
    const [backedUp = ''] = all;
    await waitForTask(await harness.owner.post(`/servers/${backedUp}/backups`));
    await advanceTime(40.5);
    const sum = (part: (change: Change) => string | undefined, previews: Preview[]) =>
      sumOf(previews.flatMap(({ changes }) => changes.map((change) => part(change) ?? '')));
    const singlePreviews = [];
    for (const id of all) singlePreviews.push(await previewPower('terminate', [id]));
    const combined = await previewPower('terminate', [...all, ...all]);
    for (const part of [
      (change: Change) => change.added.hourly,
      (change: Change) => change.added.monthly,
      (change: Change) => change.thisMonth?.after,
    ])
      expect(sum(part, [combined])).toBe(sum(part, singlePreviews));
    const off = await preview(backedUp, { action: 'billing', backup: false });
    expect(units(off.changes[0]?.added.monthly ?? '')).toBeLessThan(0n);
    const { items } = (
      await harness.owner.get<{ items: { id: string }[] }>(`/backups?server=${backedUp}`)
    ).body;
    const backupId = items[0]?.id ?? '';
    const removal = async () =>
      (await harness.owner.get<Preview>(`/backups/${backupId}/cost/removal`)).body;
    expect(await removal()).toMatchObject({ changes: [], whileOn: null, basis: 'exact' });
    for (const id of all) await waitForTask(await harness.owner.delete(`/servers/${id}`));
    const continuing = (await removal()).changes[0];
    expect(continuing).toMatchObject({
      before: combined.changes[0]?.after,
      after: { hourly: '0', monthly: '0' },
    });
    expect((await harness.stranger.get(`/backups/${backupId}/cost/removal`)).status).toBe(404);
  });

  it('for servers ordered together: separate lines for each', async () => {
    const request = {
      ...harness.choice,
      cpuType: 'B',
      cores: 1,
      ramMb: 1024,
      disks: [{ sizeGb: 20 }],
      nics: [{ networkId: 'auto' }],
      billingMode: 'monthly',
    };
    await advanceTime(333.3);
    const price = async (quantity: number) =>
      (
        await harness.owner.post<Rates & { thisMonth: string }>('/servers/price', {
          ...request,
          quantity,
        })
      ).body;
    const [one, three] = [await price(1), await price(3)];
    for (const part of ['monthly', 'hourly', 'thisMonth'] as const)
      expect(units(three[part])).toBe(3n * units(one[part]));
    expect(units(one.thisMonth)).toBeLessThan(units(one.monthly));
    const id = await make({ ...request });
    expect((await readMonthToDate(id)).month).toBe(units(one.thisMonth));
  });

  it('for a monthly server that is turned off: its hourly snapshots are free as listed, and prepaid items stay charged', async () => {
    const item = (code: string, more: Record<string, unknown>) => ({
      code,
      hourly: '0.01',
      monthly: '6',
      poweredOff: 'free',
      ...more,
    });
    const items = [
      item('cpu.B', {}),
      item('ram.gb', { poweredOff: 'priced', offHourly: '0.001', offMonthly: '0.6' }),
      item('snapshot.gb', {}),
      ...['disk.gb', 'ip.wan'].map((code) => item(code, { poweredOff: 'charge' })),
    ];
    const list = await harness.app.root.post('/pricelists', {
      name: 'While off',
      currency: 'USD',
      items,
    });
    expect(list.status, list.text).toBe(200);
    await harness.app.root.put(`/pricelists/accounts/${harness.owner.userId}`, {
      list: { siteId: harness.app.siteId, name: 'While off' },
    });
    const orders: Order[] = [];
    addToHook(harness.app.portal, authorizeOrder, {
      guard: async (_ctx, order) => void orders.push(order),
      ofWhatGoesOn: true,
    });
    const id = await make({ billingMode: 'monthly' });
    await waitForTask(await harness.owner.post(`/servers/${id}/snapshots`, {}));
    for (const [action, state] of [
      ['stop', 'off'],
      ['start', 'on'],
    ] as const) {
      const costPreview = await previewPower(action, [id]);
      // A gigabyte of memory at a different price, and a gigabyte of a snapshot.
      expect(costPreview.changes[0]?.added).toMatchObject(
        action === 'stop'
          ? { hourly: '-0.01', monthly: '-11.40' }
          : { hourly: '0.01', monthly: '11.40' },
      );
      await advanceTime(action === 'stop' ? 10.1 : 20.2);
      const secondPreview = await previewPower(action, [id]);
      const { month: before } = await readMonthToDate(id);
      orders.length = 0;
      await waitForTask(await harness.owner.put(`/servers/${id}/power`, { state }));
      const { month: after } = await readMonthToDate(id);
      expect(
        [
          secondPreview.changes[0]?.thisMonth?.before,
          secondPreview.changes[0]?.thisMonth?.after,
        ].map((sum) => units(sum ?? '')),
      ).toEqual([before, after]);
    }
    // Order checks run before the server costs more again.
    expect(
      orders.map(({ kind, items: subjectItems }) => [
        kind,
        subjectItems?.before.map(({ item: code, powerState }) => `${code} ${powerState}`),
      ]),
    ).toEqual([['goesOn', expect.arrayContaining(['snapshot.gb off'])]]);
    await harness.app.root.put(`/pricelists/accounts/${harness.owner.userId}`, { list: null });
  });
});
