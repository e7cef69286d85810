import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleNic, exampleSpec } from '../../conformance.ts';
import type { FirewallRule, NicSpec } from '../../port.ts';
import { SerialDialogue } from '../../testing/serialDialogue.ts';
import { skipReason, tinyGuestImage } from '../../testing/tinyGuest.ts';
import { QemuEngine } from '../engine.ts';

const skipped = skipReason();

describe.skipIf(skipped)(`networks without root${skipped ? ` (skipped: ${skipped})` : ''}`, () => {
  let dataDir: string;
  let engine: QemuEngine;
  const shells = new Map<string, SerialDialogue>();
  const ids = new Map<string, string>();
  const publicNics = exampleNic({
    forwardTcp: [80, 81],
    segment: { id: 'the-way-out', kind: 'wan' },
  });
  const tenant = `${process.pid}`;
  const inner = (owner: string): NicSpec =>
    exampleNic({ segment: { id: `lan-${tenant}-${owner}`, kind: 'lan' } });

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-user-networks-'));
    engine = new QemuEngine({ dataDir, network: 'user' });
    await engine.importImage(await tinyGuestImage());
    await Promise.all([
      boot('one', '192.168.60.1', [inner('a'), publicNics]),
      boot('two', '192.168.60.2', [inner('a')]),
      boot('other', '192.168.60.3', [inner('b')]),
    ]);
  }, 120_000);

  afterAll(async () => {
    for (const { id } of (await engine?.list()) ?? []) await engine.destroy(id);
    await engine?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function boot(name: string, address: string, nics: NicSpec[]): Promise<void> {
    const example = exampleSpec('tiny', {
      nics,
      disks: [{ id: `boot-${name}`, sizeGb: 1 }],
      ramMb: 96,
    });
    const seed = {
      metaData: `instance-id: ${name}\nlocal-hostname: ${name}\n`,
      userData: '#cloud-config\nuser: root\npassword: secret\n',
    };
    await engine.create({ ...example, seed });
    await engine.start(example.id);
    const shell = await SerialDialogue.open(engine, example.id);
    await shell.waitFor(/login: /, 100_000);
    shell.type('root\n');
    await shell.waitFor(/Password: /);
    shell.type('secret\n');
    await shell.waitFor(/[$#] /);
    // The web server starts after the guest has requested addresses, which no server assigns here.
    await shell.run('until pidof httpd; do sleep 0.5; done; killall udhcpc', 60_000);
    await shell.run(`ip link set eth0 up; ip addr add ${address}/24 dev eth0`);
    shells.set(name, shell);
    ids.set(name, example.id);
  }
  const pings = async (from: string, address: string) =>
    / 0% packet loss/.test(
      (await shells.get(from)?.run(`ping -c 2 -W 2 -I eth0 ${address}`)) ?? '',
    );

  it('servers of one private network can reach each other, and no other server can', async () => {
    expect(await pings('one', '192.168.60.2')).toBe(true);
    expect(await pings('other', '192.168.60.1')).toBe(false);
    expect(await pings('one', '192.168.60.3')).toBe(false);
    expect(await engine.capabilities()).toMatchObject({ network: 'user', firewall: 'forwards' });
  });

  it('a firewall opens and closes forwarded ports, and reports this limitation', async () => {
    const id = ids.get('one') ?? '';
    const forwards = async () => (await engine.inspect(id))?.nics[1]?.forwards ?? [];
    const ports = async () => (await forwards()).map(({ guestPort }) => guestPort).sort();
    await shells.get('one')?.run('udhcpc -i eth1 -q -n -s /etc/cloudberth/lease >/dev/null 2>&1');
    expect(await ports()).toEqual([80, 81]);
    const web: FirewallRule = {
      id: 'web',
      direction: 'in',
      protocol: 'tcp',
      ports: [[80, 80]],
      remotes: null,
      action: 'accept',
    };
    const closed = (await forwards()).find(({ guestPort }) => guestPort === 81)?.hostPort ?? 0;
    expect(
      await engine.applyFirewall(id, publicNics.id, { in: 'drop', out: 'accept', rules: [web] }),
    ).toEqual({ enforcement: 'forwards' });
    expect(await ports()).toEqual([80]);
    const connectError = await new Promise((resolve) =>
      connect(closed, '127.0.0.1').once('error', resolve).once('connect', resolve),
    );
    expect(connectError).toMatchObject({ code: 'ECONNREFUSED' });
    const open = connect((await forwards())[0]?.hostPort ?? 0, '127.0.0.1');
    open.write('GET / HTTP/1.0\r\n\r\n');
    expect(await text(open)).toContain('hello from one');
    await engine.applyFirewall(id, publicNics.id, null);
    expect(await ports()).toEqual([80, 81]);
    const lan = (await engine.inspect(id))?.nics[0]?.id ?? '';
    expect(await engine.applyFirewall(id, lan, { in: 'drop', out: 'accept', rules: [] })).toEqual({
      enforcement: 'nothing',
    });
  });
});
