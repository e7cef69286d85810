import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shiftClock } from '../../../server/platform/clock.ts';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../server/testing/client.ts';
import { makeLan } from '../../networks/server/testing/lan.ts';
import { guardOrders, type Order } from '../../pricing/server/index.ts';

let app: TestApp;
let owner: TestClient;
let stranger: TestClient;
let choice: { datacenterId: string; imageId: string };

interface Rates {
  hourly: string;
  monthly: string;
}
interface Change {
  currency: string;
  before: Rates;
  after: Rates;
  added: Rates & { once: string };
  thisMonth: { before: string; after: string; added: string } | null;
}
interface Preview {
  changes: Change[];
  whileOn: Change[] | null;
  basis: string;
}
interface Bill {
  totals: { amount: string; projected: string }[];
  lines: { exact: string }[];
}

/** The first minute of a month of 31 days that is not over: what an item costs all month is what is projected for it. */
function monthBegins(): number {
  const now = new Date();
  const next = [1, 2, 3].map((later) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later, 1, 0, 0, 20));
  const days = (begin: number) => new Date(Date.UTC(new Date(begin).getUTCFullYear(), new Date(begin).getUTCMonth() + 1, 0)).getUTCDate();
  return next.find((begin) => days(begin) === 31) ?? 0;
}
const hourMs = 3_600_000;
const begins = monthBegins();
const moveTo = (hours: number) => shiftClock(begins + hours * hourMs - Date.now());
/** Later in the month, with those still signed in who were. */
const letPass = async (hours: number) => {
  moveTo(hours);
  await sql`update session set last_seen_at = ${new Date(begins + hours * hourMs)}, expires_at = ${new Date(begins + 1000 * hourMs)}`.execute(
    app.portal.services.database.db,
  );
};

beforeAll(async () => {
  app = await startTestApp();
  moveTo(0);
  owner = await app.signInAs('user');
  stranger = await app.signInAs('user');
  // The database wrote when they were seen, by its own clock.
  await sql`update session set last_seen_at = ${new Date(begins)}`.execute(app.portal.services.database.db);
  const { body } = await owner.get<{ datacenterId: string; images: { id: string }[] }>('/servers/create/options');
  choice = { datacenterId: body.datacenterId, imageId: body.images[0]?.id ?? '' };
}, 30_000);
beforeEach(() => moveTo(0));
afterAll(async () => {
  shiftClock(0);
  await app.close();
});

async function ends(answer: Answer<{ cmdId?: number }>): Promise<void> {
  expect(answer.status, answer.text).toBe(200);
  if (answer.body.cmdId === undefined) return;
  const exitCode = async () => (await owner.get<{ exitCode: number | null }>(`/queue/command/${answer.body.cmdId}`)).body.exitCode;
  await expect.poll(exitCode, { timeout: 15_000, interval: 50 }).toBe(0);
}
async function make(more: Record<string, unknown> = {}): Promise<string> {
  const created = await owner.post<{ cmdId: number; servers: { id: string }[] }>('/servers', {
    ...choice,
    ...{ name: `cost-${randomUUID().slice(0, 8)}`, cpuType: 'B', cores: 1, ramMb: 1024, disks: [{ sizeGb: 20 }] },
    ...{ nics: [{ networkId: 'auto' }], billingMode: 'hourly', password: 'Server_Password_1', ...more },
  });
  await ends(created);
  return created.body.servers[0]?.id ?? '';
}
const detail = async (id: string) => (await owner.get<{ disks: { id: string }[]; nics: { id: string }[] }>(`/servers/${id}`)).body;
const preview = async (id: string, body: Record<string, unknown>): Promise<Preview> => {
  const answer = await owner.post<Preview>(`/servers/${id}/cost/preview`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const previewPower = async (action: string, ids: readonly string[]) =>
  (await owner.post<Preview>('/servers/cost/preview', { action, ids })).body;

const bill = async (id: string) => {
  const answer = await owner.get<Bill>(`/billing/monthToDate/${id}`);
  expect(answer.status, answer.text).toBe(200);
  const { body } = answer;
  return { hour: sumOf(body.lines.map(({ exact }) => exact)), month: sumOf(body.totals.map(({ projected }) => projected)) };
};

/** Exact sums of decimal text, in billionths. */
const units = (text: string): bigint => {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(12, '0')}`);
};
const sumOf = (texts: readonly string[]): bigint => texts.reduce((sum, text) => sum + units(text), 0n);
const added = ({ changes: [change] }: Preview) => ({ hour: units(change?.added.hourly ?? ''), month: units(change?.added.monthly ?? '') });

/** Holds what was shown before against what the bill of the same hour, and of the month to its end, says more afterwards. */
async function holds(id: string, shown: Preview, act: () => Promise<Answer<{ cmdId?: number }>>): Promise<void> {
  const before = await bill(id);
  await ends(await act());
  const after = await bill(id);
  const { before: was, after: is, added: more } = shown.changes[0]?.thisMonth ?? {};
  expect([was, is, more].map((amount) => units(amount ?? ''))).toEqual([before.month, after.month, after.month - before.month]);
  expect({ hour: after.hour - before.hour, month: after.month - before.month }).toEqual(added(shown));
}
const nothing = { hour: 0n, month: 0n };

describe('what is shown before a change of a server is what its bill says afterwards', () => {
  it('of a disk that is added, with and without backup', async () => {
    const id = await make();
    const shown = await preview(id, { action: 'addDisk', sizeGb: 50 });
    expect(shown).toMatchObject({ basis: 'exact', whileOn: null, changes: [{ currency: 'USD', added: { once: '0' } }] });
    expect(added(shown).hour).toBeGreaterThan(0n);
    await holds(id, shown, () => owner.post(`/servers/${id}/disks`, { sizeGb: 50 }));
    await owner.put(`/servers/${id}/billing`, { backup: true });
    const dearer = await preview(id, { action: 'addDisk', sizeGb: 50 });
    expect(added(dearer).hour).toBeGreaterThan(added(shown).hour);
    await holds(id, dearer, () => owner.post(`/servers/${id}/disks`, { sizeGb: 50 }));
  });

  it('of a disk that grows; one that would shrink is refused', async () => {
    const id = await make();
    const diskId = (await detail(id)).disks[0]?.id;
    await holds(id, await preview(id, { action: 'growDisk', diskId, sizeGb: 100 }), () =>
      owner.put(`/servers/${id}/disks/${diskId}`, { sizeGb: 100 }),
    );
    const smaller = await owner.post(`/servers/${id}/cost/preview`, { action: 'growDisk', diskId, sizeGb: 50 });
    expect([smaller.status, smaller.body.errors?.[0]?.key]).toEqual([422, 'sizeGb']);
  });

  it('of a card: to the outside it costs an address, elsewhere nothing, also when it moves', async () => {
    const id = await make();
    const lan = (await makeLan(owner, '10.61.0.0/24')).id;
    const outside = await preview(id, { action: 'addNic', networkId: 'auto' });
    expect(added(outside).hour).toBeGreaterThan(0n);
    await holds(id, outside, () => owner.post(`/servers/${id}/nics`, { networkId: 'auto' }));
    const inside = await preview(id, { action: 'addNic', networkId: lan });
    expect(added(inside)).toEqual(nothing);
    await holds(id, inside, () => owner.post(`/servers/${id}/nics`, { networkId: lan }));
    const { nics } = await detail(id);
    const [first, last] = [nics[0]?.id, nics.at(-1)?.id];
    const { items } = (await owner.get<{ items: { id: string; kind: string }[] }>('/networks?kind=wan&size=0')).body;
    const wan = items[0]?.id;
    expect(added(await preview(id, { action: 'moveNic', nicId: first, networkId: lan })).hour).toBe(-added(outside).hour);
    expect(added(await preview(id, { action: 'removeNic', nicId: first })).hour).toBe(-added(outside).hour);
    const out = await preview(id, { action: 'moveNic', nicId: last, networkId: wan });
    expect(added(out)).toEqual(added(outside));
    await ends(await owner.put(`/servers/${id}/power`, { state: 'off', force: true }));
    const off = await preview(id, { action: 'moveNic', nicId: last, networkId: wan });
    expect(added(off)).toEqual(added(out));
    await holds(id, off, () => owner.put(`/servers/${id}/nics/${last}/network`, { networkId: wan }));
  });

  it('of a snapshot: by the memory it keeps, nothing of a server that is off, and less when it is deleted', async () => {
    const id = await make();
    const shown = await preview(id, { action: 'takeSnapshot' });
    expect(shown.basis).toBe('atMost');
    await holds(id, shown, () => owner.post(`/servers/${id}/snapshots`, {}));
    const { items } = (await owner.get<{ items: { id: string }[] }>(`/servers/${id}/snapshots`)).body;
    expect(added(await preview(id, { action: 'deleteSnapshot', snapshotId: items[0]?.id })).hour).toBe(-added(shown).hour);
    await ends(await owner.put(`/servers/${id}/power`, { state: 'off', force: true }));
    const off = await preview(id, { action: 'takeSnapshot' });
    expect([off.basis, added(off)]).toEqual(['exact', nothing]);
    await holds(id, off, () => owner.post(`/servers/${id}/snapshots`, {}));
  });

  it('of what is added to a server and of how it is billed', async () => {
    const id = await make();
    const change = { trafficPackage: 't5000', backup: true, managed: true };
    const shown = await preview(id, { action: 'billing', ...change });
    const before = await bill(id);
    expect((await owner.put(`/servers/${id}/billing`, change)).status).toBe(200);
    expect((await bill(id)).month - before.month).toBe(added(shown).month);
    const same = await preview(id, { action: 'billing', ...change });
    expect(added(same)).toEqual(nothing);
    const monthly = await preview(id, { action: 'billing', billingMode: 'monthly' });
    expect(monthly.changes[0]?.after.hourly).toBe('0');
    expect(added(monthly).month).toBe(0n);
  });

  it('of a server that is turned on: what is free while it is off; a change of one that is off tells both', async () => {
    const id = await make({ powerOn: false });
    const shown = await previewPower('start', [id]);
    expect(added(shown).hour).toBeGreaterThan(0n);
    await holds(id, shown, () => owner.put(`/servers/${id}/power`, { state: 'on' }));
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

  it('of a server that comes back out of the bin: off, and what it costs once it runs', async () => {
    const id = await make();
    moveTo(0.5);
    await ends(await owner.delete(`/servers/${id}`));
    moveTo(3);
    const shown = await previewPower('restore', [id]);
    expect(shown.changes[0]).toMatchObject({ before: { hourly: '0', monthly: '0' }, added: { once: '0' } });
    const before = await bill(id);
    await ends(await owner.put(`/servers/${id}/restore`));
    expect((await bill(id)).hour - before.hour).toBe(added(shown).hour);
    const running = shown.whileOn?.[0];
    expect(units(running?.added.hourly ?? '')).toBeGreaterThan(added(shown).hour);
    const { now } = (await owner.get<{ now: Rates }>(`/servers/${id}/cost`)).body;
    expect(now).toMatchObject(shown.changes[0]?.after ?? {});
    await ends(await owner.put(`/servers/${id}/power`, { state: 'on' }));
    expect((await bill(id)).hour - before.hour).toBe(units(running?.added.hourly ?? ''));
  });

  it('of a larger size, and of one that is terminated in the middle of a month: what is left on its invoice', async () => {
    const id = await make();
    const larger = { cpuType: 'B', cores: 2, ramMb: 2048 };
    await ends(await owner.put(`/servers/${id}/power`, { state: 'off', force: true }));
    const grown = await preview(id, { action: 'resize', ...larger });
    expect(units(grown.whileOn?.[0]?.added.hourly ?? '')).toBeGreaterThan(0n);
    await holds(id, grown, () => owner.put(`/servers/${id}/size`, larger));
    await ends(await owner.put(`/servers/${id}/power`, { state: 'on' }));
    for (const billingMode of ['hourly', 'monthly']) {
      const server = billingMode === 'hourly' ? id : await make({ billingMode });
      await letPass(billingMode === 'hourly' ? 100.3 : 300.7);
      const shown = await previewPower('terminate', [server]);
      expect(shown).toMatchObject({ whileOn: null, basis: 'exact', changes: [{ after: { hourly: '0', monthly: '0' } }] });
      const { month: before } = await bill(server);
      await ends(await owner.delete(`/servers/${server}`));
      const { month: after } = await bill(server);
      const { thisMonth } = shown.changes[0] ?? {};
      expect([thisMonth?.before, thisMonth?.after].map((amount) => units(amount ?? ''))).toEqual([before, after]);
      expect(after).toBeGreaterThan(0n);
      expect(after).toBeLessThan(before);
    }
  });

  it('of a disk of a server by the month: what is left of this month, and all of each further one', async () => {
    const id = await make({ billingMode: 'monthly' });
    await letPass(500.25);
    const shown = await preview(id, { action: 'addDisk', sizeGb: 500 });
    const { month: before } = await bill(id);
    await ends(await owner.post(`/servers/${id}/disks`, { sizeGb: 500 }));
    const { month: after } = await bill(id);
    const [change] = shown.changes;
    expect(units(change?.thisMonth?.added ?? '')).toBe(after - before);
    expect(after - before).toBeLessThan(added(shown).month);
    const { now } = (await owner.get<{ now: Rates }>(`/servers/${id}/cost`)).body;
    expect(now.monthly).toBe(change?.after.monthly);
  });

  it('of many that are terminated together: the sum of each, and their backups go on by their size', async () => {
    const all = [await make({ backup: true }), await make({ billingMode: 'monthly' }), await make()];
    const [backedUp = ''] = all;
    await ends(await owner.post(`/servers/${backedUp}/backups`));
    await letPass(40.5);
    const sum = (part: (change: Change) => string | undefined, shown: Preview[]) =>
      sumOf(shown.flatMap(({ changes }) => changes.map((change) => part(change) ?? '')));
    const each = [];
    for (const id of all) each.push(await previewPower('terminate', [id]));
    const together = await previewPower('terminate', [...all, ...all]);
    for (const part of [
      (change: Change) => change.added.hourly,
      (change: Change) => change.added.monthly,
      (change: Change) => change.thisMonth?.after,
    ])
      expect(sum(part, [together])).toBe(sum(part, each));
    const off = await preview(backedUp, { action: 'billing', backup: false });
    expect(units(off.changes[0]?.added.monthly ?? '')).toBeLessThan(0n);
    const { items } = (await owner.get<{ items: { id: string }[] }>(`/backups?server=${backedUp}`)).body;
    const backupId = items[0]?.id ?? '';
    const removal = async () => (await owner.get<Preview>(`/backups/${backupId}/cost/removal`)).body;
    expect(await removal()).toMatchObject({ changes: [], whileOn: null, basis: 'exact' });
    for (const id of all) await ends(await owner.delete(`/servers/${id}`));
    const goesOn = (await removal()).changes[0];
    expect(goesOn).toMatchObject({ before: together.changes[0]?.after, after: { hourly: '0', monthly: '0' } });
    expect((await stranger.get(`/backups/${backupId}/cost/removal`)).status).toBe(404);
  });

  it('of servers that are ordered together: each has lines of its own', async () => {
    const wanted = {
      ...choice,
      cpuType: 'B',
      cores: 1,
      ramMb: 1024,
      disks: [{ sizeGb: 20 }],
      nics: [{ networkId: 'auto' }],
      billingMode: 'monthly',
    };
    await letPass(333.3);
    const price = async (quantity: number) =>
      (await owner.post<Rates & { thisMonth: string }>('/servers/price', { ...wanted, quantity })).body;
    const [one, three] = [await price(1), await price(3)];
    for (const part of ['monthly', 'hourly', 'thisMonth'] as const) expect(units(three[part])).toBe(3n * units(one[part]));
    expect(units(one.thisMonth)).toBeLessThan(units(one.monthly));
    const id = await make({ ...wanted });
    expect((await bill(id)).month).toBe(units(one.thisMonth));
  });

  it('of a copy: what the create screen says of it', async () => {
    const original = await make({ powerOn: false, trafficPackage: 't5000' });
    interface Copy extends Record<string, unknown> {
      suggestedName: string;
      trafficPackage: string;
    }
    const { body: copy } = await owner.get<Copy>(`/servers/${original}/clone/options`);
    const { datacenterId, cpuType, cores, ramMb, disks, nics, billingMode, trafficPackage, backup, managed } = copy;
    const wanted = { datacenterId, cpuType, cores, ramMb, disks, nics, billingMode, trafficPackage, backup, managed, cloneOf: original };
    const price = (await owner.post<Rates>('/servers/price', wanted)).body;
    const made = await owner.post<{ cmdId: number; servers: { id: string }[] }>('/servers', {
      ...wanted,
      name: copy.suggestedName,
      password: 'Server_Password_1',
    });
    await ends(made);
    expect((await bill(made.body.servers[0]?.id ?? '')).month).toBe(units(price.monthly));
  });

  it('of a server by the month that is turned off: its snapshots, by the hour, are free as the list says, what is paid ahead goes on', async () => {
    const item = (code: string, more: Record<string, unknown>) => ({ code, hourly: '0.01', monthly: '6', poweredOff: 'free', ...more });
    const items = [
      item('cpu.B', {}),
      item('ram.gb', { poweredOff: 'priced', offHourly: '0.001', offMonthly: '0.6' }),
      item('snapshot.gb', {}),
      ...['disk.gb', 'ip.wan'].map((code) => item(code, { poweredOff: 'charge' })),
    ];
    const list = await app.root.post('/pricelists', { name: 'While off', currency: 'USD', items });
    expect(list.status, list.text).toBe(200);
    await app.root.put(`/pricelists/accounts/${owner.userId}`, { list: { siteId: app.siteId, name: 'While off' } });
    const asked: Order[] = [];
    guardOrders(async (_ctx, order) => void asked.push(order), { ofWhatGoesOn: true });
    const id = await make({ billingMode: 'monthly' });
    await ends(await owner.post(`/servers/${id}/snapshots`, {}));
    for (const [action, state] of [
      ['stop', 'off'],
      ['start', 'on'],
    ] as const) {
      const shown = await previewPower(action, [id]);
      // A gigabyte of memory at another price, and a gigabyte of a snapshot.
      expect(shown.changes[0]?.added).toMatchObject(
        action === 'stop' ? { hourly: '-0.01', monthly: '-11.40' } : { hourly: '0.01', monthly: '11.40' },
      );
      await letPass(action === 'stop' ? 10.1 : 20.2);
      const again = await previewPower(action, [id]);
      const { month: before } = await bill(id);
      asked.length = 0;
      await ends(await owner.put(`/servers/${id}/power`, { state }));
      const { month: after } = await bill(id);
      expect([again.changes[0]?.thisMonth?.before, again.changes[0]?.thisMonth?.after].map((sum) => units(sum ?? ''))).toEqual([
        before,
        after,
      ]);
    }
    // Who watches over money is asked before it costs more again.
    expect(asked.map(({ kind, items: of }) => [kind, of?.before.map(({ item: code, powerState }) => `${code} ${powerState}`)])).toEqual([
      ['goesOn', expect.arrayContaining(['snapshot.gb off'])],
    ]);
    await app.root.put(`/pricelists/accounts/${owner.userId}`, { list: null });
  });

  it('is asked for nothing that is another’s or not there, and says which price is missing', async () => {
    const id = await make();
    for (const client of [stranger, app.stranger()]) {
      const answer = await client.post(`/servers/${id}/cost/preview`, { action: 'takeSnapshot' });
      expect([404, 401]).toContain(answer.status);
      expect([404, 401]).toContain((await client.post('/servers/cost/preview', { action: 'start', ids: [id] })).status);
    }
    for (const body of [
      { action: 'growDisk', diskId: randomUUID(), sizeGb: 50 },
      { action: 'removeDisk', diskId: randomUUID() },
      { action: 'moveNic', nicId: randomUUID(), networkId: 'auto' },
      { action: 'addNic', networkId: randomUUID() },
      { action: 'deleteSnapshot', snapshotId: randomUUID() },
    ])
      expect((await owner.post(`/servers/${id}/cost/preview`, body)).status).toBe(404);
    const unsold = await owner.post(`/servers/${id}/cost/preview`, { action: 'billing', trafficPackage: 'of-gold' });
    expect(unsold).toMatchObject({ status: 422, body: { errors: [{ info: expect.stringContaining('traffic.of-gold') }] } });
  });
});
