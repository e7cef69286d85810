import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeLan } from '../../../networks/server/testing/lan.ts';
import {
  addedCost,
  costHarness,
  costMatches,
  detail,
  make,
  moveTo,
  preview,
  previewPower,
  type Rates,
  readMonthToDate,
  units,
  waitForTask,
  zeroPrice,
} from '../testing/costs.ts';

const harness = costHarness();

describe('the cost preview of a server change matches its charges afterwards', () => {
  it('for an added disk, with and without backup', async () => {
    const id = await make();
    const costPreview = await preview(id, { action: 'addDisk', sizeGb: 50 });
    expect(costPreview).toMatchObject({
      basis: 'exact',
      whileOn: null,
      changes: [{ currency: 'USD', added: { once: '0' } }],
    });
    expect(addedCost(costPreview).hour).toBeGreaterThan(0n);
    await costMatches(id, costPreview, () =>
      harness.owner.post(`/servers/${id}/disks`, { sizeGb: 50 }),
    );
    await harness.owner.put(`/servers/${id}/billing`, { backup: true });
    const costlier = await preview(id, { action: 'addDisk', sizeGb: 50 });
    expect(addedCost(costlier).hour).toBeGreaterThan(addedCost(costPreview).hour);
    await costMatches(id, costlier, () =>
      harness.owner.post(`/servers/${id}/disks`, { sizeGb: 50 }),
    );
  });

  it('for a larger disk, and a smaller one is rejected', async () => {
    const id = await make();
    const diskId = (await detail(id)).disks[0]?.id;
    await costMatches(id, await preview(id, { action: 'growDisk', diskId, sizeGb: 100 }), () =>
      harness.owner.put(`/servers/${id}/disks/${diskId}`, { sizeGb: 100 }),
    );
    const smaller = await harness.owner.post(`/servers/${id}/cost/preview`, {
      action: 'growDisk',
      diskId,
      sizeGb: 50,
    });
    expect([smaller.status, smaller.body.errors?.[0]?.key]).toEqual([422, 'sizeGb']);
  });

  it('for an interface: a public one costs an address, a private one is free, including after a move', async () => {
    const id = await make();
    const lan = (await makeLan(harness.owner, '10.61.0.0/24')).id;
    const wanPreview = await preview(id, { action: 'addNic', networkId: 'auto' });
    expect(addedCost(wanPreview).hour).toBeGreaterThan(0n);
    await costMatches(id, wanPreview, () =>
      harness.owner.post(`/servers/${id}/nics`, { networkId: 'auto' }),
    );
    const privateNicPreview = await preview(id, { action: 'addNic', networkId: lan });
    expect(addedCost(privateNicPreview)).toEqual(zeroPrice);
    await costMatches(id, privateNicPreview, () =>
      harness.owner.post(`/servers/${id}/nics`, { networkId: lan }),
    );
    const { nics } = await detail(id);
    const [first, last] = [nics[0]?.id, nics.at(-1)?.id];
    const { items } = (
      await harness.owner.get<{ items: { id: string; kind: string }[] }>(
        '/networks?kind=wan&size=0',
      )
    ).body;
    const wan = items[0]?.id;
    expect(
      addedCost(await preview(id, { action: 'moveNic', nicId: first, networkId: lan })).hour,
    ).toBe(-addedCost(wanPreview).hour);
    expect(addedCost(await preview(id, { action: 'removeNic', nicId: first })).hour).toBe(
      -addedCost(wanPreview).hour,
    );
    const movePreview = await preview(id, { action: 'moveNic', nicId: last, networkId: wan });
    expect(addedCost(movePreview)).toEqual(addedCost(wanPreview));
    await waitForTask(
      await harness.owner.put(`/servers/${id}/power`, { state: 'off', force: true }),
    );
    const off = await preview(id, { action: 'moveNic', nicId: last, networkId: wan });
    expect(addedCost(off)).toEqual(addedCost(movePreview));
    await costMatches(id, off, () =>
      harness.owner.put(`/servers/${id}/nics/${last}/network`, { networkId: wan }),
    );
  });

  it('for a snapshot: charged for its memory, free for a server that is off, and cheaper after deletion', async () => {
    const id = await make();
    const costPreview = await preview(id, { action: 'takeSnapshot' });
    expect(costPreview.basis).toBe('atMost');
    await costMatches(id, costPreview, () => harness.owner.post(`/servers/${id}/snapshots`, {}));
    const { items } = (
      await harness.owner.get<{ items: { id: string }[] }>(`/servers/${id}/snapshots`)
    ).body;
    expect(
      addedCost(await preview(id, { action: 'deleteSnapshot', snapshotId: items[0]?.id })).hour,
    ).toBe(-addedCost(costPreview).hour);
    await waitForTask(
      await harness.owner.put(`/servers/${id}/power`, { state: 'off', force: true }),
    );
    const off = await preview(id, { action: 'takeSnapshot' });
    expect([off.basis, addedCost(off)]).toEqual(['exact', zeroPrice]);
    await costMatches(id, off, () => harness.owner.post(`/servers/${id}/snapshots`, {}));
  });

  it('for additions and for billing mode changes', async () => {
    const id = await make();
    const change = { trafficPackage: 't5000', backup: true, managed: true };
    const costPreview = await preview(id, { action: 'billing', ...change });
    const before = await readMonthToDate(id);
    expect((await harness.owner.put(`/servers/${id}/billing`, change)).status).toBe(200);
    expect((await readMonthToDate(id)).month - before.month).toBe(addedCost(costPreview).month);
    const same = await preview(id, { action: 'billing', ...change });
    expect(addedCost(same)).toEqual(zeroPrice);
    const monthly = await preview(id, { action: 'billing', billingMode: 'monthly' });
    expect(monthly.changes[0]?.after.hourly).toBe('0');
    expect(addedCost(monthly).month).toBe(0n);
  });

  it('for turning on: charges for items that are free while off, and shows both costs for changes while off', async () => {
    const id = await make({ powerOn: false });
    const costPreview = await previewPower('start', [id]);
    expect(addedCost(costPreview).hour).toBeGreaterThan(0n);
    await costMatches(id, costPreview, () =>
      harness.owner.put(`/servers/${id}/power`, { state: 'on' }),
    );
    expect(addedCost(await previewPower('start', [id]))).toEqual(zeroPrice);
    expect(addedCost(await previewPower('stop', [id])).hour).toBe(-addedCost(costPreview).hour);

    const off = await make({ powerOn: false });
    const disk = await preview(off, { action: 'addDisk', sizeGb: 50 });
    expect(disk.whileOn).toBeNull();
    const combinedPreview = await previewPower('start', [id, off, off]);
    expect(addedCost(combinedPreview)).toEqual(addedCost(costPreview));
    expect(combinedPreview.changes[0]?.after.hourly).not.toBe(costPreview.changes[0]?.after.hourly);

    const monthlyServer = await make({ powerOn: false, billingMode: 'monthly' });
    expect(addedCost(await previewPower('start', [monthlyServer]))).toEqual(zeroPrice);
  });

  it('for a restore from the Trash: the cost while off and while running', async () => {
    const id = await make();
    moveTo(0.5);
    await waitForTask(await harness.owner.delete(`/servers/${id}`));
    moveTo(3);
    const costPreview = await previewPower('restore', [id]);
    expect(costPreview.changes[0]).toMatchObject({
      before: { hourly: '0', monthly: '0' },
      added: { once: '0' },
    });
    const before = await readMonthToDate(id);
    await waitForTask(await harness.owner.put(`/servers/${id}/restore`));
    expect((await readMonthToDate(id)).hour - before.hour).toBe(addedCost(costPreview).hour);
    const onCost = costPreview.whileOn?.[0];
    expect(units(onCost?.added.hourly ?? '')).toBeGreaterThan(addedCost(costPreview).hour);
    const { now } = (await harness.owner.get<{ now: Rates }>(`/servers/${id}/cost`)).body;
    expect(now).toMatchObject(costPreview.changes[0]?.after ?? {});
    await waitForTask(await harness.owner.put(`/servers/${id}/power`, { state: 'on' }));
    expect((await readMonthToDate(id)).hour - before.hour).toBe(units(onCost?.added.hourly ?? ''));
  });

  it('for a copy: same as on the create screen', async () => {
    const original = await make({ powerOn: false, trafficPackage: 't5000' });
    interface Copy extends Record<string, unknown> {
      suggestedName: string;
      trafficPackage: string;
    }
    const { body: copy } = await harness.owner.get<Copy>(`/servers/${original}/clone/options`);
    const {
      datacenterId,
      cpuType,
      cores,
      ramMb,
      disks,
      nics,
      billingMode,
      trafficPackage,
      backup,
      managed,
    } = copy;
    const request = {
      datacenterId,
      cpuType,
      cores,
      ramMb,
      disks,
      nics,
      billingMode,
      trafficPackage,
      backup,
      managed,
      cloneOf: original,
    };
    const price = (await harness.owner.post<Rates>('/servers/price', request)).body;
    const created = await harness.owner.post<{ cmdId: number; servers: { id: string }[] }>(
      '/servers',
      {
        ...request,
        name: copy.suggestedName,
        password: 'Server_Password_1',
      },
    );
    await waitForTask(created);
    expect((await readMonthToDate(created.body.servers[0]?.id ?? '')).month).toBe(
      units(price.monthly),
    );
  });

  it('is rejected for missing resources and those of other users, and reports missing prices', async () => {
    const id = await make();
    for (const client of [harness.stranger, harness.app.anonymous()]) {
      const answer = await client.post(`/servers/${id}/cost/preview`, { action: 'takeSnapshot' });
      expect([404, 401]).toContain(answer.status);
      expect([404, 401]).toContain(
        (await client.post('/servers/cost/preview', { action: 'start', ids: [id] })).status,
      );
    }
    for (const body of [
      { action: 'growDisk', diskId: randomUUID(), sizeGb: 50 },
      { action: 'removeDisk', diskId: randomUUID() },
      { action: 'moveNic', nicId: randomUUID(), networkId: 'auto' },
      { action: 'addNic', networkId: randomUUID() },
      { action: 'deleteSnapshot', snapshotId: randomUUID() },
    ])
      expect((await harness.owner.post(`/servers/${id}/cost/preview`, body)).status).toBe(404);
    const rejected = await harness.owner.post(`/servers/${id}/cost/preview`, {
      action: 'billing',
      trafficPackage: 'of-gold',
    });
    expect(rejected).toMatchObject({
      status: 422,
      body: { errors: [{ info: expect.stringContaining('traffic.of-gold') }] },
    });
  });
});
