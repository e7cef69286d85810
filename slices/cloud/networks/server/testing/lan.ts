import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import type { Answer, TestClient } from '../../../../../server/testing/client.ts';

export interface CreatedNetwork {
  id: string;
  datacenterCode: string;
  vlan: number;
  subnetId: string;
}

export const errorsOf = (answer: Answer<unknown>) =>
  (answer.body as { errors?: { code: number; key?: string }[] }).errors?.map(({ code, key }) => [
    code,
    key,
  ]);

export async function datacenterOf(client: TestClient): Promise<string> {
  const { body } = await client.get<{ datacenters: { id: string }[] }>('/networks/options');
  return body.datacenters[0]?.id ?? '';
}

/** Creates a private network. `subnet` is as in the contract. */
export async function createLan(
  client: TestClient,
  input: { name?: string; subnet?: object; kind?: string; vlan?: number } = {},
) {
  const { name = `lan-${randomUUID().slice(0, 8)}`, kind = 'lan', ...rest } = input;
  return await client.post<CreatedNetwork>('/networks', {
    datacenterId: await datacenterOf(client),
    kind,
    name,
    ...rest,
  });
}

export async function makeLan(
  client: TestClient,
  cidr: string,
  settings: object = {},
): Promise<CreatedNetwork> {
  const created = await createLan(client, { subnet: { cidr, ...settings } });
  expect(created.status, created.text).toBe(200);
  return created.body;
}

/** Creates a server with these interfaces and returns its ID once it exists. */
export async function makeServerOn(
  client: TestClient,
  nics: object[],
  name = `srv-${randomUUID().slice(0, 8)}`,
): Promise<string> {
  const { body } = await client.get<{ datacenterId: string; images: { id: string }[] }>(
    '/servers/create/options',
  );
  const created = await client.post<{ cmdId: number; servers: { id: string }[] }>('/servers', {
    ...{
      datacenterId: body.datacenterId,
      imageId: body.images[0]?.id,
      name,
      cpuType: 'B',
      cores: 1,
      ramMb: 1024,
      nics,
    },
    ...{ disks: [{ sizeGb: 20 }], billingMode: 'hourly', password: 'Server_Password_1' },
  });
  expect(created.status, created.text).toBe(200);
  await waitForTask(client, created.body.cmdId);
  return created.body.servers[0]?.id ?? '';
}

/** Waits for the task. Throws if it failed. */
export async function waitForTask(client: TestClient, cmdId: number): Promise<void> {
  const exitCode = async () =>
    (await client.get<{ exitCode: number | null }>(`/queue/command/${cmdId}`)).body.exitCode;
  await vi.waitFor(async () => expect(await exitCode()).toBe(0), { timeout: 15_000, interval: 50 });
}
