import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skipReason } from '../../../../drivers/compute/testing/tinyGuest.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import { withoutGuestImages } from '../../../../server/testing/guestImageBuilders.ts';

const skipped = skipReason();

describe.skipIf(skipped)(
  `a first start on a machine that can run servers${skipped ? ` (skipped: ${skipped})` : ''}`,
  () => {
    let app: TestApp;
    beforeAll(async () => {
      // The tiny guest is built the same way but takes only seconds.
      app = await startTestApp({ engine: 'auto' }, { ports: withoutGuestImages(['debian']) });
    });
    afterAll(() => app?.close());

    interface Image {
      id: string;
      code: string;
      state: string;
      problem: string | null;
      readyIn: string[];
    }

    it('opens a real datacenter, builds the tiny guest automatically, and starts a server created from it', async () => {
      const { body: places } = await app.root.get<{
        items: { id: string; engine: string; ready: boolean; acceleration: string }[];
      }>('/datacenters');
      expect(places.items).toMatchObject([
        { engine: 'qemu', ready: true, acceleration: expect.stringMatching(/kvm|emulation/) },
      ]);
      const datacenterId = places.items[0]?.id ?? '';
      const tiny = async () =>
        (
          await app.root.get<{ items: Image[] }>(`/images/offered?datacenter=${datacenterId}`)
        ).body.items.find(({ code }) => code === 'tiny');
      await expect
        .poll(async () => (await tiny())?.state, { timeout: 110_000, interval: 500 })
        .toMatch(/ready|failed/);
      const image = await tiny();
      expect(image).toMatchObject({ state: 'ready', problem: null, readyIn: [datacenterId] });

      const engine = app.portal.services.engines.get('qemu');
      const id = randomUUID();
      const disks = [{ id: randomUUID(), sizeGb: 5 }];
      const seed = { metaData: `instance-id: ${id}\n`, userData: '#cloud-config\n' };
      await engine.create({
        id,
        name: 'first',
        cores: 1,
        ramMb: 128,
        disks,
        nics: [],
        source: { kind: 'image', imageId: image?.id ?? '' },
        seed,
      });
      try {
        await engine.start(id);
        const { body: hosts } = await app.root.get<{ items: { id: string; servers: number }[] }>(
          '/hosts',
        );
        expect(hosts.items).toMatchObject([
          { engine: 'qemu', servers: 1, datacenters: ['local'], problem: null },
        ]);
        const { body } = await app.root.get<{ items: unknown[] }>(
          `/hosts/${hosts.items[0]?.id}/servers`,
        );
        expect(body.items).toMatchObject([{ id, name: null, power: 'on', ramMb: 128, diskGb: 5 }]);
        await expect(engine.removeImage(image?.id ?? '')).rejects.toMatchObject({
          kind: 'refused',
        });
      } finally {
        await engine.destroy(id);
      }
      const { body: removal } = await app.root.delete<{ cmdId: number }>(`/images/${image?.id}`);
      await expect
        .poll(
          async () =>
            (await app.root.get<{ exitCode: number | null }>(`/queue/command/${removal.cmdId}`))
              .body.exitCode,
          {
            timeout: 10_000,
          },
        )
        .toBe(0);
      expect(await tiny()).toMatchObject({ state: 'absent', readyIn: [] });
    });
  },
);
