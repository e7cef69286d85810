import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { serviceNamespace } from './links.ts';
import type { Place } from './place.ts';
import type { PlannedSegment, PlannedSubnet } from './plan.ts';
import { runInside } from './run.ts';

/** dnsmasq reads its hosts after it has become an unprivileged user; the portal's own umask lets nobody else read a new file. */
const hostsMode = 0o644;

/**
 * dnsmasq hands out exactly the addresses the plan gives (IPv4; IPv6 addresses are static, by cloud-init) and, in networks to
 * the outside, answers names. It keeps no leases of its own: what it may give is all in its files.
 */
export async function setDhcp(place: Place, segments: readonly PlannedSegment[], privateDomains: readonly string[] = []): Promise<void> {
  const folder = join(place.folder, 'dhcp');
  await mkdir(folder, { recursive: true });
  for (const path of [dirname(place.folder), place.folder, folder]) await chmod(path, 0o711);
  const served = segments.filter(({ subnets }) => subnets.length > 0);
  const known = (await readdir(folder)).filter((name) => name.endsWith('.conf')).map((name) => name.slice(0, -'.conf'.length));
  for (const name of known) if (!served.some(({ bridge }) => bridge === name)) await endDhcp(folder, name);
  for (const segment of served) await serve(place, folder, segment, privateDomains);
}

async function serve(place: Place, folder: string, segment: PlannedSegment, privateDomains: readonly string[]): Promise<void> {
  const files = filesOf(folder, segment.bridge);
  const [conf, hosts] = [configuration(segment, files, privateDomains), hostLines(segment)];
  const [oldConf, oldHosts] = await Promise.all([files.conf, files.hosts].map((file) => readFile(file, 'utf8').catch(() => null)));
  const pid = await runningPid(files);
  if (pid !== null && oldConf === conf && oldHosts === hosts) return;
  await writeFile(files.hosts, hosts);
  await chmod(files.hosts, hostsMode);
  if (pid !== null && oldConf === conf) return void process.kill(pid, 'SIGHUP');
  await stop(files);
  await writeFile(files.conf, conf);
  const namespace = segment.service ? serviceNamespace(place, segment.service.suffix) : place.name;
  await runInside(namespace, 'dnsmasq', [`--conf-file=${files.conf}`]);
}

interface Files {
  conf: string;
  hosts: string;
  pid: string;
}

const filesOf = (folder: string, name: string): Files => ({
  conf: join(folder, `${name}.conf`),
  hosts: join(folder, `${name}.hosts`),
  pid: join(folder, `${name}.pid`),
});

/**
 * The dnsmasq that serves the segment. Ranges are `static`: whoever is not listed gets nothing. Names of the outside that lead to private
 * addresses are not answered, so that no page can reach inside by its name; those of `privateDomains` are.
 */
export function configuration(segment: PlannedSegment, files: Files, privateDomains: readonly string[] = []): string {
  const isOutward = segment.service === undefined;
  const device = isOutward ? segment.bridge : 'eth0';
  return [
    ...[`interface=${device}`, 'bind-interfaces', 'except-interface=lo', 'no-hosts', 'no-ping', 'leasefile-ro', 'dhcp-authoritative'],
    ...['user=nobody', `pid-file=${files.pid}`, `dhcp-hostsfile=${files.hosts}`, 'log-facility=/dev/null'],
    ...(isOutward ? [`resolv-file=${resolverFile()}`, 'cache-size=1000', 'stop-dns-rebind', 'bogus-priv'] : ['port=0']),
    ...(isOutward && privateDomains.length > 0 ? [`rebind-domain-ok=/${privateDomains.join('/')}/`] : []),
    ...segment.subnets.flatMap((subnet, index) => {
      const tag = `n${index}`;
      const { network, prefix, gateway, dns, hasRouter, routes } = subnet;
      return [
        ...(segment.service?.addresses.length === 0 ? [`shared-network=${device},${network}`] : []),
        `dhcp-range=set:${tag},${network},static,${maskOf(prefix)},12h`,
        // Without a value the option is not sent.
        `dhcp-option=tag:${tag},option:router${hasRouter ? `,${gateway}` : ''}`,
        `dhcp-option=tag:${tag},option:dns-server${dns.length > 0 ? `,${dns.join(',')}` : isOutward && gateway ? `,${gateway}` : ''}`,
        ...(routes.length > 0 ? [staticRoutes(tag, subnet)] : []),
      ];
    }),
    '',
  ].join('\n');
}

/** Whoever reads this option leaves the router option unread (RFC 3442), so it says the default route too. */
function staticRoutes(tag: string, { routes, gateway, hasRouter }: PlannedSubnet): string {
  const ways = [...routes.map(({ to, via }) => `${to},${via}`), ...(hasRouter && gateway ? [`0.0.0.0/0,${gateway}`] : [])];
  return `dhcp-option=tag:${tag},option:classless-static-route,${ways.join(',')}`;
}

const hostLines = ({ subnets }: PlannedSegment) =>
  subnets.flatMap(({ hosts }) => hosts.map(({ mac, address }) => `${mac},${address}\n`)).join('');

const maskOf = (prefix: number) => [0, 8, 16, 24].map((done) => 256 - 2 ** (8 - Math.min(8, Math.max(0, prefix - done)))).join('.');

/** systemd's stub at 127.0.0.53 is out of reach in the namespace; the servers behind it are not. */
const resolverFile = () => (existsSync('/run/systemd/resolve/resolv.conf') ? '/run/systemd/resolve/resolv.conf' : '/etc/resolv.conf');

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

/** Ends every dnsmasq of the place. */
export async function endAllDhcp(place: Place): Promise<void> {
  await setDhcp(place, []);
}
