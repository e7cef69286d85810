import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createWebSocketStream, WebSocket } from 'ws';
import { SerialDialogue } from '../../../../drivers/compute/testing/serialDialogue.ts';
import { skipReason, tinyGuestImage } from '../../../../drivers/compute/testing/tinyGuest.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import { tinyImageOnly } from '../../../../server/testing/guestImageBuilders.ts';
import { endOf } from '../../servicelets/server/testing/makeServer.ts';
import { InstructionReader } from './bridge/guacamole.ts';
import { serveInGuest } from './testing/guestRelay.ts';
import {
  guacdMissing,
  type Listening,
  type Sshd,
  sshdMissing,
  startGuacd,
  startSshd,
  startVncServer,
  startXrdp,
  xrdpMissing,
} from './testing/programs.ts';
import { type ConsoleAddress, ConsoleVisitor } from './testing/visitor.ts';

const skipped = skipReason();
const password = 'Guest_Password_1';

/**
 * The tiny guest has no servers of its own, so its ports are forwarded to real ones on this
 * machine.
 */
describe.skipIf(skipped)(
  `a console into a real guest${skipped ? ` (skipped: ${skipped})` : ''}`,
  () => {
    let app: TestApp;
    let serverId = '';
    let serial: SerialDialogue;
    const activeListeners: Listening[] = [];
    const stops: (() => void)[] = [];

    beforeAll(async () => {
      await tinyGuestImage();
      app = await startTestApp({ engine: 'auto' }, { ports: tinyImageOnly });
      interface Options {
        datacenterId: string;
        images: { id: string; code: string; readyIn: string[] }[];
      }
      const ready = async () => {
        const { body } = await app.root.get<Options>('/servers/create/options');
        const image = body.images.find(
          ({ code, readyIn }) => code === 'tiny' && readyIn.length > 0,
        );
        expect(image).toBeDefined();
        return { datacenterId: body.datacenterId, imageId: image?.id };
      };
      const choice = await vi.waitFor(ready, { timeout: 110_000, interval: 500 });
      const created = await app.root.post<{ servers: { id: string }[] }>('/servers', {
        ...{
          ...choice,
          name: 'guest-1',
          cpuType: 'B',
          cores: 1,
          ramMb: 256,
          disks: [{ sizeGb: 5 }],
          nics: [{ networkId: 'auto' }],
        },
        ...{ billingMode: 'hourly', password },
      });
      serverId = created.body.servers[0]?.id ?? '';
      const isOn = async () =>
        expect((await app.root.get<{ power: string }>(`/servers/${serverId}`)).body.power).toBe(
          'on',
        );
      await vi.waitFor(isOn, { timeout: 60_000, interval: 200 });
      const { body } = await app.root.post<ConsoleAddress>(`/servers/${serverId}/console`, {
        kind: 'serial',
      });
      serial = SerialDialogue.on(
        createWebSocketStream(new WebSocket(app.address.replace('http', 'ws') + body.path)),
      );
      // Under emulation, the boot time of a guest depends on the load of its machine.
      await vi.waitFor(() => expect(serial.shown).toContain('login: '), {
        timeout: 120_000,
        interval: 200,
      });
      await serial.login('tiny', password);
      await vi.waitFor(async () => expect(await serial.run('ip route')).toContain('default via'), {
        timeout: 30_000,
      });
    }, 400_000);
    afterAll(async () => {
      for (const stop of stops) stop();
      serial?.close();
      await app?.close();
      for (const program of activeListeners) await program.stop();
    });

    /** Forwards a port of the guest to one of this machine. */
    async function forwardPort(guestPort: number, localPort: number): Promise<void> {
      stops.push(
        await serveInGuest(
          { engine: app.portal.services.engines.get('qemu'), serverId, serial },
          { guestPort, localPort },
        ),
      );
      await expectListening(guestPort);
    }

    /**
     * Waits until the relay listens. It handles one connection at a time and is unavailable between
     * connections.
     */
    async function expectListening(guestPort: number): Promise<void> {
      await expect
        .poll(() => serial.run(`netstat -ltn | grep -c ':${guestPort} '`), { timeout: 20_000 })
        .toBe('1');
    }

    let sshd: Sshd;

    it.skipIf(sshdMissing())(
      `signs in to a real sshd by key (${sshdMissing() ?? 'here'})`,
      async () => {
        sshd = await startSshd();
        activeListeners.push(sshd);
        await forwardPort(2222, sshd.port);
        const { user, privateKey } = sshd;
        const first = { user, privateKey, columns: 111, rows: 33 };
        const visitor = await ConsoleVisitor.open(
          app.root,
          serverId,
          { kind: 'ssh', port: 2222 },
          first,
        );
        await visitor.until(
          'the shell greets',
          ({ shown }) => shown.includes('a real shell of 33 111'),
          60_000,
        );
        visitor.type('hello there\r');
        await visitor.until(
          'the shell answers',
          ({ shown }) => shown.includes('you said hello there'),
          30_000,
        );
        await visitor.leave();
        const { body } = await app.root.get<{ hostKeys: { port: number; algorithm: string }[] }>(
          `/servers/${serverId}/connect`,
        );
        expect(body.hostKeys).toMatchObject([{ port: 2222, algorithm: 'ssh-ed25519' }]);
      },
    );

    it.skipIf(sshdMissing())(
      `runs a command by a real sshd, where its user is at home (${sshdMissing() ?? 'here'})`,
      async () => {
        const { user, privateKey, home } = sshd;
        const ssh = { user, privateKey, port: 2222 };
        const script = 'pwd; whoami; echo wrong >&2; exit 7';
        const { body } = await app.root.post<{ id: string; cmdId: number }>(
          `/servers/${serverId}/servicelets`,
          { script, ssh },
        );
        expect(await endOf(app.root, body.cmdId, 110_000)).toBe(1);
        expect(
          (await app.root.get(`/servers/${serverId}/servicelets/${body.id}`)).body,
        ).toMatchObject({
          ...{
            by: 'ssh',
            ssh: { user, port: 2222 },
            problem: null,
            exitCode: 7,
            output: `${home}\n${user}\nwrong\n`,
          },
        });
        expect(await readdir(home)).not.toContain('.cloudberth');
      },
    );

    it('reports a port where nothing is listening', async () => {
      const first = { user: 'tiny', password, columns: 80, rows: 24 };
      const visitor = await (
        await ConsoleVisitor.open(app.root, serverId, { kind: 'ssh', port: 2323 }, first)
      ).ends(60_000);
      expect([2605, 2609]).toContain(visitor.reasonCode);
    });

    let screen: Listening | undefined;

    /** Starts guacd, and a VNC server for it to display. */
    async function startDesktop(): Promise<Listening> {
      if (screen) return screen;
      const guacd = await startGuacd();
      screen = await startVncServer();
      activeListeners.push(guacd, screen);
      expect(
        (await app.root.put('/settings/consoles.guacdPort', { value: guacd.port })).status,
      ).toBe(200);
      return screen;
    }

    it.skipIf(xrdpMissing())(
      `signs in to a real RDP server by guacd, and draws its screen (${xrdpMissing() ?? 'here'})`,
      async () => {
        const xrdp = await startXrdp((await startDesktop()).port);
        activeListeners.push(xrdp);
        await forwardPort(3389, xrdp.port);
        const first = { user: 'somebody', password, width: 800, height: 600 };
        const visitor = await ConsoleVisitor.open(
          app.root,
          serverId,
          { kind: 'rdp', port: 3389 },
          first,
        );
        await visitor.until(
          'a picture is drawn',
          ({ drawn }) => drawn.includes('4.sync,') && drawn.includes('4.blob,'),
          60_000,
        );
        visitor.say('3.key,2.97,1.1;');
        await visitor.leave();
      },
    );

    it.skipIf(guacdMissing())(
      `shows guacd’s message for a port without a desktop, and closes (${guacdMissing() ?? 'here'})`,
      async () => {
        await startDesktop();
        await forwardPort(3390, sshd.port);
        const first = { user: 'somebody', password, width: 800, height: 600 };
        const visitor = await ConsoleVisitor.open(
          app.root,
          serverId,
          { kind: 'rdp', port: 3390 },
          first,
        );
        await visitor.until(
          'guacd says what is wrong',
          ({ drawn }) => drawn.includes('5.error,'),
          60_000,
        );
        await visitor.ends(10_000);
      },
    );

    it.skipIf(guacdMissing())(
      `draws a desktop by guacd, records it, and closes it at sign-out (${guacdMissing() ?? 'here'})`,
      async () => {
        await forwardPort(5901, (await startDesktop()).port);
        expect((await app.root.put('/settings/consoles.record', { value: 'all' })).status).toBe(
          200,
        );
        const user = await app.signInAs('siteAdmin');
        const visitor = await ConsoleVisitor.open(
          user,
          serverId,
          { kind: 'guestVnc', port: 5901 },
          { width: 800, height: 600 },
        );
        await visitor.until('a picture is drawn', ({ drawn }) => drawn.includes('4.sync,'), 60_000);
        const names = new InstructionReader(10_000_000)
          .read(visitor.drawn)
          .map(({ instruction }) => instruction[0]);
        expect(names).toEqual(expect.arrayContaining(['size', 'img', 'blob', 'sync']));
        visitor.say('3.key,2.97,1.1;');
        visitor.say('3.put,1.x;');
        expect((await visitor.ends()).reasonCode).toBe(1000);
        await expectListening(5901);
        const secondVisitor = await ConsoleVisitor.open(
          user,
          serverId,
          { kind: 'guestVnc', port: 5901 },
          { width: 800, height: 600 },
        );
        await secondVisitor.until(
          'a picture is drawn again',
          ({ drawn }) => drawn.includes('4.sync,'),
          60_000,
        );
        await user.get('/logout');
        expect((await secondVisitor.ends(6_000)).reasonCode).toBe(2601);
        const storedRows = async () =>
          (
            await sql<{
              file: string;
            }>`select file from console_recording where kind = 'guestVnc' and state = 'kept'`.execute(
              app.portal.services.database.db,
            )
          ).rows;
        await expect.poll(async () => (await storedRows()).length, { timeout: 10_000 }).toBe(2);
        const file = await readFile(
          join(
            app.portal.services.config.dataDir,
            'recordings',
            (await storedRows())[0]?.file ?? '',
          ),
        );
        expect(file.includes('4.size,')).toBe(true);
      },
    );
  },
);
