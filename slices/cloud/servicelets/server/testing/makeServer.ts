import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import type { Answer, TestClient } from '../../../../../server/testing/client.ts';

interface Options {
  datacenterId: string;
  images: { id: string; code: string; readyIn: string[] }[];
}

/** The minimal request body for creating a server from an image. */
export async function serverBody(
  client: TestClient,
  more: Record<string, unknown> = {},
  imageCode = 'debian',
): Promise<object> {
  const { datacenterId, images } = (await client.get<Options>('/servers/create/options')).body;
  const imageId = images.find(
    (image) => image.code === imageCode && image.readyIn.includes(datacenterId),
  )?.id;
  const hardware = {
    cpuType: 'B',
    cores: 1,
    ramMb: 1024,
    disks: [{ sizeGb: 20 }],
    nics: [{ networkId: 'auto' }],
  };
  const name = `srv-${randomUUID().slice(0, 8)}`;
  return {
    datacenterId,
    imageId,
    name,
    ...hardware,
    billingMode: 'hourly',
    password: 'Server_Password_1',
    ...more,
  };
}

/** Waits for a task to finish and returns its exit code: 0 done, 1 failed, 2 canceled. */
export async function endOf(
  client: TestClient,
  cmdId: number | undefined,
  timeoutMs = 20_000,
): Promise<number> {
  return await vi.waitFor(
    async () => {
      const { exitCode } = (
        await client.get<{ exitCode: number | null }>(`/queue/command/${cmdId}`)
      ).body;
      if (exitCode === null || exitCode === undefined)
        throw new Error(`Task ${cmdId} has not ended.`);
      return exitCode;
    },
    { timeout: timeoutMs, interval: 25 },
  );
}

/** Creates a running server for this user and returns its ID. */
export async function makeServer(
  client: TestClient,
  more: Record<string, unknown> = {},
  imageCode = 'debian',
): Promise<string> {
  const created = await client.post<{ cmdId?: number; servers?: { id: string }[] }>(
    '/servers',
    await serverBody(client, more, imageCode),
  );
  expect(await endOf(client, created.body.cmdId), created.text).toBe(0);
  return created.body.servers?.[0]?.id ?? '';
}

/** Returns the code and field of every error in a response. */
export const errorsOf = (answer: Answer) =>
  answer.body.errors?.map((error) => [error.code, error.key]);
