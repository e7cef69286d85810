import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SerialDialogue } from '../../../../drivers/compute/testing/serialDialogue.ts';
import { skipReason } from '../../../../drivers/compute/testing/tinyGuest.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import { tinyImageOnly } from '../../../../server/testing/guestImageBuilders.ts';
import { makeLan } from './testing/lan.ts';

const skipped = skipReason();
const password = 'Cards_Password_1';

interface Options {
  datacenterId: string;
  images: { id: string; code: string; readyIn: string[] }[];
}
interface Nic {
  id: string;
  mac: string;
  address: string;
}

describe.skipIf(skipped)(
  `network interfaces of a real guest${skipped ? ` (skipped: ${skipped})` : ''}`,
  () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await startTestApp({ engine: 'auto' }, { ports: tinyImageOnly });
    });
    afterAll(() => app?.close());

    async function expectSuccess(answer: {
      body: { cmdId?: number };
      text: string;
    }): Promise<void> {
      expect(answer.body.cmdId, answer.text).toBeDefined();
      const task = async () =>
        (
          await app.root.get<{ exitCode: number | null; failure: unknown }>(
            `/queue/command/${answer.body.cmdId}`,
          )
        ).body;
      await expect
        .poll(async () => (await task()).exitCode, { timeout: 90_000, interval: 50 })
        .not.toBeNull();
      expect(await task()).toMatchObject({ exitCode: 0, failure: null });
    }

    it('gets the chosen address of a private network without a gateway, and another one when the interface is moved while the server runs', async () => {
      const options = async () => (await app.root.get<Options>('/servers/create/options')).body;
      const tinyImageOf = (found: Options) =>
        found.images.find((image) => image.code === 'tiny' && image.readyIn.length > 0);
      await expect
        .poll(async () => tinyImageOf(await options()), { timeout: 110_000, interval: 500 })
        .toBeDefined();
      const found = await options();
      const [from, to] = [
        await makeLan(app.root, '10.110.0.0/24'),
        await makeLan(app.root, '10.111.0.0/24'),
      ];
      const created = await app.root.post<{ cmdId?: number; servers: { id: string }[] }>(
        '/servers',
        {
          ...{
            name: 'moves-live',
            datacenterId: found.datacenterId,
            imageId: tinyImageOf(found)?.id,
            cpuType: 'B',
            cores: 1,
            ramMb: 256,
          },
          ...{ disks: [{ sizeGb: 5 }], billingMode: 'hourly', password },
          nics: [{ networkId: 'auto' }, { networkId: from.id, address: '10.110.0.77' }],
        },
      );
      await expectSuccess(created);
      const id = created.body.servers[0]?.id ?? '';
      const readNic = async () =>
        (await app.root.get<{ nics: Nic[] }>(`/servers/${id}`)).body.nics[1] as Nic;
      const console = await SerialDialogue.open(app.portal.services.engines.get('qemu'), id);
      await console.login('tiny', password);
      const addresses = () => console.run('ip -4 -o addr show');
      await expect.poll(addresses, { timeout: 40_000 }).toContain('10.110.0.77/24');
      expect(await console.run('ip route | grep -c ^default')).toBe('1');

      const { mac } = await readNic();
      await expectSuccess(
        await app.root.put(`/servers/${id}/nics/${(await readNic()).id}/network`, {
          networkId: to.id,
          address: '10.111.0.9',
        }),
      );
      expect(await readNic()).toMatchObject({ mac, address: '10.111.0.9' });
      await expect.poll(addresses, { timeout: 40_000 }).toContain('10.111.0.9/24');
      expect(await addresses()).not.toContain('10.110.0.77');
      expect(await console.run('ip -o link')).toContain(mac);
      console.close();
    });
  },
);
