import { expect, it } from 'vitest';
import { emptySubnet, formOf, settingsOf } from './subnetForm.ts';

it('sends each name server and route entered as a separate item', () => {
  const form = {
    ...emptySubnet('10.8.0.0/16'),
    gateway: ' 10.8.0.1 ',
    dns: '1.1.1.1, 9.9.9.9',
    routes: '10.9.0.0/16 via 10.8.0.2\n\n10.7.0.0/16 10.8.0.3',
  };
  expect(settingsOf(form)).toEqual({
    ...{ gateway: '10.8.0.1', dns: ['1.1.1.1', '9.9.9.9'], dhcp: true, description: '' },
    routes: [
      { to: '10.9.0.0/16', via: '10.8.0.2' },
      { to: '10.7.0.0/16', via: '10.8.0.3' },
    ],
  });
});

it('does not request DHCP with IPv6, whatever the form contains', () => {
  expect(settingsOf(emptySubnet('fd00:1::/64')).dhcp).toBe(false);
});

it('returns the values it was opened with', () => {
  const settings = {
    gateway: null,
    dns: ['1.1.1.1'],
    dhcp: true,
    routes: [{ to: '10.9.0.0/16', via: '10.8.0.2' }],
    description: 'x',
  };
  const subnet = {
    ...settings,
    id: '1',
    cidr: '10.8.0.0/16',
    family: 4 as const,
    prefix: 16,
    range: null,
    free: 1,
    used: 0,
    reserved: 0,
    createdAt: '',
  };
  const form = formOf({ ...subnet, actions: { change: null, reserve: null, remove: null } });
  expect(settingsOf(form)).toEqual({ ...settings, gateway: '' });
});
