import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebSocketStream, WebSocket } from 'ws';
import { bridgeObstacle } from '../../../../drivers/compute/qemu/bridge/probe.ts';
import { SerialDialogue } from '../../../../drivers/compute/testing/serialDialogue.ts';
import { skipReason } from '../../../../drivers/compute/testing/tinyGuest.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../server/testing/client.ts';
import { tinyImageOnly } from '../../../../server/testing/guestImageBuilders.ts';
import { makeLan } from '../../networks/server/testing/lan.ts';

const skipped = skipReason() ?? (await bridgeObstacle());
const password = 'Server_Password_1';

interface Guest {
  client: TestClient;
  id: string;
  wan: string;
  lan: string;
  shell: SerialDialogue;
}
interface Firewall {
  cards: { nicId: string; addresses: string[]; networkKind: string; enforcement: string }[];
}

describe.skipIf(skipped)(
  `two customers on one host, over the API${skipped ? ` (skipped: ${skipped})` : ''}`,
  () => {
    let app: TestApp;
    let one: Guest;
    let other: Guest;

    beforeAll(async () => {
      app = await startTestApp({ engine: 'auto' }, { ports: tinyImageOnly });
      const image = async () => {
        const { body } = await app.root.get<{
          datacenterId: string;
          images: { id: string; code: string; readyIn: string[] }[];
        }>('/servers/create/options');
        return {
          datacenterId: body.datacenterId,
          imageId: body.images.find(({ code, readyIn }) => code === 'tiny' && readyIn.length > 0)
            ?.id,
        };
      };
      const deadline = performance.now() + 240_000;
      let choice = await image();
      while (!choice.imageId && performance.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 500));
        choice = await image();
      }
      [one, other] = await Promise.all([
        guest(choice, '192.168.70.10'),
        guest(choice, '192.168.70.20'),
      ]);
    }, 420_000);
    afterAll(() => app?.close());

    async function waitForTask(
      client: TestClient,
      answer: Answer<{ cmdId?: number }>,
    ): Promise<void> {
      expect(answer.body.cmdId, answer.text).toBeDefined();
      for (;;) {
        const { exitCode, failure } = (
          await client.get<{ exitCode: number | null; failure: unknown }>(
            `/queue/command/${answer.body.cmdId}`,
          )
        ).body;
        if (exitCode !== null)
          return void expect({ exitCode, failure }).toEqual({ exitCode: 0, failure: null });
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }

    /**
     * Creates a customer with a private network that uses the same range as the other customer's,
     * and a server connected to both that network and the public network.
     */
    async function guest(choice: object, lanAddress: string): Promise<Guest> {
      const client = await app.signInAs('user');
      const lan = await makeLan(client, '192.168.70.0/24');
      const answer = await client.post<{ cmdId?: number; servers: { id: string }[] }>('/servers', {
        ...choice,
        ...{
          name: `fw-${randomUUID().slice(0, 8)}`,
          cpuType: 'B',
          cores: 1,
          ramMb: 128,
          disks: [{ sizeGb: 5 }],
        },
        ...{
          nics: [{ networkId: 'auto' }, { networkId: lan.id, address: lanAddress }],
          billingMode: 'hourly',
          password,
        },
      });
      await waitForTask(client, answer);
      const id = answer.body.servers[0]?.id ?? '';
      const { body } = await client.post<{ path: string }>(`/servers/${id}/console`, {
        kind: 'serial',
      });
      const shell = SerialDialogue.on(
        createWebSocketStream(new WebSocket(app.address.replace('http', 'ws') + body.path)),
      );
      await shell.waitFor(/login: /, 100_000);
      shell.type('tiny\n');
      await shell.waitFor(/Password: /);
      shell.type(`${password}\n`);
      await shell.waitFor(/[$#] /);
      const { cards } = (await client.get<Firewall>(`/servers/${id}/firewall`)).body;
      const addressOf = (kind: string) =>
        cards.find(({ networkKind }) => networkKind === kind)?.addresses[0] ?? '';
      // The guest starts its web server last.
      await shell.run('until pidof httpd >/dev/null; do sleep 0.5; done', 60_000);
      return { client, id, wan: addressOf('wan'), lan: addressOf('lan'), shell };
    }
    /** Whether one guest can reach the other guest's web server. */
    const canConnect = async (from: Guest, address: string, port: number) =>
      (
        await from.shell.run(`printf 'GET / HTTP/1.0\\r\\n\\r\\n' | nc -w 3 ${address} ${port}`)
      ).includes('hello from');
    const nicOf = async ({ client, id }: Guest) =>
      (await client.get<Firewall>(`/servers/${id}/firewall`)).body.cards.find(
        ({ networkKind }) => networkKind === 'wan',
      );

    async function apply(
      guest: Guest,
      entries: unknown[],
      defaults = { in: 'drop', out: 'accept' },
    ): Promise<void> {
      const path = `/servers/${guest.id}/firewall/${(await nicOf(guest))?.nicId}`;
      expect((await guest.client.put(`${path}/draft`, { ...defaults, entries })).status).toBe(200);
      await waitForTask(guest.client, await guest.client.post(`${path}/apply`));
    }

    it('their private networks are isolated, even with equal addresses', async () => {
      expect((await nicOf(one))?.enforcement).toBe('all');
      expect([one.lan, other.lan]).toEqual(['192.168.70.10', '192.168.70.20']);
      const guestAddresses = async ({ shell }: Guest) => await shell.run('ip -4 -o addr show eth1');
      await expect.poll(() => guestAddresses(one), { timeout: 20_000 }).toContain(one.lan);
      await expect.poll(() => guestAddresses(other), { timeout: 20_000 }).toContain(other.lan);
      expect(await canConnect(other, one.lan, 80)).toBe(false);
      expect(await canConnect(one, other.lan, 80)).toBe(false);
    });

    it('a rule opens exactly its ports, and everything else stays blocked', async () => {
      await expect.poll(() => canConnect(other, one.wan, 80), { timeout: 20_000 }).toBe(true);
      const rule = {
        direction: 'in',
        protocol: 'tcp',
        remoteGroupId: null,
        action: 'accept',
        note: '',
      };
      await apply(one, []);
      expect(await canConnect(other, one.wan, 80)).toBe(false);
      await apply(one, [
        {
          kind: 'rule',
          rule: { ...rule, ports: [{ from: 80, to: 80 }], remotes: [`${other.wan}/32`] },
        },
      ]);
      expect(await canConnect(other, one.wan, 80)).toBe(true);
      await apply(one, [
        {
          kind: 'rule',
          rule: { ...rule, ports: [{ from: 81, to: 90 }], remotes: [`${other.wan}/32`] },
        },
      ]);
      expect(await canConnect(other, one.wan, 80)).toBe(false);
    });

    it('rules survive a power cycle', async () => {
      await waitForTask(
        one.client,
        await one.client.put(`/servers/${one.id}/power`, { state: 'off', force: true }),
      );
      await waitForTask(
        one.client,
        await one.client.put(`/servers/${one.id}/power`, { state: 'on' }),
      );
      const { body } = await one.client.post<{ path: string }>(`/servers/${one.id}/console`, {
        kind: 'serial',
      });
      const shell = SerialDialogue.on(
        createWebSocketStream(new WebSocket(app.address.replace('http', 'ws') + body.path)),
      );
      await shell.login('tiny', password);
      await shell.run('until pidof httpd >/dev/null; do sleep 0.5; done', 60_000);
      expect(await canConnect(other, one.wan, 80)).toBe(false);
      await apply(one, [], { in: 'accept', out: 'accept' });
      expect(await canConnect(other, one.wan, 80)).toBe(true);
    });
  },
);
