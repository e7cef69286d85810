import { isIP, isIPv4, isIPv6 } from 'node:net';
import {
  type DiskSpec,
  EngineError,
  type EngineName,
  type NicAddress,
  type NicSpec,
  type ServerSpec,
} from './port.ts';

/**
 * The maximum size of a server. Every engine has the same limits, so that a portal can change
 * engines.
 */
export const limits = {
  cores: 64,
  ramMb: 1_048_576,
  minimumRamMb: 64,
  disks: 16,
  diskSizeGb: 16_000,
  nics: 8,
} as const;

const safeId = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/;
const unicastMac = /^[0-9a-f][02468ace](:[0-9a-f]{2}){5}$/i;

/** IDs become file names and device names, so only letters, digits and `-` are allowed. */
export function checkId(engine: EngineName, id: string): void {
  if (!safeId.test(id))
    throw rejection(engine, `"${id}" is no id: letters, digits and "-" only, 64 at most`);
}

/** Throws `rejection` with the rule and the given value if no engine can create such a server. */
export function checkServer(engine: EngineName, spec: ServerSpec): void {
  checkId(engine, spec.id);
  checkSize(engine, spec);
  if (spec.disks.length === 0)
    throw rejection(engine, 'A server needs at least one disk to start from');
  if (spec.disks.length > limits.disks)
    throw rejection(
      engine,
      `${spec.disks.length} disks were asked for; a server has ${limits.disks} at most`,
    );
  if (spec.nics.length > limits.nics)
    throw rejection(
      engine,
      `${spec.nics.length} network cards were asked for; a server has ${limits.nics} at most`,
    );
  for (const disk of spec.disks) checkDisk(engine, disk);
  for (const nic of spec.nics) checkNic(engine, nic);
  const ids = [...spec.disks, ...spec.nics].map(({ id }) => id);
  if (new Set(ids).size !== ids.length)
    throw rejection(engine, 'Two disks or network cards of the server have the same id');
}

export function checkSize(
  engine: EngineName,
  { cores, ramMb }: { cores: number; ramMb: number },
): void {
  if (!Number.isInteger(cores) || cores < 1 || cores > limits.cores)
    throw rejection(
      engine,
      `${cores} processor cores were asked for; a server has 1 to ${limits.cores}`,
    );
  if (!Number.isInteger(ramMb) || ramMb < limits.minimumRamMb || ramMb > limits.ramMb)
    throw rejection(
      engine,
      `${ramMb} MB of memory were asked for; a server has ${limits.minimumRamMb} to ${limits.ramMb} MB`,
    );
}

export function checkDisk(engine: EngineName, disk: DiskSpec): void {
  checkId(engine, disk.id);
  if (!Number.isInteger(disk.sizeGb) || disk.sizeGb < 1 || disk.sizeGb > limits.diskSizeGb)
    throw rejection(
      engine,
      `A disk of ${disk.sizeGb} GB was asked for; disks have 1 to ${limits.diskSizeGb} GB`,
    );
}

export function checkNic(engine: EngineName, nic: NicSpec): void {
  checkId(engine, nic.id);
  if (!unicastMac.test(nic.mac))
    throw rejection(
      engine,
      `"${nic.mac}" is no hardware address of a network card (like 52:54:00:12:34:56)`,
    );
  for (const port of nic.forwardTcp ?? [])
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw rejection(engine, `${port} is no TCP port (1 to 65535)`);
  if (nic.ipv4)
    checkAddress(engine, nic.ipv4, { isAddress: isIPv4, family: 'IPv4', least: 8, most: 30 });
  if (nic.ipv6)
    checkAddress(engine, nic.ipv6, { isAddress: isIPv6, family: 'IPv6', least: 8, most: 126 });
}

interface Family {
  isAddress(value: string): boolean;
  family: string;
  least: number;
  most: number;
}

function checkAddress(
  engine: EngineName,
  { address, prefix, gateway, dns, routes = [] }: NicAddress,
  rule: Family,
): void {
  const { isAddress, family, least, most } = rule;
  const values = [
    address,
    ...(gateway === undefined ? [] : [gateway]),
    ...routes.map(({ via }) => via),
  ];
  for (const value of values)
    if (!isAddress(value)) throw rejection(engine, `"${value}" is no ${family} address`);
  for (const value of dns)
    if (isIP(value) === 0) throw rejection(engine, `"${value}" is no address of a name server`);
  for (const { to } of routes)
    if (!isAddress(to.split('/')[0] ?? ''))
      throw rejection(engine, `"${to}" is no ${family} network`);
  if (!Number.isInteger(prefix) || prefix < least || prefix > most)
    throw rejection(
      engine,
      `A network of /${prefix} was asked for; the address ${address} needs /${least} to /${most}`,
    );
}

function rejection(engine: EngineName, message: string): EngineError {
  return new EngineError(engine, 'refused', `${message}.`);
}
