import { expect, it } from 'vitest';
import {
  ansible,
  cloudcli,
  cloudInit,
  libcloud,
  packer,
  type ToolContext,
  terraform,
} from './tools.ts';

const context: ToolContext = {
  origin: 'http://cloud.example.test:8080',
  datacenter: 'EU',
  image: 'debian-12',
};

it('libcloud examples disable TLS only if the portal has none', () => {
  const plain = libcloud(context);
  for (const line of ['host="cloud.example.test"', 'port=8080', 'secure=False'])
    expect(plain).toContain(line);
  expect(libcloud({ ...context, origin: 'http://cloud.example.test' })).toContain('port=80,');
  const secure = libcloud({ ...context, origin: 'https://cloud.example.test' });
  expect(secure).not.toContain('secure=');
  expect(secure).not.toContain('port=');
});

it('each example creates an object with a unique name, so that all can be run in sequence', () => {
  const names = [cloudcli, terraform, libcloud, ansible, cloudInit].map(
    (write) =>
      /(?:--name |name {10}= "|create_node\("|server_names: \[)([\w-]+)/.exec(write(context))?.[1],
  );
  expect(names).not.toContain(undefined);
  expect(new Set(names).size).toBe(names.length);
});

it('the cloudcli and Terraform examples use the portal’s URL and the datacenter’s short code', () => {
  expect(cloudcli(context)).toContain('CLOUDCLI_APISERVER=http://cloud.example.test:8080');
  expect(cloudcli(context)).toContain('--datacenter EU');
  expect(terraform(context)).toContain('datacenter_id = "EU"');
});

it('the Packer example has disks in the format of its plugin', () => {
  expect(packer(context)).toContain('disk         = "size=20"');
});
