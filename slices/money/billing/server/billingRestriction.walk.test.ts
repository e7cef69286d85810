import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roleHas } from '../../../../contract/access/permissions.ts';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import { code } from '../../../../contract/errors/messages.ts';
import { contract } from '../../../../contract/index.ts';
import { createServer } from '../../../../e2e/createServer.ts';
import { callWithoutInput } from '../../../../server/sweeps/accessChecks.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../server/testing/client.ts';
import { billingMachine } from '../../../people/accounts/server/index.ts';

let app: TestApp;
let customer: TestClient;
let subAccount: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  customer = await app.signInAs('user');
  subAccount = await app.signInAs('user', { parentId: customer.userId });
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
const stateOf = async (client = customer) => (await client.get<State>('/billing')).body.state;

const closing: readonly number[] = [code.accountNeedsBilling, code.orderNeedsBilling];
const isClosed = ({ body }: Answer): boolean =>
  closing.includes((body as { code?: number[] }).code?.[0] ?? 0);

/** The changes a customer can make, except to the account itself and its billing. */
const changeOperations = Object.entries(contract as Record<string, Endpoint>).filter(
  ([, { access, changes, kind }]) =>
    changes &&
    kind !== 'socket' &&
    kind !== 'events' &&
    access !== 'public' &&
    access !== 'signedIn' &&
    roleHas('user', access),
);
const isBillingEndpoint = ({ access }: Endpoint): boolean => access.startsWith('billing.');

interface OwnServer {
  id: string;
  disks: { id: string }[];
  nics: { id: string }[];
}

/**
 * Returns whether access explanation reports an operation as fully restricted, partly restricted,
 * or not restricted.
 */
async function blockedExtent(
  operation: string,
  serverId?: string,
): Promise<'whole' | 'part' | 'nothing'> {
  const targetQuery = serverId ? `&objectType=ot.server&objectId=${serverId}` : '';
  const answer = await customer.get<{ isAllowed: boolean; rule: string; exceptions: string[] }>(
    `/permissions/explain?operation=${operation}${targetQuery}`,
  );
  expect(answer.status, answer.text).toBe(200);
  const { isAllowed, rule, exceptions } = answer.body;
  if (!isAllowed) expect(rule, operation).toMatch(/NeedsBilling$/);
  if (exceptions.length > 0)
    expect(exceptions.join(' '), operation).toContain('You can’t place orders');
  return isAllowed ? (exceptions.length > 0 ? 'part' : 'nothing') : 'whole';
}

/** The operation to explain for each action. */
const operationByAction: Record<string, string> = {
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
const orders = (
  { id, disks }: OwnServer,
  spare: string,
): Record<string, () => Promise<Answer>> => ({
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
const operations = ({ id, disks }: OwnServer): Record<string, () => Promise<Answer>> => ({
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

const waitForTask = async ({ body }: Answer) => {
  const { cmdId } = body as { cmdId?: number };
  if (cmdId === undefined) return;
  const exitCode = async () =>
    (await customer.get<{ exitCode: number | null }>(`/queue/command/${cmdId}`)).body.exitCode;
  await expect.poll(exitCode, { timeout: 20_000, interval: 50 }).not.toBeNull();
};

describe.each(states)('a customer in billing state %i', (billing_state) => {
  it('sees the effect on every changing call', async () => {
    await put({ billing_state });
    const { heldBack, heldBackBy, isLocked } = await stateOf();
    expect([isLocked, heldBackBy]).toEqual([heldBack !== 'nothing', null]);
    const problems: string[] = [];
    for (const [operation, endpoint] of changeOperations) {
      const isRestricted =
        !isBillingEndpoint(endpoint) &&
        (heldBack === 'changes' || (heldBack === 'orders' && endpoint.access === 'servers.create'));
      const answer = await callWithoutInput(customer, endpoint);
      // Operations that place orders are checked with their actual order below.
      const expected =
        endpoint.orders && heldBack === 'orders'
          ? endpoint.orders === 'always'
            ? 'whole'
            : 'part'
          : isRestricted
            ? 'whole'
            : 'nothing';
      const isExplained =
        endpoint.speaks !== undefined || (await blockedExtent(operation)) === expected;
      if (!isExplained || isClosed(answer) !== isRestricted)
        problems.push(`${operation}: ${answer.status} ${answer.text.slice(0, 200)}`);
    }
    expect(problems).toEqual([]);
    expect(changeOperations.length).toBeGreaterThan(50);
  }, 60_000);

  it('sees the effect on an existing server', async () => {
    await put({ billing_state: 3 });
    const ownServer = (await customer.get<OwnServer>(`/servers/${await createServer(customer)}`))
      .body;
    const spare = await createServer(customer);
    await waitForTask(await customer.delete(`/servers/${spare}`));
    await put({ billing_state });
    const { heldBack } = await stateOf();
    const rejected: string[] = [];
    const all = { ...orders(ownServer, spare), ...operations(ownServer) };
    for (const [name, runCall] of Object.entries(all)) {
      const explanation = await blockedExtent(
        operationByAction[name] ?? '',
        name === 'one out of the bin' ? spare : ownServer.id,
      );
      const answer = await runCall();
      if (isClosed(answer)) rejected.push(name);
      // Every rejected call was reported as restricted, and every call reported as fully restricted
      // is rejected.
      if (isClosed(answer)) expect(explanation, name).not.toBe('nothing');
      else expect(explanation, name).not.toBe('whole');
      await waitForTask(answer);
    }
    const expected = {
      nothing: [],
      orders: Object.keys(orders(ownServer, spare)),
      changes: Object.keys(all),
    }[heldBack];
    expect(rejected.sort()).toEqual(expected.sort());
    if (heldBack === 'orders') expect(await blockedExtent('resizeServer', spare)).toBe('part');
  }, 60_000);
});

it('sees restrictions by the paying account and by a suspension with their own messages', async () => {
  await put({ billing_state: 9 });
  expect(await stateOf(subAccount)).toMatchObject({
    heldBack: 'changes',
    isLocked: true,
    heldBackBy: expect.stringContaining('parent account'),
  });
  await put({ billing_state: 1 });
  expect(await stateOf(subAccount)).toMatchObject({
    heldBack: 'orders',
    heldBackBy: expect.stringContaining('parent account'),
  });
  await put({ billing_state: 3, account_state: 'Suspended-Policy' });
  expect(await stateOf()).toMatchObject({
    value: 3,
    heldBack: 'changes',
    heldBackBy: expect.stringContaining('suspended'),
  });
  await put({ account_state: 'Ok' });
  expect(await stateOf(subAccount)).toMatchObject({ heldBack: 'nothing', heldBackBy: null });
});
