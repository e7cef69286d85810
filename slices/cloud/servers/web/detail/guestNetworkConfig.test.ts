import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  type GuestNic,
  interfacesOf,
  needsExplanation,
  netplanFile,
  netplanOf,
} from './guestNetworkConfig.ts';

const none = { gateway: null, dns: [], routes: [], dhcp: false, reverseName: null };
const subnetId = '00000000-0000-4000-8000-000000000000';
const ipv4 = {
  ...{
    ...none,
    subnetId,
    address: '10.30.0.5',
    prefix: 24,
    gateway: '10.30.0.1',
    dns: ['1.1.1.1'],
  },
  routes: [{ to: '10.9.0.0/16', via: '10.30.0.9' }],
};
const ipv6 = {
  ...none,
  subnetId,
  address: 'fd00:1::5',
  prefix: 64,
  gateway: 'fd00:1::1',
  dns: ['2606:4700::1111', '1.1.1.1'],
};
const guestNic = (...addresses: GuestNic['addresses']): GuestNic => ({
  mac: '52:54:00:AB:cd:12',
  addresses,
});

describe('the guest configuration of an interface', () => {
  it('is empty when DHCP supplies everything', () => {
    expect(needsExplanation(guestNic({ ...ipv4, dhcp: true }))).toBe(false);
    expect(needsExplanation(guestNic(ipv4))).toBe(true);
    expect(needsExplanation(guestNic({ ...ipv4, dhcp: true }, ipv6))).toBe(true);
  });

  it('for netplan, matches the MAC address and contains the gateways of both families', () => {
    expect(netplanFile(guestNic(ipv4))).toBe('/etc/netplan/90-card-abcd12.yaml');
    expect(parse(netplanOf(guestNic(ipv4, ipv6)))).toEqual({
      network: {
        version: 2,
        ethernets: {
          'card-abcd12': {
            match: { macaddress: '52:54:00:AB:cd:12' },
            ...{ dhcp4: false, dhcp6: false, 'accept-ra': false },
            addresses: ['10.30.0.5/24', 'fd00:1::5/64'],
            nameservers: { addresses: ['1.1.1.1', '2606:4700::1111'] },
            routes: [
              { to: '0.0.0.0/0', via: '10.30.0.1' },
              { to: '10.9.0.0/16', via: '10.30.0.9' },
              { to: '::/0', via: 'fd00:1::1' },
            ],
          },
        },
      },
    });
  });

  it('leaves DHCP settings out and has no empty lists', () => {
    const { 'card-abcd12': interfaceConfig } = parse(
      netplanOf(
        guestNic({ ...ipv4, routes: [], dns: [], dhcp: true }, { ...ipv6, gateway: null, dns: [] }),
      ),
    ).network.ethernets;
    expect(interfaceConfig).toEqual({
      match: { macaddress: '52:54:00:AB:cd:12' },
      ...{ dhcp4: true, dhcp6: false, 'accept-ra': false },
      addresses: ['fd00:1::5/64'],
    });
  });

  it('for /etc/network/interfaces, has a section per family with the guest’s interface name', () => {
    expect(interfacesOf(guestNic(ipv4, ipv6), 'ens4').split('\n')).toEqual([
      'auto ens4',
      'iface ens4 inet static',
      '    address 10.30.0.5/24',
      '    gateway 10.30.0.1',
      '    dns-nameservers 1.1.1.1',
      '    up ip route add 10.9.0.0/16 via 10.30.0.9 dev ens4',
      'iface ens4 inet6 static',
      '    address fd00:1::5/64',
      '    gateway fd00:1::1',
      '    accept_ra 0',
      '    dns-nameservers 2606:4700::1111 1.1.1.1',
    ]);
    expect(interfacesOf(guestNic({ ...ipv4, routes: [], dhcp: true }), 'eth0')).toBe(
      'auto eth0\niface eth0 inet dhcp',
    );
  });
});
