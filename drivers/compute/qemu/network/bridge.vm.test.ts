import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleSpec } from '../../conformance.ts';
import type { FirewallRule, NetworkSegment, NicSpec } from '../../port.ts';
import { SerialDialogue } from '../../testing/serialDialogue.ts';
import { skipReason, tinyGuestImage } from '../../testing/tinyGuest.ts';
import { bridgeInstanceOf } from '../bridge/bridgeInstance.ts';
import { bridgeObstacle } from '../bridge/probe.ts';
import { QemuEngine } from '../engine.ts';

const skipped = skipReason() ?? (await bridgeObstacle());

const wan: NetworkSegment = { id: 'the-way-out', kind: 'wan' };
const lanOf = (tenant: string): NetworkSegment => ({ id: `lan-of-${tenant}`, kind: 'lan' });

interface Guest {
  id: string;
  wanId: string;
  lanId: string;
  shell: SerialDialogue;
}

let nicCount = 0;
function nicSpec(
  segment: NetworkSegment,
  address: string,
  changes: Partial<NicSpec> = {},
): NicSpec {
  nicCount += 1;
  const gateway = address.replace(/\.\d+$/, '.1');
  const mac = `52:54:00:aa:00:${nicCount.toString(16).padStart(2, '0')}`;
  return {
    id: `card-${nicCount}`,
    mac,
    segment,
    ipv4: { address, prefix: 24, gateway, dns: [gateway] },
    connected: true,
    ...changes,
  };
}

const rule = (changes: Partial<FirewallRule>): FirewallRule => ({
  ...{ id: 'rule', direction: 'in', protocol: 'tcp', ports: [], remotes: null, action: 'accept' },
  ...changes,
});

describe.skipIf(skipped)(
  `bridged networks, with real packets${skipped ? ` (skipped: ${skipped})` : ''}`,
  () => {
    let dataDir: string;
    let engine: QemuEngine;
    let one: Guest;
    let two: Guest;
    let otherTenant: Guest;

    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-bridge-'));
      engine = new QemuEngine({ dataDir, network: 'bridge' });
      await engine.importImage(await tinyGuestImage());
      [one, two, otherTenant] = await Promise.all([
        boot('one', '10.77.0.11', lanOf('a'), '192.168.50.11'),
        boot('two', '10.77.0.12', lanOf('a'), '192.168.50.12'),
        // Another tenant that uses the same private addresses as the first.
        boot('stranger', '10.77.0.13', lanOf('b'), '192.168.50.12'),
      ]);
    }, 120_000);

    afterAll(async () => {
      for (const { id } of (await engine?.list()) ?? []) await engine.destroy(id);
      await engine?.close();
      await rm(dataDir, { recursive: true, force: true });
    });

    async function boot(
      name: string,
      address: string,
      lan: NetworkSegment,
      lanAddress: string,
    ): Promise<Guest> {
      const nics = [nicSpec(wan, address, { forwardTcp: [80] }), nicSpec(lan, lanAddress)];
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
      await shell.waitFor(/login: /, 90_000);
      shell.type('root\n');
      await shell.waitFor(/Password: /);
      shell.type('secret\n');
      await shell.waitFor(/[$#] /);
      return { id: example.id, wanId: nics[0]?.id ?? '', lanId: nics[1]?.id ?? '', shell };
    }

    const pings = async (from: Guest, address: string, options = '') =>
      /1 packets received/.test(await from.shell.run(`ping -c 1 -W 2 ${options} ${address}`));
    /** Whether a TCP connection from one guest reaches a listening port of another. */
    async function visibleTo(
      from: Guest,
      to: Guest,
      address: string,
      port: number,
    ): Promise<boolean> {
      await to.shell.run(`nc -l -p ${port} -e echo arrived >/dev/null 2>&1 & sleep 0.2`);
      const response = await from.shell.run(`nc -w 2 ${address} ${port} </dev/null`);
      await to.shell.run('kill $! 2>/dev/null');
      return response.includes('arrived');
    }

    it('assign addresses by DHCP, with a default route on the public network only', async () => {
      const addresses = (guest: Guest) => () => guest.shell.run('ip -4 -o addr show');
      await expect
        .poll(addresses(one), { timeout: 30_000 })
        .toMatch(/10\.77\.0\.11\/24[\s\S]*192\.168\.50\.11\/24/);
      await expect
        .poll(addresses(two), { timeout: 30_000 })
        .toMatch(/10\.77\.0\.12\/24[\s\S]*192\.168\.50\.12\/24/);
      await expect
        .poll(addresses(otherTenant), { timeout: 30_000 })
        .toMatch(/10\.77\.0\.13\/24[\s\S]*192\.168\.50\.12\/24/);
      expect(await one.shell.run('ip route')).toMatch(/default via 10\.77\.0\.1 dev eth0/);
      expect(await one.shell.run('ip route')).not.toMatch(/192\.168\.50\.1 /);
      expect(await one.shell.run('cat /etc/resolv.conf')).toContain('10.77.0.1');
      expect(await engine.capabilities()).toMatchObject({ network: 'bridge', firewall: 'all' });
    });

    it('connect servers of one private network, and isolate the private networks of two tenants', async () => {
      expect(await pings(one, '192.168.50.12', '-I eth1')).toBe(true);
      expect(await visibleTo(one, two, '192.168.50.12', 7001)).toBe(true);
      expect(await pings(otherTenant, '192.168.50.11', '-I eth1')).toBe(false);
      expect(await otherTenant.shell.run('ip neigh show dev eth1')).not.toMatch(
        /192\.168\.50\.11 .*lladdr/,
      );
      // The network's own gateway isn't a way in either.
      await otherTenant.shell.run('ip route add 192.168.50.11/32 via 10.77.0.1');
      expect(await pings(otherTenant, '192.168.50.11')).toBe(false);
      await otherTenant.shell.run(
        'ip route del 192.168.50.11/32; ip route add 10.77.0.11/32 via 192.168.50.1 dev eth1',
      );
      expect(await pings(otherTenant, '10.77.0.11')).toBe(false);
      await otherTenant.shell.run('ip route del 10.77.0.11/32');
    });

    it('let the portal reach a server on every network interface and at forwarded ports of this machine', async () => {
      for (const nicId of [undefined, one.lanId]) {
        const stream = await engine.openTcp(one.id, 80, nicId);
        stream.end('GET / HTTP/1.0\r\n\r\n');
        expect(await text(stream)).toContain('hello from one');
      }
      await expect(engine.openTcp(one.id, 81)).rejects.toMatchObject({ kind: 'unavailable' });
      const hostPort = (await engine.inspect(one.id))?.nics[0]?.forwards[0]?.hostPort;
      expect(await (await fetch(`http://127.0.0.1:${hostPort}/`)).text()).toBe('hello from one\n');
    });

    it('route outgoing traffic through the address of this machine, but not to its services', async () => {
      const name = `out${process.pid}`;
      const connectCommand = (target: string) => `nc -w 2 ${target} </dev/null`;
      const ip = (line: string) => execFileSync('ip', line.split(' '));
      ip(`netns add ${name}`);
      ip(`link add ${name} type veth peer name eth0 netns ${name}`);
      ip(`address add 198.51.100.1/24 dev ${name}`);
      ip(`link set ${name} up`);
      ip(`-n ${name} address add 198.51.100.2/24 dev eth0`);
      ip(`-n ${name} link set eth0 up`);
      const answer =
        "require('net').createServer((socket) => socket.end('you are ' + socket.remoteAddress)).listen(8000, '0.0.0.0', () => console.log('up'))";
      const externalServer = spawn('ip', ['netns', 'exec', name, process.execPath, '-e', answer], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const own = spawn(process.execPath, ['-e', answer.replace('8000', '8765')], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      try {
        await Promise.all([once(externalServer.stdout, 'data'), once(own.stdout, 'data')]);
        expect(await one.shell.run(connectCommand('198.51.100.2 8000'))).toContain(
          'you are 198.51.100.1',
        );
        expect(await text(connect(8765, '198.51.100.1'))).toContain('you are');
        expect(await one.shell.run(connectCommand('198.51.100.1 8765'))).not.toContain('you are');
      } finally {
        externalServer.kill();
        own.kill();
        ip(`netns delete ${name}`);
      }
    });

    it('open exactly the ports and sources of a rule', async () => {
      expect(await visibleTo(two, one, '10.77.0.11', 7002)).toBe(true);
      const rules = [rule({ ports: [[7002, 7003]], remotes: ['10.77.0.12/32'] })];
      expect(
        await engine.applyFirewall(one.id, one.wanId, { in: 'drop', out: 'accept', rules }),
      ).toEqual({ enforcement: 'all' });
      expect(await visibleTo(two, one, '10.77.0.11', 7002)).toBe(true);
      expect(await visibleTo(two, one, '10.77.0.11', 7003)).toBe(true);
      expect(await visibleTo(two, one, '10.77.0.11', 7004)).toBe(false);
      expect(await visibleTo(otherTenant, one, '10.77.0.11', 7002)).toBe(false);
      expect(await pings(two, '10.77.0.11')).toBe(false);
      // Replies to connections from the server pass, and its other interface isn't affected.
      expect(await visibleTo(one, otherTenant, '10.77.0.13', 7005)).toBe(true);
      expect(await pings(one, '10.77.0.13')).toBe(true);
      expect(await visibleTo(two, one, '192.168.50.11', 7006)).toBe(true);
      // The portal's own access still works.
      (await engine.openTcp(one.id, 80)).destroy();
      await engine.applyFirewall(one.id, one.wanId, null);
      expect(await pings(two, '10.77.0.11')).toBe(true);
    });

    it('apply outgoing rules in the same way', async () => {
      const rules = [
        rule({ direction: 'out', ports: [[7011, 7011]], action: 'drop' }),
        rule({ direction: 'out', ports: [[7010, 7012]], remotes: ['10.77.0.0/24'] }),
      ];
      await engine.applyFirewall(one.id, one.wanId, { in: 'accept', out: 'drop', rules });
      expect(await visibleTo(one, two, '10.77.0.12', 7010)).toBe(true);
      expect(await visibleTo(one, two, '10.77.0.12', 7011)).toBe(false);
      expect(await visibleTo(one, two, '10.77.0.12', 7013)).toBe(false);
      expect(await visibleTo(two, one, '10.77.0.11', 7014)).toBe(true);
      await engine.applyFirewall(one.id, one.wanId, null);
    });

    it('reject spoofed sources: IP address, MAC address, ARP', async () => {
      await one.shell.run('ip addr add 10.77.0.99/24 dev eth0');
      expect(await pings(one, '10.77.0.12', '-I 10.77.0.99')).toBe(false);
      await one.shell.run(
        'arping -c 2 -U -I eth0 -s 10.77.0.13 10.77.0.13; ip addr del 10.77.0.99/24 dev eth0',
      );
      expect(
        await two.shell.run('ip neigh show 10.77.0.99; ip neigh show 10.77.0.13'),
      ).not.toContain('aa:00:01');
      await one.shell.run('ip addr add fd00::11/64 dev eth0 nodad');
      await two.shell.run('ip addr add fd00::12/64 dev eth0 nodad');
      expect(await pings(one, 'fd00::12', '-6')).toBe(false);
      await one.shell.run(
        'ip link set eth0 down; ip link set eth0 address 52:54:00:bb:00:01; ip link set eth0 up',
      );
      expect(await pings(one, '10.77.0.12')).toBe(false);
      await one.shell.run(
        'ip link set eth0 down; ip link set eth0 address 52:54:00:aa:00:01; ip link set eth0 up; ip route add default via 10.77.0.1',
      );
      await expect.poll(() => pings(one, '10.77.0.12'), { timeout: 20_000 }).toBe(true);
    });

    it('confine every DHCP server: own user, mounts, processes and shared memory, two capabilities, no way to gain others', async () => {
      const dhcp = join(bridgeInstanceOf(dataDir).folder, 'dhcp');
      const pidFiles = (await readdir(dhcp)).filter((name) => name.endsWith('.pid'));
      expect(pidFiles).toHaveLength(3);
      for (const name of pidFiles) {
        const processFolder = `/proc/${(await readFile(join(dhcp, name), 'utf8')).trim()}`;
        expect((await readFile(`${processFolder}/comm`, 'utf8')).trim()).toBe('dnsmasq');
        const status = Object.fromEntries(
          (await readFile(`${processFolder}/status`, 'utf8'))
            .split('\n')
            .map((line) => line.split(':\t')),
        );
        // NET_BIND_SERVICE (10) and NET_ADMIN (12) of linux/capability.h.
        const expectedCapabilities = ((1 << 10) | (1 << 12)).toString(16).padStart(16, '0');
        expect(status).toMatchObject({
          CapEff: expectedCapabilities,
          CapPrm: expectedCapabilities,
          CapInh: expectedCapabilities,
          CapBnd: expectedCapabilities,
          CapAmb: expectedCapabilities,
          NoNewPrivs: '1',
        });
        expect(status.Uid.split('\t')).not.toContain('0');
        expect(status.NSpid).toMatch(/\t1$/);
        for (const kind of ['mnt', 'pid', 'ipc', 'uts', 'net'])
          expect(await readlink(`${processFolder}/ns/${kind}`)).not.toBe(
            await readlink(`/proc/self/ns/${kind}`),
          );
        expect(existsSync(`${processFolder}/root/etc/passwd`)).toBe(false);
        expect(existsSync(`${processFolder}/root/proc/1`)).toBe(false);
        expect(existsSync(`${processFolder}/root${dhcp}`)).toBe(true);
        expect(existsSync(`${processFolder}/root${dataDir}`)).toBe(false);
      }
    });

    it('survive a restart of the portal, and recreate missing parts', async () => {
      await engine.applyFirewall(two.id, two.wanId, { in: 'drop', out: 'accept', rules: [] });
      const { name } = bridgeInstanceOf(dataDir);
      execFileSync('ip', ['netns', 'exec', name, 'nft', 'flush', 'ruleset']);
      expect(await pings(one, '10.77.0.12')).toBe(true);
      const next = new QemuEngine({ dataDir, network: 'bridge' });
      await next.list();
      expect(await pings(one, '10.77.0.12')).toBe(false);
      await next.applyFirewall(two.id, two.wanId, null);
      await next.close();
      expect(await pings(one, '10.77.0.12')).toBe(true);
    });

    it('leave nothing behind on this machine after the last server is powered off', async () => {
      const { name, folder } = bridgeInstanceOf(dataDir);
      for (const { id } of [one, two, otherTenant]) await engine.stop(id, { graceful: false });
      expect(existsSync(`/run/netns/${name}`)).toBe(false);
      expect(existsSync(folder)).toBe(false);
      expect(execFileSync('ip', ['netns', 'list']).toString()).not.toContain(name);
      expect(execFileSync('nft', ['list', 'tables']).toString()).not.toContain(name);
      expect(execFileSync('ps', ['-ww', '-e', '-o', 'args']).toString()).not.toContain(folder);
    });
  },
);
