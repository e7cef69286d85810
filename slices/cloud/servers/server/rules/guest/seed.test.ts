import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { buildPasswordSeed, buildSeed, cloudConfig, parseUserData, UserDataError } from './seed.ts';

const asked = {
  address: '10.64.0.10',
  prefix: 16,
  gateway: '10.64.0.1',
  dns: [],
  routes: [],
  dhcp: true,
};
const seedNic = (mac: string) => ({ mac, addresses: [asked] });
const parts = {
  ...{
    serverId: 'server-1',
    hostname: 'web1',
    loginUser: 'debian',
    password: 'A "quoted": #password\\' as string | null,
    sshKeys: ['ssh-ed25519 AAAA me'],
  },
  ...{
    userData: null as string | null,
    nics: [seedNic('52:54:00:00:00:01'), seedNic('52:54:00:00:00:02')],
  },
};
const config = (change: Partial<typeof parts>) =>
  parse(buildSeed({ ...parts, ...change }).userData) as Record<string, unknown>;

describe('the seed of a guest', () => {
  it('contains hostname, account, password and keys, and enables DHCP on every interface', () => {
    expect(config({})).toEqual({
      ...{ hostname: 'web1', preserve_hostname: false, user: 'debian', password: parts.password },
      ...{ chpasswd: { expire: false }, ssh_pwauth: true, ssh_authorized_keys: parts.sshKeys },
    });
    const { metaData, networkConfig, userData } = buildSeed(parts);
    expect(userData.startsWith('#cloud-config\n')).toBe(true);
    expect(parse(metaData)).toEqual({ 'instance-id': 'server-1', 'local-hostname': 'web1' });
    expect(parse(networkConfig ?? '')).toEqual({
      version: 2,
      ethernets: {
        nic0: { match: { macaddress: '52:54:00:00:00:01' }, dhcp4: true },
        nic1: { match: { macaddress: '52:54:00:00:00:02' }, dhcp4: true },
      },
    });
  });

  it('preserves any password unchanged', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8, maxLength: 128, unit: 'binary-ascii' }), (password) => {
        expect(config({ password }).password).toBe(password);
      }),
    );
  });

  it('doesn’t allow a key to inject other settings', () => {
    const key = 'ssh-ed25519 AAAA x\nruncmd: [reboot]';
    expect(config({ sshKeys: [key] })).toMatchObject({ ssh_authorized_keys: [key] });
    expect(config({ sshKeys: [key] })).not.toHaveProperty('runcmd');
  });

  it('keeps root enabled when the image signs in as root, and omits a missing password', () => {
    expect(config({ loginUser: 'root' })).toMatchObject({ user: 'root', disable_root: false });
    expect(config({ password: null })).not.toHaveProperty('ssh_pwauth');
  });

  it('gives user data precedence, but merges keys and keeps the default account', () => {
    const userData =
      'hostname: other\nssh_authorized_keys: [theirs]\nusers: [{name: me}]\npackages: [nginx]';
    expect(config({ userData })).toMatchObject({
      ...{
        hostname: 'other',
        ssh_authorized_keys: [...parts.sshKeys, 'theirs'],
        packages: ['nginx'],
      },
      users: ['default', { name: 'me' }],
    });
  });

  it('runs a script unchanged', () => {
    const script = '#!/bin/sh\necho "$HOME" \'it\' > /tmp/x\n';
    const [command] = config({ userData: script }).runcmd as string[];
    const encoded = /echo (\S+) \| base64 -d/.exec(command ?? '')?.[1] ?? '';
    expect(Buffer.from(encoded, 'base64').toString()).toBe(script);
    expect(command).not.toContain('\n');
  });

  it('for a new password is a new instance that keeps host keys and doesn’t rerun first-boot scripts', () => {
    const { metaData, userData } = buildPasswordSeed(parts, '2');
    expect(parse(metaData)).toMatchObject({ 'instance-id': 'server-1-2' });
    expect(parse(userData)).toMatchObject({ ssh_deletekeys: false, password: parts.password });
  });
});

describe('user data', () => {
  it.each([null, '', ' \n'])('%j counts as empty', (userData) => {
    expect(parseUserData(userData)).toEqual({ kind: 'none' });
  });

  it.each([
    ['packages: [nginx', /Line 1/],
    ['a: 1\na: 2', /Line 2/],
    ['- just\n- a list', /mapping/],
    ['just words', /mapping/],
    ['#include http://example.test', /#include/],
    ['Content-Type: multipart/mixed', /content-type/i],
    [
      'a: &a [x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c]',
      /too many references/,
    ],
  ])('%j is rejected with the location of the error', (userData, message) => {
    expect(() => parseUserData(userData)).toThrow(UserDataError);
    expect(() => parseUserData(userData)).toThrow(message);
  });

  it('can’t turn the settings into a different type', () => {
    const config = cloudConfig({ ...parts, userData: '__proto__: {polluted: true}' });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(config.polluted).toBeUndefined();
  });
});

describe('the seed’s network configuration', () => {
  const seedFor = (...addresses: Partial<typeof asked>[]) => {
    const nics = [
      {
        mac: '52:54:00:00:00:01',
        addresses: addresses.map((address) => ({ ...asked, ...address })),
      },
    ];
    const { ethernets } = parse(buildSeed({ ...parts, nics }).networkConfig ?? '') as {
      ethernets: Record<string, object>;
    };
    return ethernets.nic0;
  };
  const match = { macaddress: '52:54:00:00:00:01' };

  it('contains address, gateway and name servers when there is no DHCP', () => {
    expect(seedFor({ dhcp: false, dns: ['10.64.255.254'] as never[] })).toEqual({
      match,
      dhcp4: false,
      addresses: ['10.64.0.10/16'],
      nameservers: { addresses: ['10.64.255.254'] },
      routes: [{ to: '0.0.0.0/0', via: '10.64.0.1' }],
    });
  });

  it('contains IPv6 addresses in addition to DHCP', () => {
    const ipv6 = { address: 'fd00:1::5', prefix: 64, gateway: 'fd00:1::1', dhcp: false };
    expect(seedFor({}, ipv6)).toEqual({
      ...{ match, dhcp4: true, dhcp6: false, 'accept-ra': false },
      addresses: ['fd00:1::5/64'],
      routes: [{ to: '::/0', via: 'fd00:1::1' }],
    });
  });

  it('contains the routes of the subnet, and no gateway when the subnet has none', () => {
    const routes = [{ to: '10.9.0.0/16', via: '10.64.0.2' }] as never[];
    expect(seedFor({ routes })).toEqual({ match, dhcp4: true, routes });
    expect(seedFor({ dhcp: false, gateway: null as never })).toEqual({
      match,
      dhcp4: false,
      addresses: ['10.64.0.10/16'],
    });
  });
});
