import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import type { Answer, TestClient } from '../../../../../server/testing/client.ts';

type CreateAnswer = { cmdId?: number; servers?: { id: string }[] };

/** Creates servers for a client, by default from the first image in the first datacenter. */
export async function makerFor(client: TestClient) {
  const { body: options } = await client.get<{ datacenterId: string; images: { id: string }[] }>(
    '/servers/create/options',
  );
  const choice = { datacenterId: options.datacenterId, imageId: options.images[0]?.id ?? '' };
  const requestServer = (more: Record<string, unknown> = {}) =>
    client.post<CreateAnswer>('/servers', {
      ...choice,
      ...{
        name: `srv-${randomUUID().slice(0, 8)}`,
        cpuType: 'B',
        cores: 1,
        ramMb: 1024,
        billingMode: 'hourly',
      },
      ...{
        disks: [{ sizeGb: 20 }],
        nics: [{ networkId: 'auto' }],
        password: 'Server_Password_1',
        ...more,
      },
    });
  /** Waits for the task that a call started and returns its exit code. */
  const waitForTask = async (cmdId: number | undefined): Promise<number | null> => {
    const exitCode = async () =>
      (await client.get<{ exitCode: number | null }>(`/queue/command/${cmdId}`)).body.exitCode;
    await vi.waitFor(async () => expect(await exitCode()).not.toBeNull(), {
      timeout: 15_000,
      interval: 50,
    });
    return await exitCode();
  };
  const done = async (answer: Answer<{ cmdId?: number }>) =>
    expect(await waitForTask(answer.body.cmdId), answer.text).toBe(0);
  const make = async (more: Record<string, unknown> = {}): Promise<string> => {
    const created = await requestServer(more);
    await done(created);
    return created.body.servers?.[0]?.id ?? '';
  };
  return { choice, ask: requestServer, ends: waitForTask, done, make };
}
