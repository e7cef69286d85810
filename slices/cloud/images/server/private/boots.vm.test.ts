import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bootableDisk,
  bootableDiskObstacle,
} from '../../../../../drivers/compute/testing/bootableDisk.ts';
import { SerialDialogue } from '../../../../../drivers/compute/testing/serialDialogue.ts';
import { skipReason } from '../../../../../drivers/compute/testing/tinyGuest.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import { withoutGuestImages } from '../../../../../server/testing/guestImageBuilders.ts';
import { createImage, waitForTask } from '../testing/imageFixtures.ts';

const skipped = skipReason() ?? bootableDiskObstacle();
const loginLimitMs = 90_000;
const password = 'Guest_Password_1';

describe.skipIf(skipped)(`a customer’s image${skipped ? ` (skipped: ${skipped})` : ''}`, () => {
  let app: TestApp;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cloudberth-boots-'));
    app = await startTestApp({ engine: 'auto' }, { ports: withoutGuestImages(['tiny', 'debian']) });
  }, 300_000);
  afterAll(async () => {
    await app?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function serverFrom(imageId: string): Promise<string> {
    const { body: options } = await app.root.get<{
      datacenterId: string;
      networks: { id: string }[];
    }>('/servers/create/options');
    const { datacenterId } =
      (await app.root.get<{ items: { id: string }[] }>('/datacenters')).body.items.map(
        ({ id }) => ({ datacenterId: id }),
      )[0] ?? options;
    const answer = await app.root.post<{ cmdId: number; servers: { id: string }[] }>('/servers', {
      ...{
        datacenterId,
        imageId,
        name: `srv-${randomUUID().slice(0, 8)}`,
        cpuType: 'B',
        cores: 1,
        ramMb: 1024,
      },
      ...{ disks: [{ sizeGb: 5 }], nics: [{ networkId: 'auto' }], billingMode: 'hourly', password },
    });
    expect(answer.status, answer.text).toBe(200);
    const task = await waitForTask(app.root, answer.body.cmdId);
    expect(task.exitCode, JSON.stringify(task)).toBe(0);
    return answer.body.servers[0]?.id ?? '';
  }

  const loggedIn = async (serverId: string): Promise<SerialDialogue> => {
    const dialogue = await SerialDialogue.open(app.portal.services.engines.get('qemu'), serverId);
    await dialogue.waitFor(/login: /, loginLimitMs);
    dialogue.type('tiny\n');
    await dialogue.waitFor(/Password: /);
    dialogue.type(`${password}\n`);
    await dialogue.waitFor(/[$#] /);
    return dialogue;
  };

  it('as a VMDK boots to a login prompt with its own boot loader, and an image of its running disk contains the written data', async () => {
    const disk = await bootableDisk(folder);
    const vmdk = join(folder, 'tiny.vmdk');
    execFileSync('qemu-img', [
      'convert',
      '-f',
      'raw',
      '-O',
      'vmdk',
      '-o',
      'subformat=streamOptimized',
      disk,
      vmdk,
    ]);
    const imageFields = {
      name: 'Brought',
      loginUser: 'tiny',
      supportsCloudInit: true,
      fileName: 'tiny.vmdk',
    };
    const importedId = await createImage(app.root, await readFile(vmdk), imageFields);
    expect((await app.root.get(`/images/${importedId}`)).body).toMatchObject({
      state: 'ready',
      originalFormat: 'vmdk',
      minDiskGb: 2,
    });

    const first = await serverFrom(importedId);
    const guest = await loggedIn(first);
    expect(
      await guest.run(
        'echo "written by hand" > note; sync; cat /proc/cmdline; grep -c vda2 /proc/partitions',
      ),
    ).toMatch(/1$/);
    const created = await app.root.post<{ cmdId: number; imageId: string }>('/images/disk', {
      serverId: first,
      name: 'Golden',
    });
    const task = await waitForTask(app.root, created.body.cmdId);
    expect(task.exitCode, JSON.stringify(task)).toBe(0);
    expect(await guest.run('echo still here')).toBe('still here');

    const second = await loggedIn(await serverFrom(created.body.imageId));
    expect(await second.run('cat ~tiny/note')).toBe('written by hand');
  }, 400_000);
});
