import { describe, expect, it } from 'vitest';
import type { ServerForm } from './form.ts';
import { keysOf, tagsOf, toBody, toPriceBody } from './toBody.ts';

const form: ServerForm = {
  name: 'calm-otter',
  quantity: 1,
  datacenterId: 'd1',
  imageId: 'i1',
  cloneOf: null,
  snapshotId: null,
  policies: [],
  app: null,
  cpuType: 'B',
  cores: 1,
  ramMb: 1024,
  disks: [20],
  nicAddresses: [],
  nics: ['auto'],
  usesPassword: true,
  password: ' keeps Its blanks1! ',
  knownKeys: [],
  newKeys: '',
  userData: '',
  billingMode: 'hourly',
  trafficPackage: '',
  hasBackup: false,
  isManaged: false,
  tags: '',
};

describe('the body of a create request', () => {
  it('contains only what was selected', () => {
    expect(toBody(form)).toEqual({
      datacenterId: 'd1',
      imageId: 'i1',
      cpuType: 'B',
      cores: 1,
      ramMb: 1024,
      disks: [{ sizeGb: 20 }],
      nics: [{ networkId: 'auto' }],
      billingMode: 'hourly',
      name: 'calm-otter',
      password: ' keeps Its blanks1! ',
    });
  });

  it('contains every selected part', () => {
    const full = toBody({
      ...form,
      name: ' web ',
      quantity: 3,
      disks: [20, 100],
      nics: ['auto', 'n2'],
      knownKeys: ['ssh-ed25519 AAAA one'],
      newKeys: '\nssh-ed25519 BBBB two \n\n',
      userData: 'packages: [nginx]\n',
      billingMode: 'monthly',
      trafficPackage: 't5000',
      hasBackup: true,
      isManaged: true,
      tags: 'blue, green,, blue',
    });
    expect(full).toMatchObject({
      name: 'web',
      quantity: 3,
      disks: [{ sizeGb: 20 }, { sizeGb: 100 }],
      nics: [{ networkId: 'auto' }, { networkId: 'n2' }],
      sshKeys: ['ssh-ed25519 AAAA one', 'ssh-ed25519 BBBB two'],
      userData: 'packages: [nginx]\n',
      billingMode: 'monthly',
      trafficPackage: 't5000',
      backup: true,
      managed: true,
      tags: ['blue', 'green'],
    });
  });

  it('omits the password when only keys are selected', () => {
    expect(toBody({ ...form, usesPassword: false })).not.toHaveProperty('password');
  });

  it('names the server to copy instead of an image', () => {
    const body = toBody({ ...form, imageId: null, cloneOf: 's1' });
    expect(body.cloneOf).toBe('s1');
    expect(toBody({ ...form, imageId: null, cloneOf: 's1', snapshotId: 't1' })).toMatchObject({
      cloneOf: 's1',
      snapshotId: 't1',
    });
    expect(body).not.toHaveProperty('imageId');
  });
});

describe('the body of a price request', () => {
  it('contains nothing that is only relevant to sign-in or naming', () => {
    const keys = Object.keys(
      toPriceBody({ ...form, quantity: 2, tags: 'a', userData: '#!', newKeys: 'k' }),
    );
    for (const key of ['name', 'password', 'sshKeys', 'userData', 'tags'])
      expect(keys).not.toContain(key);
    expect(keys).toContain('quantity');
  });

  it('omits an image that is not available yet', () => {
    expect(toPriceBody(form, false)).not.toHaveProperty('imageId');
    expect(toPriceBody(form, true)).toHaveProperty('imageId', 'i1');
  });
});

it('counts duplicate keys and tags once', () => {
  expect(keysOf({ knownKeys: ['k1'], newKeys: 'k1\nk2' })).toEqual(['k1', 'k2']);
  expect(tagsOf(' a ,b, a')).toEqual(['a', 'b']);
});
