import { describe, expect, it } from 'vitest';
import type { FirewallPolicy } from '../../firewall.ts';
import type { NetworkSegment, NicAddress } from '../../port.ts';
import type { NicState, ServerState } from '../state.ts';
import { configuration } from './dhcp.ts';
import { planOf } from './plan.ts';
import { addressNumber, firewallLines } from './ruleset.ts';

let numbers = 0;
function nicState(segment: NetworkSegment | undefined, ipv4?: Partial<NicAddress>): NicState {
  numbers += 1;
  const address = { address: '10.1.2.3', prefix: 24, dns: [], ...ipv4 };
  const mac = `52:54:00:00:00:${numbers.toString(16).padStart(2, '0')}`;
  return {
    id: `card-${numbers}`,
    mac,
    connected: true,
    slot: 0,
    forwards: [],
    tap: numbers,
    ...(segment && { segment }),
    ...(ipv4 && { ipv4: address }),
  };
}
const server = (...nics: NicState[]) =>
  ({ id: 'server', nics, networkMode: 'bridge' }) as unknown as ServerState;
const wan: NetworkSegment = { id: 'wan', kind: 'wan' };
const lan: NetworkSegment = { id: 'lan', kind: 'lan' };
const only = (...nics: NicState[]) => {
  const [segment, ...more] = planOf([server(...nics)]).segments;
  if (!segment || more.length > 0) throw new Error('not one segment');
  return segment;
};

describe('names that resolve to private addresses', () => {
  const files = { conf: '', hosts: '', pid: '' };
  it('are blocked for servers, except for domains configured by the operator', () => {
    const segment = only(nicState(wan, { gateway: '10.1.2.1' }));
    expect(configuration(segment, files)).toContain('\nstop-dns-rebind\n');
    expect(configuration(segment, files)).not.toContain('rebind-domain-ok');
    expect(configuration(segment, files, ['corp.example', 'lab'])).toContain(
      '\nrebind-domain-ok=/corp.example/lab/\n',
    );
    expect(configuration(only(nicState(lan, {})), files, ['corp.example'])).not.toContain(
      'rebind-domain-ok',
    );
  });
});

describe('network plan', () => {
  it('connects network interfaces of one network to one bridge, also across servers, and isolates an interface without a network', () => {
    const { segments } = planOf([
      server(nicState(lan), nicState(undefined)),
      server(nicState(lan)),
    ]);
    expect(segments.map(({ nics }) => nics.length).sort()).toEqual([1, 2]);
    expect(new Set(segments.map(({ bridge }) => bridge)).size).toBe(2);
    for (const { bridge, service } of segments)
      expect(`${bridge}${service?.port ?? ''}`.length).toBeLessThanOrEqual(30);
  });

  it('reserves the gateway and resolver addresses of a public network, unless a guest has that address', () => {
    const names = { gateway: '10.1.2.1', dns: ['10.1.2.254', '1.1.1.1'] };
    expect(only(nicState(wan, names)).addresses).toEqual(['10.1.2.1/24', '10.1.2.254/24']);
    expect(
      only(nicState(wan, names), nicState(wan, { ...names, address: '10.1.2.254' })).addresses,
    ).toEqual(['10.1.2.1/24']);
  });

  it('serves a private network from a separate address, and announces a router only if there is one, and only resolvers that can respond', () => {
    const names = { gateway: '10.1.2.1', dns: ['10.1.2.254', '1.1.1.1'] };
    const alone = only(nicState(lan, names));
    expect(alone).toMatchObject({ addresses: [], service: { addresses: ['10.1.2.1/24'] } });
    expect(alone.subnets).toMatchObject([{ hasRouter: false, dns: ['1.1.1.1'] }]);
    const routed = only(nicState(lan, names), nicState(lan, { ...names, address: '10.1.2.1' }));
    expect(routed).toMatchObject({ service: { addresses: [] }, subnets: [{ hasRouter: true }] });
  });

  it('offers no DHCP to a network interface that is configured by its seed', () => {
    expect(
      only(
        nicState(lan, { dhcp: false }),
        nicState(lan, { address: '10.1.2.4' }),
      ).subnets[0]?.hosts.map(({ address }) => address),
    ).toEqual(['10.1.2.4']);
  });

  it('lists the allowed addresses of a network interface: its own and its link-local one, or any if none is assigned', () => {
    const nic = {
      ...nicState(lan, {}),
      mac: '52:54:00:12:34:56',
      ipv6: { address: '2001:db8::7', prefix: 64, dns: [] },
    };
    expect(only(nic).nics[0]?.ipv6?.map(({ address }) => address)).toEqual([
      'fe80::5054:ff:fe12:3456',
      '2001:db8::7',
    ]);
    expect(only(nicState(lan)).nics[0]?.ipv6).toBeUndefined();
  });
});

describe('rules in nftables syntax', () => {
  const policy = (changes: object): FirewallPolicy => ({
    ...{ in: 'drop', out: 'accept' },
    rules: [
      {
        id: 'a',
        direction: 'in',
        protocol: 'tcp',
        ports: [],
        remotes: null,
        action: 'accept',
        ...changes,
      },
    ],
  });

  it.each<[object, string[]]>([
    [
      {
        ports: [
          [443, 443],
          [80, 90],
          [85, 95],
        ],
      },
      ['tcp dport { 80-95, 443 } return'],
    ],
    [
      { remotes: ['10.0.0.0/8', '10.1.0.0/16', '192.0.2.7'] },
      ['ip saddr { 10.0.0.0/8, 192.0.2.7/32 } meta l4proto tcp return'],
    ],
    [
      { remotes: ['2001:db8::/32', '0.0.0.0/0'], protocol: 'any' },
      ['meta nfproto ipv4 return', 'ip6 saddr { 2001:db8::/32 } return'],
    ],
    [{ remotes: [] }, []],
    [{ protocol: 'icmp', action: 'drop' }, ['meta l4proto { icmp, ipv6-icmp } drop']],
    [{ direction: 'out' }, []],
  ])('%j', (changes, lines) => {
    expect(firewallLines(policy(changes), 'in')).toEqual([...lines, 'drop']);
  });

  it.each([
    ['192.0.2.1', 3221225985n],
    ['::', 0n],
    ['::1', 1n],
    ['fe80::5054:ff:fe12:3456', 0xfe80000000000000505400fffe123456n],
    ['::ffff:192.0.2.1', 0xffffc0000201n],
    ['1:2:3:4:5:6:7:8', 0x00010002000300040005000600070008n],
  ])('%s is a number', (address, expected) => {
    expect(addressNumber(address)).toBe(expected);
  });
});
