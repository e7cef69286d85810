import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holds } from '../../../../contract/access/permissions.ts';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import { code } from '../../../../contract/errors/messages.ts';
import { contract } from '../../../../contract/index.ts';
import { createServer } from '../../../../e2e/createServer.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../server/testing/client.ts';
import { callWithNothing } from '../../../../server/walks/accessChecks.ts';
import { billingMachine } from '../../../people/accounts/server/index.ts';

let app: TestApp;
let customer: TestClient;
let child: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  customer = await app.signInAs('user');
  child = await app.signInAs('user', { parentId: customer.userId });
}, 60_000);
afterAll(() => app.close());

interface State {
  state: {
    value: number;
    isLocked: boolean;
    heldBack: 'nothing' | 'orders' | 'changes';
    heldBackBy: string | null;
  };
}
const states = billingMachine.states.map(({ value }) => value);
const put = (values: { account_state?: string; billing_state?: number }) =>
  app.portal.services.database.db
    .updateTable('user_account')
    .set(values)
    .where('id', '=', customer.userId)
    .execute();
const told = async (who = customer) => (await who.get<State>('/billing')).body.state;

const closing: readonly number[] = [code.accountNeedsBilling, code.orderNeedsBilling];
const isClosed = ({ body }: Answer): boolean =>
  closing.includes((body as { code?: number[] }).code?.[0] ?? 0);

/** The changes a customer can make, except to the account itself and its billing. */
const changing = Object.entries(contract as Record<string, Endpoint>).filter(
  ([, { access, changes, kind }]) =>
    changes &&
    kind !== 'socket' &&
    kind !== 'events' &&
    access !== 'public' &&
    access !== 'signedIn' &&
    holds('user', access),
);
const isOfBilling = ({ access }: Endpoint): boolean => access.startsWith('billing.');

interface Own {
  id: string;
  disks: { id: string }[];
  nics: { id: string }[];
}

/**
 * Returns whether access explanation reports an operation as fully restricted, partly restricted,
 * or not restricted.
 */
async function explained(
  operation: string,
  serverId?: string,
): Promise<'whole' | 'part' | 'nothing'> {
  const about = serverId ? `&objectType=ot.server&objectId=${serverId}` : '';
  const answer = await customer.get<{ isAllowed: boolean; rule: string; exceptions: string[] }>(
    `/permissions/explain?operation=${operation}${about}`,
  );
  expect(answer.status, answer.text).toBe(200);
  const { isAllowed, rule, exceptions } = answer.body;
  if (!isAllowed) expect(rule, operation).toMatch(/NeedsBilling$/);
  if (exceptions.length > 0)
    expect(exceptions.join(' '), operation).toContain('You can’t place orders');
  return isAllowed ? (exceptions.length > 0 ? 'part' : 'nothing') : 'whole';
}

/** The operation to explain for each action. */
const operationOfAct: Record<string, string> = {
  ...{
    'another disk': 'createServerDisk',
    'a larger disk': 'growServerDisk',
    'a larger size': 'resizeServer',
    'an address': 'createServerNic',
  },
  ...{
    'a package': 'setServerBilling',
    backup: 'switchServerBackup',
    management: 'setServerBilling',
    'another server': 'createServers',
  },
  ...{
    'an image of it': 'createImageFromServer',
    'one out of the bin': 'restoreServer',
    tags: 'tagServer',
    off: 'powerServer',
  },
  ...{
    on: 'powerServer',
    restart: 'powerServer',
    'a smaller size': 'resizeServer',
    'no backup': 'switchServerBackup',
  },
  ...{ 'a disk less': 'deleteServerDisk', 'the end of it': 'terminateServer' },
};

/** Calls that increase the cost or create something new. */
const orders = ({ id, disks }: Own, spare: string): Record<string, () => Promise<Answer>> => ({
  'another disk': () => customer.post(`/servers/${id}/disks`, { sizeGb: 10 }),
  'a larger disk': () => customer.put(`/servers/${id}/disks/${disks[0]?.id}`, { sizeGb: 30 }),
  'a larger size': () =>
    customer.put(`/servers/${id}/size`, { cpuType: 'B', cores: 2, ramMb: 2048 }),
  'an address': () => customer.post(`/servers/${id}/nics`, { networkId: 'auto' }),
  'a package': () => customer.put(`/servers/${id}/billing`, { trafficPackage: 't5000' }),
  backup: () => customer.put(`/servers/${id}/backup`, { isOn: true }),
  management: () => customer.put(`/servers/${id}/billing`, { managed: true }),
  'an image of it': () =>
    customer.post('/images/disk', { serverId: id, name: 'mine', description: '', version: '1' }),
  'another server': () => customer.post('/servers', {}),
  'one out of the bin': () => customer.put(`/servers/${spare}/restore`),
});

/** Calls that remain possible, in order. */
const operations = ({ id, disks }: Own): Record<string, () => Promise<Answer>> => ({
  tags: () => customer.put(`/servers/${id}/tags`, { tags: ['night'] }),
  off: () => customer.put(`/servers/${id}/power`, { state: 'off', force: true }),
  on: () => customer.put(`/servers/${id}/power`, { state: 'on' }),
  restart: () => customer.put(`/servers/${id}/power`, { state: 'reboot' }),
  'a smaller size': () =>
    customer.put(`/servers/${id}/size`, { cpuType: 'B', cores: 1, ramMb: 512 }),
  'no backup': () => customer.put(`/servers/${id}/backup`, { isOn: false }),
  'a disk less': () => customer.delete(`/servers/${id}/disks/${disks[0]?.id}`),
  'the end of it': () => customer.delete(`/servers/${id}`),
});

const ended = async ({ body }: Answer) => {
  const { cmdId } = body as { cmdId?: number };
  if (cmdId === undefined) return;
  const exitCode = async () =>
    (await customer.get<{ exitCode: number | null }>(`/queue/command/${cmdId}`)).body.exitCode;
  await expect.poll(exitCode, { timeout: 20_000, interval: 50 }).not.toBeNull();
};

describe.each(states)('a customer in billing state %i', (billing_state) => {
  it('sees the effect on every changing call', async () => {
    await put({ billing_state });
    const { heldBack, heldBackBy, isLocked } = await told();
    expect([isLocked, heldBackBy]).toEqual([heldBack !== 'nothing', null]);
    const wrong: string[] = [];
    for (const [operation, endpoint] of changing) {
      const isHeld =
        !isOfBilling(endpoint) &&
        (heldBack === 'changes' || (heldBack === 'orders' && endpoint.access === 'servers.create'));
      const answer = await callWithNothing(customer, endpoint);
      // Operations that place orders are checked with their actual order below.
      const wanted =
        endpoint.orders && heldBack === 'orders'
          ? endpoint.orders === 'always'
            ? 'whole'
            : 'part'
          : isHeld
            ? 'whole'
            : 'nothing';
      const isToldSo = endpoint.speaks !== undefined || (await explained(operation)) === wanted;
      if (!isToldSo || isClosed(answer) !== isHeld)
        wrong.push(`${operation}: ${answer.status} ${answer.text.slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
    expect(changing.length).toBeGreaterThan(50);
  }, 60_000);

  it('sees the effect on an existing server', async () => {
    await put({ billing_state: 3 });
    const own = (await customer.get<Own>(`/servers/${await createServer(customer)}`)).body;
    const spare = await createServer(customer);
    await ended(await customer.delete(`/servers/${spare}`));
    await put({ billing_state });
    const { heldBack } = await told();
    const refused: string[] = [];
    const all = { ...orders(own, spare), ...operations(own) };
    for (const [name, act] of Object.entries(all)) {
      const told = await explained(
        operationOfAct[name] ?? '',
        name === 'one out of the bin' ? spare : own.id,
      );
      const answer = await act();
      if (isClosed(answer)) refused.push(name);
      // Every rejected call was reported as restricted, and every call reported as fully restricted
      // is rejected.
      if (isClosed(answer)) expect(told, name).not.toBe('nothing');
      else expect(told, name).not.toBe('whole');
      await ended(answer);
    }
    const expected = {
      nothing: [],
      orders: Object.keys(orders(own, spare)),
      changes: Object.keys(all),
    }[heldBack];
    expect(refused.sort()).toEqual(expected.sort());
    if (heldBack === 'orders') expect(await explained('resizeServer', spare)).toBe('part');
  }, 60_000);
});

it('sees restrictions by the paying account and by a suspension with their own messages', async () => {
  await put({ billing_state: 9 });
  expect(await told(child)).toMatchObject({
    heldBack: 'changes',
    isLocked: true,
    heldBackBy: expect.stringContaining('parent account'),
  });
  await put({ billing_state: 1 });
  expect(await told(child)).toMatchObject({
    heldBack: 'orders',
    heldBackBy: expect.stringContaining('parent account'),
  });
  await put({ billing_state: 3, account_state: 'Suspended-Policy' });
  expect(await told()).toMatchObject({
    value: 3,
    heldBack: 'changes',
    heldBackBy: expect.stringContaining('suspended'),
  });
  await put({ account_state: 'Ok' });
  expect(await told(child)).toMatchObject({ heldBack: 'nothing', heldBackBy: null });
});
