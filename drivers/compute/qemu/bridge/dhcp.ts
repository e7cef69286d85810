import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { confinedAccount, dhcpAccountName } from '../../../sandbox/account.ts';
import type { Isolation } from '../../../sandbox/command.ts';
import type { BridgeInstance } from './bridgeInstance.ts';
import { startDnsmasq } from './dnsmasq.ts';
import { serviceNamespace } from './links.ts';
import type { PlannedSegment, PlannedSubnet } from './plan.ts';

/**
 * dnsmasq assigns exactly the planned IPv4 addresses and resolves names in public networks. IPv6
 * addresses are static and set by cloud-init. It stores no leases, because its configuration files
 * contain all assignments.
 */
export async function setDhcp(
  instance: BridgeInstance,
  isolation: Isolation,
  segments: readonly PlannedSegment[],
  privateDomains: readonly string[] = [],
): Promise<void> {
  const folder = join(instance.folder, 'dhcp');
  await mkdir(folder, { recursive: true });
  // dnsmasq reads them as an unprivileged user, and the portal's umask would block it.
  for (const path of [dirname(instance.folder), instance.folder]) await chmod(path, 0o711);
  await grantReadAccess(folder, 0o750);
  const served = segments.filter(({ subnets }) => subnets.length > 0);
  const configured = (await readdir(folder))
    .filter((name) => name.endsWith('.conf'))
    .map((name) => name.slice(0, -'.conf'.length));
  for (const name of configured)
    if (!served.some(({ bridge }) => bridge === name)) await endDhcp(folder, name);
  if (served.length === 0) return;
  await writeResolver(folder);
  for (const segment of served) await serve(instance, isolation, folder, segment, privateDomains);
}

async function serve(
  instance: BridgeInstance,
  isolation: Isolation,
  folder: string,
  segment: PlannedSegment,
  privateDomains: readonly string[],
): Promise<void> {
  const files = filesOf(folder, segment.bridge);
  const [conf, hosts] = [configuration(segment, files, privateDomains), hostLines(segment)];
  const [oldConf, oldHosts] = await Promise.all(
    [files.conf, files.hosts].map((file) => readFile(file, 'utf8').catch(() => null)),
  );
  const pid = await runningPid(files);
  if (pid !== null && oldConf === conf && oldHosts === hosts) return;
  await writeFile(files.hosts, hosts);
  await grantReadAccess(files.hosts, 0o640);
  if (pid !== null && oldConf === conf) return void process.kill(pid, 'SIGHUP');
  await stop(files);
  await writeFile(files.conf, conf);
  await grantReadAccess(files.conf, 0o640);
  const namespace = segment.service
    ? serviceNamespace(instance, segment.service.suffix)
    : instance.name;
  await startDnsmasq({
    means: isolation,
    namespace,
    folder,
    configuration: files.conf,
    pidFile: files.pid,
  });
}

/** Grants the dnsmasq user read access. */
async function grantReadAccess(path: string, mode: number): Promise<void> {
  const account = await confinedAccount(dhcpAccountName);
  if (account) await chown(path, 0, account.gid);
  await chmod(path, mode);
}

interface Files {
  conf: string;
  hosts: string;
  pid: string;
}

/**
 * The name servers of this machine, for dnsmasq, which sees only this folder. It notices when the
 * file is replaced.
 */
async function writeResolver(folder: string): Promise<void> {
  const path = resolverCopy(folder);
  const text = await readFile(resolverFile(), 'utf8').catch(() => '');
  if (text === (await readFile(path, 'utf8').catch(() => null))) return;
  await writeFile(`${path}.new`, text);
  await grantReadAccess(`${path}.new`, 0o640);
  await rename(`${path}.new`, path);
}

const resolverCopy = (folder: string) => join(folder, 'resolv');

const filesOf = (folder: string, name: string): Files => ({
  conf: join(folder, `${name}.conf`),
  hosts: join(folder, `${name}.hosts`),
  pid: join(folder, `${name}.pid`),
});

/**
 * The dnsmasq configuration of the segment. Ranges are `static`: unlisted clients get no address.
 * Public names that resolve to private addresses are filtered against DNS rebinding, except those
 * of `privateDomains`.
 */
export function configuration(
  segment: PlannedSegment,
  files: Files,
  privateDomains: readonly string[] = [],
): string {
  const isExternal = segment.service === undefined;
  const device = isExternal ? segment.bridge : 'eth0';
  return [
    ...[
      `interface=${device}`,
      'bind-interfaces',
      'except-interface=lo',
      'no-hosts',
      'no-ping',
      'leasefile-ro',
      'dhcp-authoritative',
    ],
    ...[`dhcp-hostsfile=${files.hosts}`, 'log-facility=/dev/null'],
    ...(isExternal
      ? [
          `resolv-file=${resolverCopy(dirname(files.conf))}`,
          'cache-size=1000',
          'stop-dns-rebind',
          'bogus-priv',
        ]
      : ['port=0']),
    ...(isExternal && privateDomains.length > 0
      ? [`rebind-domain-ok=/${privateDomains.join('/')}/`]
      : []),
    ...segment.subnets.flatMap((subnet, index) => {
      const tag = `n${index}`;
      const { network, prefix, gateway, dns, hasRouter, routes } = subnet;
      return [
        ...(segment.service?.addresses.length === 0 ? [`shared-network=${device},${network}`] : []),
        `dhcp-range=set:${tag},${network},static,${maskOf(prefix)},12h`,
        // Without a value the option is not sent.
        `dhcp-option=tag:${tag},option:router${hasRouter ? `,${gateway}` : ''}`,
        `dhcp-option=tag:${tag},option:dns-server${dns.length > 0 ? `,${dns.join(',')}` : isExternal && gateway ? `,${gateway}` : ''}`,
        ...(routes.length > 0 ? [staticRoutes(tag, subnet)] : []),
      ];
    }),
    '',
  ].join('\n');
}

/**
 * Clients that support this option ignore the router option (RFC 3442), so it includes the default
 * route.
 */
function staticRoutes(tag: string, { routes, gateway, hasRouter }: PlannedSubnet): string {
  const routeOptions = [
    ...routes.map(({ to, via }) => `${to},${via}`),
    ...(hasRouter && gateway ? [`0.0.0.0/0,${gateway}`] : []),
  ];
  return `dhcp-option=tag:${tag},option:classless-static-route,${routeOptions.join(',')}`;
}

const hostLines = ({ subnets }: PlannedSegment) =>
  subnets.flatMap(({ hosts }) => hosts.map(({ mac, address }) => `${mac},${address}\n`)).join('');

const maskOf = (prefix: number) =>
  [0, 8, 16, 24].map((done) => 256 - 2 ** (8 - Math.min(8, Math.max(0, prefix - done)))).join('.');

/**
 * systemd's stub resolver at 127.0.0.53 can't be reached from the namespace, but its upstream
 * servers can.
 */
const resolverFile = () =>
  existsSync('/run/systemd/resolve/resolv.conf')
    ? '/run/systemd/resolve/resolv.conf'
    : '/etc/resolv.conf';

async function runningPid(files: Files): Promise<number | null> {
  const pid = Number(await readFile(files.pid, 'utf8').catch(() => '0'));
  if (!pid) return null;
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return line.includes(files.conf) ? pid : null;
}

async function stop(files: Files): Promise<void> {
  const pid = await runningPid(files);
  if (pid !== null) process.kill(pid, 'SIGKILL');
  await rm(files.pid, { force: true });
}

async function endDhcp(folder: string, name: string): Promise<void> {
  const files = filesOf(folder, name);
  await stop(files);
  for (const file of Object.values(files)) await rm(file, { force: true });
}
