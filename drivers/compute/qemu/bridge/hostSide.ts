import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BridgeInstance, namespacePath } from './bridgeInstance.ts';
import type { BridgePlan } from './plan.ts';
import { uplinkName } from './ruleset.ts';
import { ipBatch, run } from './run.ts';

/**
 * 198.18.0.0/15 is reserved for benchmark tests of network devices (RFC 2544) and otherwise unused:
 * four addresses per portal.
 */
const firstLinkAddress = 198 * 2 ** 24 + 18 * 2 ** 16;
const linkCount = 2 ** 15;

interface Uplink {
  /** This machine's end and the namespace's end. */
  outside: string;
  inside: string;
}

/** Creates the link between this machine and the namespace. */
export async function makeUplink(instance: BridgeInstance): Promise<Uplink> {
  const recorded = join(instance.folder, 'uplink');
  if (existsSync(`/sys/class/net/${instance.name}`))
    return addressesOf(Number(await readFile(recorded, 'utf8')));
  const number = await findFreeLink(instance);
  const uplink = addressesOf(number);
  await writeFile(recorded, String(number));
  await ipBatch(null, [
    `link add ${instance.name} type veth peer name ${uplinkName} netns ${instance.name}`,
    `address add ${uplink.outside}/30 dev ${instance.name}`,
    `link set dev ${instance.name} up`,
  ]);
  await ipBatch(instance.name, [
    `address add ${uplink.inside}/30 dev ${uplinkName}`,
    `link set dev ${uplinkName} up`,
    `route replace default via ${uplink.outside}`,
  ]);
  await writeFile('/proc/sys/net/ipv4/ip_forward', '1');
  // Forwarded ports are at 127.0.0.1 of this machine.
  await writeFile(`/proc/sys/net/ipv4/conf/${instance.name}/route_localnet`, '1');
  return uplink;
}

/**
 * Starts the search at a number derived from the name, so that two portals rarely request the same
 * one.
 */
async function findFreeLink(instance: BridgeInstance): Promise<number> {
  const addresses = await run('ip', ['-4', '-o', 'address', 'show']);
  const start = Number.parseInt(instance.name.slice(2), 16) % linkCount;
  for (let step = 0; step < linkCount; step++) {
    const number = (start + step) % linkCount;
    if (!addresses.includes(` ${addressesOf(number).outside}/`)) return number;
  }
  throw new Error('198.18.0.0/15 has no room for another portal on this machine');
}

function addressesOf(number: number): Uplink {
  const first = firstLinkAddress + 4 * number;
  return { outside: addressText(first + 1), inside: addressText(first + 2) };
}

const addressText = (value: number) =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');

/**
 * This machine's ruleset: guests use its address for outgoing traffic, can reach neither its own
 * services nor those reserved for it (169.254.0.0/16 serves cloud metadata about the machine), and
 * forwarded ports are reachable from 127.0.0.1.
 */
export function hostRuleset(
  instance: BridgeInstance,
  { inside }: Uplink,
  plan: BridgePlan,
): string {
  const forwards = plan.segments.flatMap(({ nics }) => nics.flatMap((nic) => nic.forwards));
  return `table ip ${instance.name}
delete table ip ${instance.name}
table ip ${instance.name} {
chain input {
type filter hook input priority filter; policy accept;
iifname "${instance.name}" ct state established,related accept
iifname "${instance.name}" drop
}
chain forward {
type filter hook forward priority filter; policy accept;
iifname "${instance.name}" ip daddr { 127.0.0.0/8, 169.254.0.0/16, 198.18.0.0/15 } drop
}
chain output {
type nat hook output priority -100; policy accept;
${forwards.map(({ hostPort }) => `ip daddr 127.0.0.1 tcp dport ${hostPort} dnat to ${inside}:${hostPort}`).join('\n')}
}
chain postrouting {
type nat hook postrouting priority srcnat; policy accept;
ip saddr ${inside} oifname != "${instance.name}" masquerade
ip saddr 127.0.0.0/8 oifname "${instance.name}" masquerade
}
}
`;
}

export async function setHostRules(
  instance: BridgeInstance,
  uplink: Uplink,
  plan: BridgePlan,
): Promise<void> {
  await run('nft', ['-f', '-'], hostRuleset(instance, uplink, plan));
}

export async function removeHostSide(instance: BridgeInstance): Promise<void> {
  await run('nft', ['-f', '-'], `table ip ${instance.name}\ndelete table ip ${instance.name}\n`);
  if (existsSync(`/sys/class/net/${instance.name}`))
    await ipBatch(null, [`link delete dev ${instance.name}`]);
  if (existsSync(namespacePath(instance.name))) await run('ip', ['netns', 'delete', instance.name]);
}
