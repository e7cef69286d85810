import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Probe } from './probe.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cloudberth-probe-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/**
 * Probes a machine whose KVM device exists and whose QEMU behaves in the given way when it runs the
 * counting guest.
 */
async function probeWith(guest: string) {
  const qemu = join(folder, 'qemu');
  await writeFile(
    qemu,
    `#!/bin/sh\n[ "$1" = --version ] && echo "version 9.0" && exit 0\n${guest}\n`,
  );
  await chmod(qemu, 0o755);
  const device = join(folder, 'kvm');
  await writeFile(device, '');
  return await new Probe({ qemu, qemuImg: qemu }, device).result();
}

it('uses a CPU on which a guest can count', async () => {
  expect(await probeWith('exit 33')).toEqual({
    version: '9.0',
    acceleration: 'kvm',
    accelerationNote: '',
  });
});

it.each([
  ['takes longer than emulation would', 'exec sleep 60', /slower than emulation/],
  ['refuses the guest', 'exit 1', /has no hardware virtualization, although/],
  [
    'lets the guest end before it has counted',
    'exit 0',
    /has no hardware virtualization, although/,
  ],
])('doesn’t use one that %s, and gives the reason', async (_case, guest, note) => {
  const { acceleration, accelerationNote } = await probeWith(guest);
  expect([acceleration, accelerationNote]).toEqual(['emulation', expect.stringMatching(note)]);
});

it('emulates servers without the KVM device', async () => {
  const tool = join(folder, 'tool');
  await writeFile(tool, '#!/bin/sh\necho "version 9.0"\n');
  await chmod(tool, 0o755);
  const { acceleration, accelerationNote } = await new Probe(
    { qemu: tool, qemuImg: tool },
    join(folder, 'missing'),
  ).result();
  expect([acceleration, accelerationNote]).toEqual([
    'emulation',
    'This machine has no hardware virtualization.',
  ]);
});
