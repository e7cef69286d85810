import { expect, vi } from 'vitest';
import type { TestClient } from '../server/testing/client.ts';

interface Options {
  suggestedName: string;
  datacenterId: string;
  images: { id: string; readyIn: string[] }[];
}

/**
 * Creates a small server for this user through the API, with the suggested or the given name, and
 * waits until it exists. Returns its ID.
 */
export async function createServer(client: TestClient, name?: string): Promise<string> {
  const { body: options } = await client.get<Options>('/servers/create/options');
  const image = options.images.find(({ readyIn }) => readyIn.includes(options.datacenterId));
  const created = await client.post<{ cmdId: number; servers?: { id: string }[] }>('/servers', {
    ...{
      name: name ?? options.suggestedName,
      datacenterId: options.datacenterId,
      imageId: image?.id,
      cpuType: 'B',
      cores: 1,
      ramMb: 1024,
    },
    ...{
      disks: [{ sizeGb: 20 }],
      nics: [{ networkId: 'auto' }],
      billingMode: 'hourly',
      password: 'Journey_Password_1',
    },
  });
  const id = created.body.servers?.[0]?.id;
  if (!id) throw new Error(`No server was created: ${created.text}`);
  const exitCode = async () =>
    (await client.get<{ exitCode: number | null }>(`/queue/command/${created.body.cmdId}`)).body
      .exitCode;
  await vi.waitFor(async () => expect(await exitCode()).toBe(0), {
    timeout: 60_000,
    interval: 100,
  });
  return id;
}
