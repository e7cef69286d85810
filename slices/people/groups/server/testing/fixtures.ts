import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import type { Right } from '../../../../../contract/access/rights.ts';
import type { TestApp } from '../../../../../server/testing/app.ts';
import type { TestClient } from '../../../../../server/testing/client.ts';

/** Creates a running server for the client through the portal. Returns its ID. */
export async function makeServer(
  client: TestClient,
  name = `srv-${randomUUID().slice(0, 8)}`,
): Promise<string> {
  const options = (
    await client.get<{ datacenterId: string; images: { id: string }[] }>('/servers/create/options')
  ).body;
  const created = await client.post<{ cmdId: number; servers: { id: string }[] }>('/servers', {
    ...{
      datacenterId: options.datacenterId,
      imageId: options.images[0]?.id,
      name,
      cpuType: 'B',
      cores: 1,
      ramMb: 1024,
    },
    ...{
      disks: [{ sizeGb: 20 }],
      nics: [{ networkId: 'auto' }],
      billingMode: 'hourly',
      password: 'Server_Password_1',
    },
  });
  expect(created.status, created.text).toBe(200);
  await waitForTask(client, created.body.cmdId);
  return created.body.servers[0]?.id ?? '';
}

export async function waitForTask(client: TestClient, cmdId: number): Promise<void> {
  const expectEnded = async () =>
    expect(
      (await client.get<{ exitCode: number | null }>(`/queue/command/${cmdId}`)).body.exitCode,
    ).toBe(0);
  await vi.waitFor(expectEnded, { timeout: 15_000, interval: 50 });
}

/**
 * Creates a group of the client with these members and one right on these servers (on all servers
 * if none are specified).
 */
export async function makeGroup(
  client: TestClient,
  input: { name?: string; members?: string[]; right?: Right; servers?: string[]; siteId?: string },
): Promise<string> {
  const {
    name = `group-${randomUUID().slice(0, 8)}`,
    members = [],
    right,
    servers,
    siteId,
  } = input;
  const created = await client.post<{ id: string }>('/groups', {
    name,
    ...(siteId ? { siteId } : {}),
  });
  expect(created.status, created.text).toBe(200);
  if (members.length > 0)
    expect(
      (await client.post(`/groups/${created.body.id}/members`, { userIds: members })).status,
    ).toBe(200);
  if (right) await grant(client, created.body.id, right, servers);
  return created.body.id;
}

export async function grant(
  client: TestClient,
  groupId: string,
  right: Right,
  servers?: string[],
): Promise<void> {
  const answer = await client.post(`/groups/${groupId}/rights`, {
    type: 'ot.server',
    right,
    ...(servers ? { objectIds: servers } : {}),
  });
  expect(answer.status, answer.text).toBe(200);
}

/** Disables, locks or moves an account directly in the database. */
export async function setAccount(
  app: TestApp,
  userId: string,
  to: {
    is_enabled?: boolean;
    is_parent_locked?: boolean;
    billing_state?: number;
    parent_id?: string | null;
  },
) {
  await app.portal.services.database.db
    .updateTable('user_account')
    .set(to)
    .where('id', '=', userId)
    .execute();
}
