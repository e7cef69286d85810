import { describe, expect, it } from 'vitest';
import type { OperationDetail } from './codeSnippets.ts';
import { asCommand, asCurl, asTerraform, shellWord } from './codeSnippets.ts';

const flag = (name: string, type = 'string', fields: string[] | null = null) => ({
  ...{ name, type, fields },
  flag: `--${name.replace(/([A-Z])/g, '-$1').toLowerCase()}`,
});
const operation = {
  method: 'POST',
  path: '/svc/servers/{serverId}/disks',
  command: 'servers add-disk',
  flags: [
    flag('sizeGb', 'integer'),
    flag('password'),
    flag('disks', 'list', ['sizeGb', 'label']),
    flag('tags', 'list'),
  ],
} as unknown as OperationDetail;
const createDiskCall = (body: unknown, params = {}) =>
  ({ operation: 'createServerDisk', params, query: {}, body }) as Parameters<typeof asCurl>[1];

describe('a shell word', () => {
  it.each([
    ['plain-1.2', 'plain-1.2'],
    ['two words', "'two words'"],
    ["it's", "'it'\\''s'"],
    ['$(rm -rf /)', "'$(rm -rf /)'"],
    ['', "''"],
  ])('%s is %s', (input, expected) => expect(shellWord(input)).toBe(expected));
});

describe('a call as curl', () => {
  it('has the URL, variables for the key, and the body', () => {
    expect(
      asCurl(
        operation,
        createDiskCall({ sizeGb: 20 }, { serverId: 'a/b' }),
        'https://portal.example',
      ),
    ).toBe(
      `curl -X POST https://portal.example/svc/servers/a%2Fb/disks \\
  -H "AuthClientId: $CLOUD_CLIENT_ID" \\
  -H "AuthSecret: $CLOUD_SECRET" \\
  -H 'Content-Type: application/json' \\
  -d '{"sizeGb":20}'`,
    );
  });

  it('shows no secret from the input', () => {
    const command = asCurl(
      operation,
      createDiskCall({ password: 'Very_secret_1', inner: { adminPassword: 'Other_1' } }),
      'https://portal.example',
    );
    expect(command).not.toMatch(/Very_secret_1|Other_1/);
    expect(command).toContain('<password>');
  });
});

describe('a call as a command line', () => {
  it('has the names in the path, and a flag for each field and list entry', () => {
    const body = {
      sizeGb: 20,
      disks: [{ sizeGb: 5, label: 'a' }, { sizeGb: 6 }],
      tags: ['x', 'two words'],
    };
    expect(asCommand(operation, createDiskCall(body, { serverId: 'web-1' }))).toBe(
      `cloud servers add-disk web-1 \\
  --size-gb 20 \\
  --disks sizeGb=5,label=a \\
  --disks sizeGb=6 \\
  --tags x \\
  --tags 'two words'`,
    );
  });

  it('is empty for calls that aren’t available to keys', () =>
    expect(asCommand({ ...operation, command: null }, createDiskCall({}))).toBeNull());
});

describe('a server as Terraform', () => {
  const server = {
    datacenterId: 'd',
    imageId: 'i',
    cpuType: 'B',
    cores: 2,
    ramMb: 2048,
    disks: [{ sizeGb: 20 }, { sizeGb: 50 }],
    billingMode: 'hourly',
  };

  it('has the values of the form, and no password', () => {
    const terraform = asTerraform(
      { ...server, name: 'web-1', password: 'Secret_1' },
      'https://portal.example',
    );
    expect(terraform).toContain('resource "kamatera_server" "web-1"');
    expect(terraform).toContain('disk_sizes_gb = [20, 50]');
    expect(terraform).not.toContain('Secret_1');
  });

  it('has no name that could be executed', () => {
    const name = `a $${'{'}file(1)}`.replace('$$', '$');
    expect(asTerraform({ ...server, name }, 'https://portal.example')).toContain(
      `"a $$${'{'}file(1)}"`,
    );
  });
});
