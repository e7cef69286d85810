import type { Answer, CapturedCall } from '../client.ts';

export type OperationDetail = Answer<'getOperation'>;

/** Secrets typed by the user aren't included in copied code. */
const isSecret = (name: string): boolean =>
  /password|secret|token|passphrase|privateKey/i.test(name);

function withoutSecrets(value: unknown, name = ''): unknown {
  if (typeof value === 'string' && value !== '' && isSecret(name)) return `<${name}>`;
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withoutSecrets(inner, key)]),
  );
}

/** A POSIX shell word: unchanged if safe, otherwise in single quotes. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

const continued = ' \\\n  ';

export function asCurl(
  { method, path }: Pick<OperationDetail, 'method' | 'path'>,
  { params, query, body }: CapturedCall,
  origin: string,
): string {
  const resolvedPath = path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(params[name] ?? `<${name}>`),
  );
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
  const address = `${origin}${resolvedPath}${search.size > 0 ? `?${search}` : ''}`;
  const parts = [
    `curl -X ${method} ${shellWord(address)}`,
    '-H "AuthClientId: $CLOUD_CLIENT_ID"',
    '-H "AuthSecret: $CLOUD_SECRET"',
  ];
  if (body !== undefined)
    parts.push(
      "-H 'Content-Type: application/json'",
      `-d ${shellWord(JSON.stringify(withoutSecrets(body)))}`,
    );
  return parts.join(continued);
}

/** Null for calls that aren't available to keys. */
export function asCommand(
  operation: OperationDetail,
  { params, query, body }: CapturedCall,
): string | null {
  if (operation.command === null) return null;
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) =>
    shellWord(params[match[1] as string] ?? `<${match[1]}>`),
  );
  const input = { ...query, ...((withoutSecrets(body) as object | undefined) ?? {}) };
  const flags = Object.entries(input).flatMap(([name, value]) => flagsOf(operation, name, value));
  return [[`cloud ${operation.command}`, ...names].join(' '), ...flags].join(continued);
}

function flagsOf({ flags }: OperationDetail, name: string, value: unknown): string[] {
  const matchingFlag = flags.find((flag) => flag.name === name);
  if (!matchingFlag || value === undefined || value === null) return [];
  if (!Array.isArray(value))
    return [
      `${matchingFlag.flag} ${shellWord(typeof value === 'object' ? JSON.stringify(value) : String(value))}`,
    ];
  return value.map(
    (item) => `${matchingFlag.flag} ${shellWord(itemOf(item, matchingFlag.fields))}`,
  );
}

function itemOf(item: unknown, fields: readonly string[] | null): string {
  if (typeof item !== 'object' || item === null) return String(item);
  const entries = Object.entries(item).filter(([, value]) => value !== undefined);
  const isFlat =
    fields !== null &&
    entries.every(([, value]) => typeof value !== 'object' && !String(value).includes(','));
  return isFlat
    ? entries.map(([name, value]) => `${name}=${value}`).join(',')
    : JSON.stringify(item);
}

interface RequestedServer {
  name?: string;
  datacenterId: string;
  imageId?: string;
  cpuType: string;
  cores: number;
  ramMb: number;
  disks: { sizeGb: number }[];
  billingMode: string;
  trafficPackage?: string;
  backup?: boolean;
  managed?: boolean;
  password?: string;
  sshKeys?: string[];
}

/** An HCL string with escaped interpolations and directives. */
const hcl = (text: string): string =>
  JSON.stringify(text).replace(/[$%](?=\{)/g, (character) => character + character);

/**
 * A server in the format of the published provider. Datacenter and image codes are those of the
 * public API.
 */
export function asTerraform(request: RequestedServer, origin: string): string {
  const slug = (request.name ?? 'server').replace(/[^\w-]/g, '_').replace(/^(?=\d)/, '_');
  const lines: [string, string][] = [
    ['name', hcl(request.name ?? 'server')],
    ['datacenter_id', hcl(request.datacenterId)],
    ['image_id', hcl(request.imageId ?? '')],
    ['cpu_type', hcl(request.cpuType)],
    ['cpu_cores', String(request.cores)],
    ['ram_mb', String(request.ramMb)],
    ['disk_sizes_gb', `[${request.disks.map(({ sizeGb }) => sizeGb).join(', ')}]`],
    ['billing_cycle', hcl(request.billingMode)],
    ...(request.trafficPackage
      ? [['monthly_traffic_package', hcl(request.trafficPackage)] as [string, string]]
      : []),
    ...(request.backup ? [['daily_backup', 'true'] as [string, string]] : []),
    ...(request.managed ? [['managed', 'true'] as [string, string]] : []),
    ...(request.password ? [['password', 'var.server_password'] as [string, string]] : []),
    ...(request.sshKeys?.[0] ? [['ssh_pubkey', hcl(request.sshKeys[0])] as [string, string]] : []),
  ];
  const width = Math.max(...lines.map(([name]) => name.length));
  return `terraform {
  required_providers {
    kamatera = { source = "Kamatera/kamatera", version = "<= 0.8.9" }
  }
}

provider "kamatera" {
  api_url = ${hcl(origin)}
  # KAMATERA_API_CLIENT_ID and KAMATERA_API_SECRET hold the key
}

resource "kamatera_server" "${slug}" {
${lines.map(([name, value]) => `  ${name.padEnd(width)} = ${value}`).join('\n')}

  network {
    name = "wan"
  }
}
`;
}
