import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createWebSocketStream, WebSocket } from 'ws';
import { SerialDialogue } from '../../../../drivers/compute/testing/serialDialogue.ts';
import { skipReason } from '../../../../drivers/compute/testing/tinyGuest.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { Answer } from '../../../../server/testing/client.ts';
import { tinyImageOnly } from '../../../../server/testing/guestImageBuilders.ts';

const skipped = skipReason();
const password = 'Backup_Password_1';

interface Options {
  datacenterId: string;
  images: { id: string; code: string; readyIn: string[] }[];
}

describe.skipIf(skipped)(
  `backups of a real server${skipped ? ` (skipped: ${skipped})` : ''}`,
  () => {
    let app: TestApp;
    let serverId: string;
    let backupId: string;

    beforeAll(async () => {
      app = await startTestApp({ engine: 'auto' }, { ports: tinyImageOnly });
      const options = async () => (await app.root.get<Options>('/servers/create/options')).body;
      const tinyImageOf = (found: Options) =>
        found.images.find((image) => image.code === 'tiny' && image.readyIn.length > 0);
      await vi.waitFor(async () => expect(tinyImageOf(await options())).toBeDefined(), {
        timeout: 300_000,
        interval: 500,
      });
      const found = await options();
      const created = await app.root.post<{ cmdId?: number; servers: { id: string }[] }>(
        '/servers',
        {
          ...{
            name: 'backed-up',
            datacenterId: found.datacenterId,
            imageId: tinyImageOf(found)?.id,
            cpuType: 'B',
            cores: 1,
            ramMb: 1024,
          },
          ...{
            disks: [{ sizeGb: 5 }, { sizeGb: 5 }],
            nics: [{ networkId: 'auto' }],
            billingMode: 'hourly',
            password,
            backup: true,
          },
        },
      );
      serverId = created.body.servers?.[0]?.id ?? '';
      await expectSuccess(created);
    }, 500_000);
    afterAll(() => app?.close());

    async function expectSuccess(answer: Answer<{ cmdId?: number }>): Promise<void> {
      expect(answer.body.cmdId, answer.text).toBeDefined();
      const task = async () =>
        (
          await app.root.get<{ exitCode: number | null; failure: unknown }>(
            `/queue/command/${answer.body.cmdId}`,
          )
        ).body;
      await vi.waitFor(async () => expect((await task()).exitCode).not.toBeNull(), {
        timeout: 150_000,
        interval: 100,
      });
      expect(await task()).toMatchObject({ exitCode: 0, failure: null });
    }
    async function loggedIn(id: string): Promise<SerialDialogue> {
      const { body } = await app.root.post<{ path: string }>(`/servers/${id}/console`, {
        kind: 'serial',
      });
      const guest = SerialDialogue.on(
        createWebSocketStream(new WebSocket(app.address.replace('http', 'ws') + body.path)),
      );
      guest.type('\n');
      await guest.waitFor(/login: |[$#] /, 90_000);
      guest.type('\n');
      await guest.login('tiny', password);
      return guest;
    }

    it('a running server is backed up and keeps running, and a lost file is restored from the backup', async () => {
      let guest = await loggedIn(serverId);
      await guest.run('echo precious > note; sync');
      const answer = await app.root.post<{ cmdId: number; backupId: string }>(
        `/servers/${serverId}/backups`,
      );
      await expectSuccess(answer);
      backupId = answer.body.backupId;
      expect(await guest.run('cat note; rm note; sync; ls note 2>/dev/null | wc -l')).toBe(
        'precious\n0',
      );
      guest.close();
      await expectSuccess(await app.root.put(`/backups/${backupId}/restore`));
      guest = await loggedIn(serverId);
      expect(await guest.run('cat note')).toBe('precious');
      guest.close();
    }, 240_000);

    it('a boot check starts it in isolation and detects its login prompt', async () => {
      await expectSuccess(await app.root.post(`/backups/${backupId}/test`));
      const { body } = await app.root.get<{
        items: { test: { result: string; evidence: string; seconds: number } }[];
      }>('/backups');
      expect(body.items[0]?.test).toMatchObject({
        result: 'alive',
        evidence: expect.stringContaining('login:'),
      });
      const servers = await app.portal.services.engines.get('qemu').list();
      expect(servers.map(({ id }) => id)).toEqual([serverId]);
    }, 240_000);

    it('a server created from it has the file, and both servers grow while running', async () => {
      const copy = await app.root.post<{ cmdId: number; serverId: string }>(
        `/backups/${backupId}/server`,
        { password },
      );
      await expectSuccess(copy);
      const guest = await loggedIn(copy.body.serverId);
      expect(await guest.run('cat note')).toBe('precious');
      await expectSuccess(
        await app.root.put(`/servers/${copy.body.serverId}/size`, {
          cpuType: 'B',
          cores: 2,
          ramMb: 2048,
        }),
      );
      const readHardware = async () =>
        await guest.run("nproc; awk '/MemTotal/{print ($2 > 1800000)}' /proc/meminfo");
      await expect.poll(readHardware, { timeout: 30_000, interval: 300 }).toBe('2\n1');
      guest.close();
    }, 240_000);
  },
);
