import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeLan } from '../../../networks/server/testing/lan.ts';
import {
  added,
  bill,
  costHarness,
  detail,
  ends,
  holds,
  make,
  moveTo,
  nothing,
  preview,
  previewPower,
  type Rates,
  units,
} from '../testing/costs.ts';

const harness = costHarness();

describe('the cost preview of a server change matches its charges afterwards', () => {
  it('for an added disk, with and without backup', async () => {
    const id = await make();
    const shown = await preview(id, { action: 'addDisk', sizeGb: 50 });
    expect(shown).toMatchObject({
      basis: 'exact',
      whileOn: null,
      changes: [{ currency: 'USD', added: { once: '0' } }],
    });
    expect(added(shown).hour).toBeGreaterThan(0n);
    await holds(id, shown, () => harness.owner.post(`/servers/${id}/disks`, { sizeGb: 50 }));
    await harness.owner.put(`/servers/${id}/billing`, { backup: true });
    const dearer = await preview(id, { action: 'addDisk', sizeGb: 50 });
    expect(added(dearer).hour).toBeGreaterThan(added(shown).hour);
    await holds(id, dearer, () => harness.owner.post(`/servers/${id}/disks`, { sizeGb: 50 }));
  });

  it('for a larger disk, and a smaller one is rejected', async () => {
    const id = await make();
    const diskId = (await detail(id)).disks[0]?.id;
    await holds(id, await preview(id, { action: 'growDisk', diskId, sizeGb: 100 }), () =>
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
    const outside = await preview(id, { action: 'addNic', networkId: 'auto' });
    expect(added(outside).hour).toBeGreaterThan(0n);
    await holds(id, outside, () =>
      harness.owner.post(`/servers/${id}/nics`, { networkId: 'auto' }),
    );
    const inside = await preview(id, { action: 'addNic', networkId: lan });
    expect(added(inside)).toEqual(nothing);
    await holds(id, inside, () => harness.owner.post(`/servers/${id}/nics`, { networkId: lan }));
    const { nics } = await detail(id);
    const [first, last] = [nics[0]?.id, nics.at(-1)?.id];
    const { items } = (
      await harness.owner.get<{ items: { id: string; kind: string }[] }>(
        '/networks?kind=wan&size=0',
      )
    ).body;
    const wan = items[0]?.id;
    expect(added(await preview(id, { action: 'moveNic', nicId: first, networkId: lan })).hour).toBe(
      -added(outside).hour,
    );
    expect(added(await preview(id, { action: 'removeNic', nicId: first })).hour).toBe(
      -added(outside).hour,
    );
    const out = await preview(id, { action: 'moveNic', nicId: last, networkId: wan });
    expect(added(out)).toEqual(added(outside));
    await ends(await harness.owner.put(`/servers/${id}/power`, { state: 'off', force: true }));
    const off = await preview(id, { action: 'moveNic', nicId: last, networkId: wan });
    expect(added(off)).toEqual(added(out));
    await holds(id, off, () =>
      harness.owner.put(`/servers/${id}/nics/${last}/network`, { networkId: wan }),
    );
  });

  it('for a snapshot: charged for its memory, free for a server that is off, and cheaper after deletion', async () => {
    const id = await make();
    const shown = await preview(id, { action: 'takeSnapshot' });
    expect(shown.basis).toBe('atMost');
    await holds(id, shown, () => harness.owner.post(`/servers/${id}/snapshots`, {}));
    const { items } = (
      await harness.owner.get<{ items: { id: string }[] }>(`/servers/${id}/snapshots`)
    ).body;
    expect(
      added(await preview(id, { action: 'deleteSnapshot', snapshotId: items[0]?.id })).hour,
    ).toBe(-added(shown).hour);
    await ends(await harness.owner.put(`/servers/${id}/power`, { state: 'off', force: true }));
    const off = await preview(id, { action: 'takeSnapshot' });
    expect([off.basis, added(off)]).toEqual(['exact', nothing]);
    await holds(id, off, () => harness.owner.post(`/servers/${id}/snapshots`, {}));
  });

  it('for additions and for billing mode changes', async () => {
    const id = await make();
    const change = { trafficPackage: 't5000', backup: true, managed: true };
    const shown = await preview(id, { action: 'billing', ...change });
    const before = await bill(id);
    expect((await harness.owner.put(`/servers/${id}/billing`, change)).status).toBe(200);
    expect((await bill(id)).month - before.month).toBe(added(shown).month);
    const same = await preview(id, { action: 'billing', ...change });
    expect(added(same)).toEqual(nothing);
    const monthly = await preview(id, { action: 'billing', billingMode: 'monthly' });
    expect(monthly.changes[0]?.after.hourly).toBe('0');
    expect(added(monthly).month).toBe(0n);
  });

  it('for turning on: charges for items that are free while off, and shows both costs for changes while off', async () => {
    const id = await make({ powerOn: false });
    const shown = await previewPower('start', [id]);
    expect(added(shown).hour).toBeGreaterThan(0n);
    await holds(id, shown, () => harness.owner.put(`/servers/${id}/power`, { state: 'on' }));
    expect(added(await previewPower('start', [id]))).toEqual(nothing);
    expect(added(await previewPower('stop', [id])).hour).toBe(-added(shown).hour);

    const off = await make({ powerOn: false });
    const disk = await preview(off, { action: 'addDisk', sizeGb: 50 });
    expect(disk.whileOn).toBeNull();
    const both = await previewPower('start', [id, off, off]);
    expect(added(both)).toEqual(added(shown));
    expect(both.changes[0]?.after.hourly).not.toBe(shown.changes[0]?.after.hourly);

    const byTheMonth = await make({ powerOn: false, billingMode: 'monthly' });
    expect(added(await previewPower('start', [byTheMonth]))).toEqual(nothing);
  });

  it('for a restore from the Trash: the cost while off and while running', async () => {
    const id = await make();
    moveTo(0.5);
    await ends(await harness.owner.delete(`/servers/${id}`));
    moveTo(3);
    const shown = await previewPower('restore', [id]);
    expect(shown.changes[0]).toMatchObject({
      before: { hourly: '0', monthly: '0' },
      added: { once: '0' },
    });
    const before = await bill(id);
    await ends(await harness.owner.put(`/servers/${id}/restore`));
    expect((await bill(id)).hour - before.hour).toBe(added(shown).hour);
    const running = shown.whileOn?.[0];
    expect(units(running?.added.hourly ?? '')).toBeGreaterThan(added(shown).hour);
    const { now } = (await harness.owner.get<{ now: Rates }>(`/servers/${id}/cost`)).body;
    expect(now).toMatchObject(shown.changes[0]?.after ?? {});
    await ends(await harness.owner.put(`/servers/${id}/power`, { state: 'on' }));
    expect((await bill(id)).hour - before.hour).toBe(units(running?.added.hourly ?? ''));
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
    const wanted = {
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
    const price = (await harness.owner.post<Rates>('/servers/price', wanted)).body;
    const made = await harness.owner.post<{ cmdId: number; servers: { id: string }[] }>(
      '/servers',
      {
        ...wanted,
        name: copy.suggestedName,
        password: 'Server_Password_1',
      },
    );
    await ends(made);
    expect((await bill(made.body.servers[0]?.id ?? '')).month).toBe(units(price.monthly));
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
    const unsold = await harness.owner.post(`/servers/${id}/cost/preview`, {
      action: 'billing',
      trafficPackage: 'of-gold',
    });
    expect(unsold).toMatchObject({
      status: 422,
      body: { errors: [{ info: expect.stringContaining('traffic.of-gold') }] },
    });
  });
});
