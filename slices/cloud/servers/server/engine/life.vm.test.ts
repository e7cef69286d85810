import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebSocketStream, WebSocket } from 'ws';
import { SerialDialogue } from '../../../../../drivers/compute/testing/serialDialogue.ts';
import { skipReason } from '../../../../../drivers/compute/testing/tinyGuest.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { Answer } from '../../../../../server/testing/client.ts';
import { withoutGuestImages } from '../../../../../server/testing/guestImageBuilders.ts';

const skipped = skipReason();
const password = 'Life_Password_1';

interface Detail {
  id: string;
  power: string;
  status: string;
  ips: string[];
  cores: number;
  ramMb: number;
  disks: { id: string; sizeGb: number }[];
}

describe.skipIf(skipped)(
  `the life of a real server, over the API${skipped ? ` (skipped: ${skipped})` : ''}`,
  () => {
    let app: TestApp;
    let serverId: string;

    beforeAll(async () => {
      app = await startTestApp({ engine: 'auto' }, { ports: withoutGuestImages(['debian']) });
    });
    afterAll(() => app?.close());

    const detail = async () => (await app.root.get<Detail>(`/servers/${serverId}`)).body;

    /** Expects the call to start a task and the task to succeed. */
    async function expectSuccess(answer: Answer<{ cmdId?: number }>): Promise<void> {
      expect(answer.body.cmdId, answer.text).toBeDefined();
      const task = async () =>
        (
          await app.root.get<{ exitCode: number | null; failure: unknown }>(
            `/queue/command/${answer.body.cmdId}`,
          )
        ).body;
      await expect
        .poll(async () => (await task()).exitCode, { timeout: 60_000, interval: 50 })
        .not.toBeNull();
      expect(await task()).toMatchObject({ exitCode: 0, failure: null });
    }

    async function openSerial(): Promise<SerialDialogue> {
      const { body } = await app.root.post<{ path: string }>(`/servers/${serverId}/console`, {
        kind: 'serial',
      });
      const socket = new WebSocket(app.address.replace('http', 'ws') + body.path);
      return SerialDialogue.on(createWebSocketStream(socket));
    }

    it('is created from the tiny guest and reaches its login prompt on the console', async () => {
      interface Options {
        datacenterId: string;
        images: { id: string; code: string; readyIn: string[] }[];
      }
      const options = async () => (await app.root.get<Options>('/servers/create/options')).body;
      const tinyImageOf = (found: Options) =>
        found.images.find((image) => image.code === 'tiny' && image.readyIn.length > 0);
      await expect
        .poll(async () => tinyImageOf(await options()), { timeout: 110_000, interval: 500 })
        .toBeDefined();
      const found = await options();
      const created = await app.root.post<{ cmdId?: number; servers: { id: string }[] }>(
        '/servers',
        {
          name: 'life-1',
          datacenterId: found.datacenterId,
          imageId: tinyImageOf(found)?.id,
          cpuType: 'B',
          cores: 1,
          ramMb: 256,
          disks: [{ sizeGb: 5 }],
          nics: [{ networkId: 'auto' }],
          billingMode: 'hourly',
          password,
        },
      );
      serverId = created.body.servers?.[0]?.id ?? '';
      await expectSuccess(created);
      expect(await detail()).toMatchObject({ power: 'on', status: 'ready' });
      const console = await openSerial();
      await console.login('tiny', password);
      const address = (await detail()).ips[0] ?? '';
      expect(await console.run('hostname')).toBe('life-1');
      await expect
        .poll(() => console.run('ip -4 -o addr show eth0'), { timeout: 20_000 })
        .toContain(address);
      console.close();
    });

    it('is reverted to a snapshot with its memory and files', async () => {
      let console = await openSerial();
      await console.run('true');
      await console.run(
        'echo before > /home/tiny/file 2>/dev/null || echo before > /tmp/file; sync',
      );
      await expectSuccess(
        await app.root.post(`/servers/${serverId}/snapshots`, { name: 'before' }),
      );
      await console.run('echo after > /home/tiny/file 2>/dev/null || echo after > /tmp/file; sync');
      const { body } = await app.root.get<{ items: { id: string; withMemory: boolean }[] }>(
        `/servers/${serverId}/snapshots`,
      );
      expect(body.items).toMatchObject([{ withMemory: true }]);
      console.close();
      await expectSuccess(
        await app.root.put(`/servers/${serverId}/snapshots/${body.items[0]?.id}/revert`),
      );
      expect(await detail()).toMatchObject({ power: 'on' });
      console = await openSerial();
      console.type('\n');
      expect(await console.run('cat /home/tiny/file 2>/dev/null || cat /tmp/file')).toBe('before');
      console.close();
    });

    it('grows while running and is resized while off', async () => {
      const disk = (await detail()).disks[0];
      await expectSuccess(
        await app.root.put(`/servers/${serverId}/disks/${disk?.id}`, { sizeGb: 10 }),
      );
      await expectSuccess(await app.root.put(`/servers/${serverId}/power`, { state: 'off' }));
      expect(await detail()).toMatchObject({ power: 'off' });
      await expectSuccess(
        await app.root.put(`/servers/${serverId}/size`, { cpuType: 'B', cores: 2, ramMb: 512 }),
      );
      await expectSuccess(await app.root.put(`/servers/${serverId}/power`, { state: 'on' }));
      const console = await openSerial();
      await console.login('tiny', password);
      expect(await console.run('nproc')).toBe('2');
      expect(Number(await console.run('cat /sys/block/vda/size'))).toBe(10 * 2 * 2 ** 20);
      console.close();
      expect(await detail()).toMatchObject({ power: 'on', cores: 2, ramMb: 512 });
    });

    it('moves to the Trash, is restored with its address, and is deleted permanently with nothing left behind', async () => {
      const before = await detail();
      await expectSuccess(await app.root.delete(`/servers/${serverId}`));
      expect(await detail()).toMatchObject({ status: 'bin', power: 'off' });
      await expectSuccess(await app.root.put(`/servers/${serverId}/restore`));
      expect(await detail()).toMatchObject({ status: 'ready', power: 'off', ips: before.ips });
      await expectSuccess(await app.root.delete(`/servers/${serverId}`));
      await expectSuccess(await app.root.delete(`/servers/${serverId}/bin`));
      expect((await app.root.get(`/servers/${serverId}`)).status).toBe(404);
      expect(await app.portal.services.engines.get('qemu').list()).toEqual([]);
      expect(() => execFileSync('pgrep', ['-f', serverId])).toThrow();
    });
  },
);
