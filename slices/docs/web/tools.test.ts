import { expect, it } from 'vitest';
import { ansible, cloudcli, cloudInit, libcloud, type Place, packer, terraform } from './tools.ts';

const place: Place = { origin: 'http://cloud.example.test:8080', datacenter: 'EU', image: 'debian-12' };

it('libcloud is told to leave TLS out where the portal has none, and only there', () => {
  const plain = libcloud(place);
  for (const line of ['host="cloud.example.test"', 'port=8080', 'secure=False']) expect(plain).toContain(line);
  expect(libcloud({ ...place, origin: 'http://cloud.example.test' })).toContain('port=80,');
  const secure = libcloud({ ...place, origin: 'https://cloud.example.test' });
  expect(secure).not.toContain('secure=');
  expect(secure).not.toContain('port=');
});

it('each example creates something with a name of its own, so that all work after one another', () => {
  const names = [cloudcli, terraform, libcloud, ansible, cloudInit].map(
    (write) => /(?:--name |name {10}= "|create_node\("|server_names: \[)([\w-]+)/.exec(write(place))?.[1],
  );
  expect(names).not.toContain(undefined);
  expect(new Set(names).size).toBe(names.length);
});

it('cloudcli and Terraform are pointed at the portal, in the datacenter’s short code', () => {
  expect(cloudcli(place)).toContain('CLOUDCLI_APISERVER=http://cloud.example.test:8080');
  expect(cloudcli(place)).toContain('--datacenter EU');
  expect(terraform(place)).toContain('datacenter_id = "EU"');
});

it('disks of Packer are written as its plugin sends them', () => {
  expect(packer(place)).toContain('disk         = "size=20"');
});
