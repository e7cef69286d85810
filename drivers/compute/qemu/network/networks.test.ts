import { describe, expect, it } from 'vitest';
import { EngineError } from '../../port.ts';
import type { NicState } from '../state.ts';
import { forwardsFrom, netdevArgument, netdevCommand, netdevOptions } from './networks.ts';

const nic = (ipv4: NicState['ipv4'], changes: Partial<NicState> = {}): NicState => ({
  id: 'nic',
  mac: '52:54:00:00:00:01',
  connected: true,
  slot: 1,
  forwards: [],
  ...(ipv4 && { ipv4 }),
  ...changes,
});
const ipv4 = { address: '10.1.2.3', prefix: 24, gateway: '10.1.2.1', dns: ['1.1.1.1'] };

describe('network of a network interface', () => {
  it('offers exactly the chosen address, with its gateway and its own resolver', () => {
    expect(netdevArgument(netdevOptions(nic(ipv4)))).toBe(
      'user,id=net1,net=10.1.2.0/24,host=10.1.2.1,dhcpstart=10.1.2.3,dns=10.1.2.254',
    );
  });

  it.each([
    [{ ...ipv4, gateway: '10.1.2.254' }, 'net=10.1.2.0/24', 'dns=10.1.2.253'],
    [{ ...ipv4, address: '10.1.2.254' }, 'net=10.1.2.0/24', 'dns=10.1.2.253'],
    [
      { ...ipv4, address: '10.1.2.6', prefix: 30, gateway: '10.1.2.5' },
      'net=10.1.2.0/29',
      'dns=10.1.2.4',
    ],
    [
      { ...ipv4, address: '172.16.200.9', prefix: 20, gateway: '172.16.192.1' },
      'net=172.16.192.0/20',
      'dns=172.16.207.254',
    ],
    [
      { ...ipv4, address: '203.0.113.9', prefix: 8, gateway: '203.255.0.1' },
      'net=203.0.0.0/8',
      'dns=203.255.255.254',
    ],
  ])('plans %j', (plan, network, resolver) => {
    const argument = netdevArgument(netdevOptions(nic(plan)));
    expect(argument).toContain(network);
    expect(argument).toContain(resolver);
  });

  it('rejects a gateway outside the network or equal to the server’s address', () => {
    expect(() => netdevOptions(nic({ ...ipv4, gateway: '10.1.3.1' }))).toThrow(EngineError);
    expect(() => netdevOptions(nic({ ...ipv4, gateway: ipv4.address }))).toThrow('its gateway');
  });

  it('has no connectivity without an address', () => {
    expect(netdevArgument(netdevOptions(nic(undefined)))).toBe('hubport,id=net1,hubid=1');
  });

  it('keeps its host ports, and lets QEMU choose the others', () => {
    const forwarding = nic(ipv4, {
      forwardTcp: [22, 80],
      forwards: [{ guestPort: 80, host: '127.0.0.1', hostPort: 40080 }],
    });
    expect(netdevArgument(netdevOptions(forwarding))).toContain(
      ',hostfwd=tcp:127.0.0.1:0-:22,hostfwd=tcp:127.0.0.1:40080-:80',
    );
    expect(netdevCommand(netdevOptions(forwarding)).hostfwd).toEqual([
      { str: 'tcp:127.0.0.1:0-:22' },
      { str: 'tcp:127.0.0.1:40080-:80' },
    ]);
  });

  it('reads the host ports from QEMU’s output by network interface', () => {
    const text = `Hub -1 (net0):
  Protocol[State]    FD  Source Address  Port   Dest. Address  Port RecvQ SendQ
  TCP[HOST_FORWARD]   3       127.0.0.1 39535        10.1.2.5    22     0     0
  TCP[ESTABLISHED]    7       127.0.0.1 39535        10.1.2.5    22     0     0
Hub -1 (net1):
  Protocol[State]    FD  Source Address  Port   Dest. Address  Port RecvQ SendQ
  TCP[HOST_FORWARD]  14       127.0.0.1 40080        10.1.2.3    80     0     0
`;
    const found = forwardsFrom(text, [
      nic(ipv4, { id: 'first', slot: 0 }),
      nic(ipv4, { id: 'second' }),
    ]);
    expect(found.get('first')).toEqual([{ guestPort: 22, host: '127.0.0.1', hostPort: 39535 }]);
    expect(found.get('second')).toEqual([{ guestPort: 80, host: '127.0.0.1', hostPort: 40080 }]);
  });
});
