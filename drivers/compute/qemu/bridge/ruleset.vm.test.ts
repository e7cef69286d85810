import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { createInterface, type Interface } from 'node:readline';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  decide,
  type FirewallPacket,
  type FirewallPolicy,
  type FirewallRule,
} from '../../firewall.ts';
import type { BridgePlan } from './plan.ts';
import { bridgeObstacle } from './probe.ts';
import { ruleset } from './ruleset.ts';
import { runInside } from './run.ts';

const skipped = await bridgeObstacle();

/** Remote addresses, some of which the rules contain directly, some in ranges. */
const others = ['10.9.0.2', '10.9.0.130', '10.9.7.9', 'fd09::2', 'fd09::7:9'];
const own = { ipv4: '10.9.0.1', ipv6: 'fd09::1' };
const ranges = [
  '10.9.0.0/24',
  '10.9.0.128/25',
  '10.9.0.2/32',
  '10.9.0.0/16',
  '0.0.0.0/0',
  '10.9.7.9',
  'fd09::/112',
  'fd09::7:0/112',
  '::/0',
];
const ports = [22, 23, 80, 443, 8080];

/**
 * Sends one packet and returns whether it arrived: a closed port responds immediately, a dropped
 * packet never does.
 */
const probeScript = `
const net = require('node:net'), dgram = require('node:dgram'), { execFile } = require('node:child_process');
const limit = 400;
function tcp({ from, to, port }, done) {
  const socket = net.connect({ host: to, port, localAddress: from });
  socket.setTimeout(limit, () => { socket.destroy(); done(false); });
  socket.on('connect', () => { socket.destroy(); done(true); });
  socket.on('error', (error) => done(error.code === 'ECONNREFUSED'));
}
function udp({ from, to, port }, done) {
  const socket = dgram.createSocket(from.includes(':') ? 'udp6' : 'udp4');
  let isDone = false;
  const end = (arrived) => { if (!isDone) { isDone = true; socket.close(); done(arrived); } };
  socket.on('error', () => end(true));
  socket.bind(0, from, () => socket.connect(port, to, () => { socket.send('x'); setTimeout(() => end(false), limit); }));
}
function icmp({ from, to }, done) {
  const ask = 'p=ping; command -v ping >/dev/null || p="busybox ping"; exec $p $3 -c 1 -W 1 -I "$1" "$2"';
  execFile('sh', ['-c', ask, 'sh', from, to, from.includes(':') ? '-6' : '-4'], (error) => done(!error));
}
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, ...probe } = JSON.parse(line);
  ({ tcp, udp, icmp })[probe.protocol](probe, (arrived) => console.log(JSON.stringify({ id, arrived })));
});
`;

/** A host connected to one of the two interfaces. */
class Prober {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: Interface;
  #next = 0;

  constructor(namespace: string) {
    this.#child = spawn('nsenter', [
      `--net=/run/netns/${namespace}`,
      process.execPath,
      '-e',
      probeScript,
    ]);
    this.#lines = createInterface({ input: this.#child.stdout });
    this.#lines.setMaxListeners(0);
  }

  arrives(probe: {
    protocol: string;
    from: string;
    to: string;
    port: number | undefined;
  }): Promise<boolean> {
    this.#next += 1;
    const id = this.#next;
    return new Promise((resolve) => {
      const onLine = (line: string) => {
        const answer = JSON.parse(line) as { id: number; arrived: boolean };
        if (answer.id !== id) return;
        this.#lines.off('line', onLine);
        resolve(answer.arrived);
      };
      this.#lines.on('line', onLine);
      this.#child.stdin.write(`${JSON.stringify({ id, ...probe })}\n`);
    });
  }

  end(): void {
    this.#child.kill();
  }
}

const someRange = fc
  .tuple(fc.constantFrom(...ports), fc.nat(60))
  .map(([from, more]): [number, number] => [from, from + more]);
const someRule: fc.Arbitrary<FirewallRule> = fc
  .record({
    direction: fc.constantFrom('in' as const, 'out' as const),
    protocol: fc.constantFrom(
      'tcp' as const,
      'tcp' as const,
      'udp' as const,
      'icmp' as const,
      'any' as const,
    ),
    ports: fc.array(someRange, { maxLength: 3 }),
    remotes: fc.option(fc.uniqueArray(fc.constantFrom(...ranges), { maxLength: 3 }), { nil: null }),
    action: fc.constantFrom('accept' as const, 'drop' as const),
  })
  .map((rule) => ({
    ...rule,
    id: 'rule',
    ports: rule.protocol === 'tcp' || rule.protocol === 'udp' ? rule.ports : [],
  }));
const somePolicy: fc.Arbitrary<FirewallPolicy> = fc.record({
  in: fc.constantFrom('accept' as const, 'drop' as const),
  out: fc.constantFrom('accept' as const, 'drop' as const),
  rules: fc.array(someRule, { maxLength: 6 }),
});
const somePacket: fc.Arbitrary<FirewallPacket> = fc
  .record({
    direction: fc.constantFrom('in' as const, 'out' as const),
    protocol: fc.constantFrom('tcp' as const, 'tcp' as const, 'udp' as const, 'icmp' as const),
    // UDP port 67 is reserved for the network (DHCP), regardless of the rules.
    port: fc.oneof(fc.constantFrom(...ports), fc.integer({ min: 70, max: 500 })),
    remote: fc.constantFrom(...others),
  })
  .map(({ port, ...packet }) => (packet.protocol === 'icmp' ? packet : { ...packet, port }));

describe.skipIf(skipped)(
  `firewall rules of a network interface${skipped ? ` (skipped: ${skipped})` : ''}`,
  () => {
    const [middle, left, right] = ['m', 'l', 'r'].map((end) => `fw${process.pid}${end}`) as [
      string,
      string,
      string,
    ];
    const macs = { left: '52:54:00:00:09:01', right: '52:54:00:00:09:02' };
    const ip = (line: string) => execFileSync('ip', line.split(' '));
    let inner: Prober;
    let outer: Prober;

    const plan = (firewall: FirewallPolicy): BridgePlan => ({
      segments: [
        {
          ...{
            id: 'wire',
            kind: 'lan',
            bridge: 'b0',
            mac: '02:00:00:00:00:01',
            subnets: [],
            addresses: [],
          },
          nics: [
            { number: 1, tap: 't1', mac: macs.left, kind: 'lan', firewall, forwards: [] },
            { number: 2, tap: 't2', mac: macs.right, kind: 'lan', forwards: [] },
          ],
        },
      ],
    });

    beforeAll(() => {
      for (const name of [middle, left, right]) ip(`netns add ${name}`);
      ip(`-n ${middle} link add dev b0 type bridge mcast_snooping 0`);
      ip(`-n ${middle} link set b0 up`);
      for (const [name, tap, mac] of [
        [left, 't1', macs.left],
        [right, 't2', macs.right],
      ] as const) {
        ip(`-n ${middle} link add ${tap} type veth peer name eth0 netns ${name}`);
        ip(`-n ${middle} link set dev ${tap} master b0 up`);
        ip(`-n ${name} link set dev eth0 address ${mac} up`);
        ip(`-n ${name} link set dev lo up`);
        for (const address of name === left ? Object.values(own) : others)
          ip(
            `-n ${name} address add ${address}/${address.includes(':') ? '64 dev eth0 nodad' : '16 dev eth0'}`,
          );
        // Responses about closed ports must not be rate-limited.
        execFileSync('nsenter', [
          `--net=/run/netns/${name}`,
          'sh',
          '-c',
          'echo 0 >/proc/sys/net/ipv4/icmp_ratelimit; echo 0 >/proc/sys/net/ipv6/icmp/ratelimit; echo 1000 >/proc/sys/net/ipv4/icmp_msgs_burst || true; echo 0 > /proc/sys/net/ipv4/icmp_ratemask',
        ]);
      }
      inner = new Prober(left);
      outer = new Prober(right);
    });

    afterAll(() => {
      inner?.end();
      outer?.end();
      for (const name of [middle, left, right]) ip(`netns delete ${name}`);
    });

    it('match the model for real packets of random rules', async () => {
      const toReceived = (packet: FirewallPacket) => {
        const mine = packet.remote.includes(':') ? own.ipv6 : own.ipv4;
        const { protocol, port } = packet;
        return packet.direction === 'in'
          ? outer.arrives({ protocol, port, from: packet.remote, to: mine })
          : inner.arrives({ protocol, port, from: mine, to: packet.remote });
      };
      const verdictCounts = { accept: 0, drop: 0 };
      const property = fc.asyncProperty(
        somePolicy,
        fc.array(somePacket, { minLength: 12, maxLength: 12 }),
        async (policy, packets) => {
          await runInside(middle, 'nft', ['-f', '-'], ruleset(plan(policy)));
          const results = await Promise.all(
            packets.map(async (packet) => ({ packet, arrived: await toReceived(packet) })),
          );
          for (const { packet, arrived: hasArrived } of results) {
            const { action } = decide(policy, packet);
            verdictCounts[action] += 1;
            expect({ packet, isThrough: hasArrived }).toEqual({
              packet,
              isThrough: action === 'accept',
            });
          }
        },
      );
      const packets = Array.from(
        { length: 12 },
        (_, index): FirewallPacket => ({
          ...{
            direction: index % 2 === 0 ? 'in' : 'out',
            protocol: 'tcp',
            port: 200 + index,
            remote: others[index % others.length] ?? '',
          },
        }),
      );
      // Nine policies per verdict with twelve packets each, so that both verdicts occur often,
      // regardless of the random values.
      const examples = (['accept', 'drop'] as const).flatMap((action) =>
        Array.from({ length: 9 }, (): [FirewallPolicy, FirewallPacket[]] => [
          { in: action, out: action, rules: [] },
          packets,
        ]),
      );
      await fc.assert(property, { numRuns: 40 + examples.length, examples, endOnFailure: true });
      // Both verdicts were actually tested.
      expect(Math.min(verdictCounts.accept, verdictCounts.drop)).toBeGreaterThan(100);
    });

    it('allow replies to incoming connections even if no outgoing ones are allowed', async () => {
      const rules: FirewallRule[] = [
        { id: 'in', direction: 'in', protocol: 'any', ports: [], remotes: null, action: 'accept' },
      ];
      await runInside(
        middle,
        'nft',
        ['-f', '-'],
        ruleset(plan({ in: 'drop', out: 'drop', rules })),
      );
      expect(
        await outer.arrives({ protocol: 'icmp', port: undefined, from: '10.9.0.2', to: own.ipv4 }),
      ).toBe(true);
      expect(
        await inner.arrives({ protocol: 'icmp', port: undefined, from: own.ipv4, to: '10.9.0.2' }),
      ).toBe(false);
    });
  },
);
