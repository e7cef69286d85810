import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../server/testing/client.ts';

let app: TestApp;
let choice: { datacenterId: string; imageId: string };

interface Item {
  id: string;
  way: string;
  state: string;
  to: string;
  offer: { cores: number; price: { monthly: string } } | null;
  actions: Record<string, string | null>;
}
interface TestUser {
  client: TestClient;
  email: string;
}

beforeAll(async () => {
  app = await startTestApp();
  const { body } = await app.root.get<{ datacenterId: string; images: { id: string }[] }>(
    '/servers/create/options',
  );
  choice = { datacenterId: body.datacenterId, imageId: body.images[0]?.id ?? '' };
}, 30_000);
afterAll(() => app.close());

const db = () => app.portal.services.database.db;
const codeOf = (answer: Answer) => answer.body.code?.[0];

async function createUser(): Promise<TestUser> {
  const email = `p-${randomUUID().slice(0, 8)}@example.test`;
  return { email, client: await app.signInAs('user', { email }) };
}
async function make(
  { client }: TestUser,
  name = `gift-${randomUUID().slice(0, 8)}`,
): Promise<string> {
  const created = await client.post<{ servers: { id: string }[] }>('/servers', {
    ...choice,
    ...{
      name,
      cpuType: 'B',
      cores: 2,
      ramMb: 2048,
      disks: [{ sizeGb: 20 }],
      nics: [{ networkId: 'auto' }],
    },
    ...{ billingMode: 'hourly', password: 'Server_Password_1', backup: true },
  });
  const id = created.body.servers?.[0]?.id ?? '';
  await expect
    .poll(async () => (await client.get<{ status: string }>(`/servers/${id}`)).body.status, {
      timeout: 15_000,
    })
    .toBe('ready');
  return id;
}
const offer = (sender: TestUser, serverId: string, email: string) =>
  sender.client.post<{ transferId: string }>(`/servers/${serverId}/transfer`, { email });
const listed = async ({ client }: TestUser) =>
  (await client.get<{ items: Item[] }>('/transfers')).body.items;
const openOwners = async (serverId: string) =>
  (
    await sql<{ email: string }>`
      select distinct u.email from span join user_account u on u.id = span.owner_id where subject_id = ${serverId} and to_at is null`.execute(
      db(),
    )
  ).rows.map(({ email }) => email);

it('a server transferred while another transfer was pending can be offered by its new owner, and the earlier offer ends', async () => {
  const [formerOwner, owner, receiver] = [
    await createUser(),
    await createUser(),
    await createUser(),
  ];
  const serverId = await make(formerOwner);
  await offer(formerOwner, serverId, receiver.email);
  await sql`update server set owner_id = ${owner.client.userId} where id = ${serverId}`.execute(
    db(),
  );
  const created = await offer(owner, serverId, receiver.email);
  expect(created.status, created.text).toBe(200);
  expect((await listed(formerOwner)).map(({ state }) => state)).toEqual(['expired']);
  expect((await listed(receiver)).map(({ state }) => state).sort()).toEqual(['expired', 'open']);
  expect(codeOf(await offer(owner, serverId, receiver.email))).toBe(
    codeOf(await offer(owner, serverId, owner.email)),
  );
});

describe('transferring a server', () => {
  it('takes effect on acceptance: spans end and start at the same moment, and its backups move too', async () => {
    const [sender, receiver] = [await createUser(), await createUser()];
    const serverId = await make(sender);
    const backup = await sender.client.post<{ cmdId: number; backupId: string }>(
      `/servers/${serverId}/backups`,
    );
    const exitCode = async () =>
      (await sender.client.get<{ exitCode: number | null }>(`/queue/command/${backup.body.cmdId}`))
        .body.exitCode;
    await expect.poll(exitCode, { timeout: 15_000 }).toBe(0);

    const { transferId } = (await offer(sender, serverId, receiver.email.toUpperCase())).body;
    expect(await listed(sender)).toMatchObject([
      { id: transferId, way: 'out', state: 'open', actions: { withdraw: null } },
    ]);
    const [transfer] = await listed(receiver);
    expect(transfer).toMatchObject({
      id: transferId,
      way: 'in',
      offer: { cores: 2 },
      actions: { accept: null, decline: null },
    });
    expect(Number(transfer?.offer?.price.monthly)).toBeGreaterThan(0);
    expect((await receiver.client.get(`/servers/${serverId}`)).status).toBe(404);
    expect(await openOwners(serverId)).toEqual([sender.email]);

    expect((await receiver.client.put(`/transfers/${transferId}/accept`)).status).toBe(200);
    expect((await receiver.client.get(`/servers/${serverId}`)).status).toBe(200);
    expect((await sender.client.get(`/servers/${serverId}`)).status).toBe(404);
    expect(await openOwners(serverId)).toEqual([receiver.email]);
    const { rows } = await sql<{ overlaps: number; gaps: number }>`
      select count(*) filter (where later.from_at < earlier.to_at)::int as overlaps, count(*) filter (where later.from_at > earlier.to_at)::int as gaps
      from span earlier join span later on later.subject_id = earlier.subject_id and later.item = earlier.item and later.id > earlier.id
      where earlier.subject_id = ${serverId} and earlier.to_at is not null`.execute(db());
    expect(rows[0]).toEqual({ overlaps: 0, gaps: 0 });
    expect(
      (await receiver.client.get<{ items: { id: string }[] }>('/backups')).body.items.map(
        ({ id }) => id,
      ),
    ).toEqual([backup.body.backupId]);
    expect((await sender.client.get<{ items: unknown[] }>('/backups')).body.items).toEqual([]);
    expect(codeOf(await receiver.client.put(`/transfers/${transferId}/accept`))).toBe(2560);
    expect((await listed(sender))[0]).toMatchObject({ state: 'accepted', offer: null });
  });

  it('doesn’t reveal whether an address has an account, but notifies the account', async () => {
    const [sender, receiver] = [await createUser(), await createUser()];
    const [known, unknown] = [await make(sender), await make(sender)];
    const mails = async () =>
      (
        await sql<{
          n: number;
        }>`select count(*)::int as n from mail_message where kind = 'transfer.offered' and to_address = ${receiver.email}`.execute(
          db(),
        )
      ).rows[0]?.n;
    const toKnownUser = await offer(sender, known, receiver.email);
    const toUnknownUser = await offer(sender, unknown, 'nobody-here@example.test');
    expect([toKnownUser.status, Object.keys(toKnownUser.body).sort()]).toEqual([
      toUnknownUser.status,
      Object.keys(toUnknownUser.body).sort(),
    ]);
    expect(await mails()).toBe(1);
  });

  it('is rejected for the owner’s own address, a second open offer, an invalid address, a locked or busy server, and another user’s server', async () => {
    const [sender, receiver, third] = [await createUser(), await createUser(), await createUser()];
    const serverId = await make(sender);
    expect(codeOf(await offer(sender, serverId, sender.email))).toBe(2559);
    expect((await offer(sender, serverId, 'not an address')).body.errors?.[0]).toMatchObject({
      key: 'email',
    });
    expect((await offer(third, serverId, receiver.email)).status).toBe(404);
    await sender.client.put(`/servers/${serverId}/lock`, { reason: 'mine' });
    expect(codeOf(await offer(sender, serverId, receiver.email))).toBe(2550);
    await sender.client.delete(`/servers/${serverId}/lock`);
    const { transferId } = (await offer(sender, serverId, receiver.email)).body;
    expect(codeOf(await offer(sender, serverId, third.email))).toBe(2559);
    for (const verb of ['accept', 'decline', 'withdraw'])
      expect((await third.client.put(`/transfers/${transferId}/${verb}`)).status, verb).toBe(404);
    expect((await sender.client.put(`/transfers/${transferId}/accept`)).status).toBe(404);
    expect((await receiver.client.put(`/transfers/${transferId}/withdraw`)).status).toBe(404);
    await sender.client.put(`/servers/${serverId}/lock`, {});
    expect(codeOf(await receiver.client.put(`/transfers/${transferId}/accept`))).toBe(2559);
    expect((await sender.client.put(`/transfers/${transferId}/withdraw`)).status).toBe(200);
    expect(codeOf(await receiver.client.put(`/transfers/${transferId}/decline`))).toBe(2560);
  });

  it('doesn’t create duplicate server names, and expires', async () => {
    const [sender, receiver] = [await createUser(), await createUser()];
    const name = `same-${randomUUID().slice(0, 6)}`;
    const serverId = await make(sender, name);
    await make(receiver, name);
    const { transferId } = (await offer(sender, serverId, receiver.email)).body;
    expect(codeOf(await receiver.client.put(`/transfers/${transferId}/accept`))).toBe(1102);
    expect((await sender.client.get(`/servers/${serverId}`)).status).toBe(200);
    await sql`update server_transfer set expires_at = now() - interval '1 second' where id = ${transferId}`.execute(
      db(),
    );
    expect(codeOf(await receiver.client.put(`/transfers/${transferId}/decline`))).toBe(2560);
  });
});
