import { UserError, userError } from '../../../../contract/errors/errors.ts';
import { localize } from '../texts/localize.ts';
import {
  billingModeOfConsole,
  isAuto,
  networkInterfaceOf,
  withCompatibleErrors,
} from './create.ts';
import { descriptionOf, fullDescription } from './describe/description.ts';
import type { Call } from './describe/operations.ts';
import { type ChosenServer, requireServers, singleServer } from './describe/select.ts';
import {
  billingModeOf,
  cpuOf,
  flagError,
  isYes,
  parseOptional,
  parseOptionalNumber,
  required,
  toPortalPackageId,
  wholeNumber,
  yesOrNo,
} from './describe/values.ts';
import { listedDatacenters, networkName, networksOf } from './serverOptions.ts';

/**
 * A placeholder ID for actions that finish immediately, which `/service/queue` reports as complete.
 */
export const noCommandId = 0;

interface Choice {
  id: string;
  name: string;
}

export type PowerState = 'on' | 'off' | 'suspended' | 'resumed' | 'reboot';

/** Changes the power of all selected servers, or of none if one fails. */
export async function powerServers(
  call: Call,
  choice: Choice,
  state: PowerState,
): Promise<string[]> {
  return await forEachServer(await requireServers(call, choice), (server) =>
    powerServer(call, server.id, state),
  );
}

export async function powerServer(
  { portal }: Call,
  serverId: string,
  state: PowerState,
): Promise<number> {
  return (await portal('powerServer', { params: { serverId }, body: { state } })).cmdId;
}

async function forEachServer(
  servers: readonly ChosenServer[],
  work: (server: ChosenServer) => Promise<number>,
): Promise<string[]> {
  const commandIds: string[] = [];
  for (const server of servers) commandIds.push(String(await work(server)));
  return commandIds;
}

export async function terminateServers(
  call: Call,
  choice: Choice,
  options: { force: string; dryrun: string },
) {
  const servers = await requireServers(call, choice);
  if (isYes(options.dryrun))
    return { dryrun: true as const, 'server-names': servers.map(({ name }) => name) };
  return await forEachServer(servers, (server) =>
    terminateServer(call, server, isYes(options.force)),
  );
}

/** A server that is on is only terminated with force. */
export async function terminateServer(
  { portal }: Call,
  server: ChosenServer,
  force: boolean,
): Promise<number> {
  if (!force && server.power !== 'off')
    throw userError('compatibleServerOn', { name: server.name });
  return (await portal('terminateServer', { params: { serverId: server.id } })).cmdId;
}

export async function setPassword(
  { portal }: Call,
  serverId: string,
  password: string,
): Promise<number> {
  return (
    await portal('setServerPassword', {
      params: { serverId },
      body: { password: required('password', password) },
    })
  ).cmdId;
}

/** Like `setPassword`, for all selected servers. */
export async function setPasswords(
  call: Call,
  choice: Choice,
  password: string,
): Promise<string[]> {
  return await forEachServer(await requireServers(call, choice), (server) =>
    setPassword(call, server.id, password),
  );
}

export async function rename({ portal }: Call, serverId: string, name: string): Promise<number> {
  await portal('renameServer', { params: { serverId }, body: { name } });
  return noCommandId;
}

export interface Configuration {
  cpu: string;
  ram: string;
  dailybackup: string;
  managed: string;
  billingcycle: string;
  billingCycle: string;
  monthlypackage: string;
}

/**
 * Changes one part at a time, except that the billing cycle and its package belong together.
 * Messages contain the text that client test suites expect. Throws `compatibleFlagNone`,
 * `compatibleFlagsMany`, `compatibleIdOrName`, `compatibleNameUnknown`, `compatibleNameMany`.
 */
export async function configure(call: Call, choice: Choice, flags: Configuration): Promise<number> {
  const billing = flags.billingcycle || flags.billingCycle || flags.monthlypackage;
  const flagValues = [
    parseOptionalNumber(flags.cpu),
    parseOptionalNumber(flags.ram),
    parseOptional(flags.dailybackup),
    parseOptional(flags.managed),
    parseOptional(billing),
  ];
  const count = flagValues.filter((value) => value !== undefined).length;
  if (count === 0) throw userError('compatibleFlagNone');
  if (count > 1) throw userError('compatibleFlagsMany');
  const serverId = (await serverForConfigure(call, choice)).id;
  if (flagValues[0]) return await setCpu(call, serverId, flags.cpu);
  if (flagValues[1]) return await setRam(call, serverId, flags.ram);
  return await setBilling(call, serverId, flags);
}

async function serverForConfigure(call: Call, choice: Choice): Promise<ChosenServer> {
  if ((choice.id === '') === (choice.name === '')) throw userError('compatibleIdOrName');
  try {
    return await singleServer(call, choice);
  } catch (error) {
    const name = error instanceof UserError ? error.reasons[0]?.name : undefined;
    if (name === 'compatibleServersMany') throw userError('compatibleNameMany');
    if (name === 'compatibleServersUnknown' && choice.name !== '')
      throw userError('compatibleNameUnknown');
    throw error;
  }
}

export async function setCpu({ portal }: Call, serverId: string, cpu: string): Promise<number> {
  const size = cpuOf('cpu', cpu);
  const { ramMb } = await portal('getServer', { params: { serverId } });
  return (
    await withCompatibleErrors(() =>
      portal('resizeServer', { params: { serverId }, body: { ...size, ramMb } }),
    )
  ).cmdId;
}

export async function setRam({ portal }: Call, serverId: string, ram: string): Promise<number> {
  const ramMb = wholeNumber('ram', ram);
  const { cores, cpuType } = await portal('getServer', { params: { serverId } });
  return (
    await withCompatibleErrors(() =>
      portal('resizeServer', { params: { serverId }, body: { cores, cpuType, ramMb } }),
    )
  ).cmdId;
}

/**
 * A package only applies to the monthly cycle. With the hourly cycle, clients send whatever they
 * display, which is ignored.
 */
export async function setBilling(
  { portal }: Call,
  serverId: string,
  flags: Pick<
    Configuration,
    'dailybackup' | 'managed' | 'billingcycle' | 'billingCycle' | 'monthlypackage'
  >,
): Promise<number> {
  const cycle = billingModeOf(billingModeOfConsole(flags.billingcycle || flags.billingCycle));
  const backup = yesOrNo('dailybackup', flags.dailybackup);
  const managed = yesOrNo('managed', flags.managed);
  const { billingMode } = await portal('getServer', { params: { serverId } });
  const isMonthly = (cycle ?? billingMode) === 'monthly';
  const trafficPackage =
    isMonthly && flags.monthlypackage ? toPortalPackageId(flags.monthlypackage) : undefined;
  const endsMonthly = cycle === 'hourly' && billingMode === 'monthly';
  await withCompatibleErrors(() =>
    portal('setServerBilling', {
      params: { serverId },
      body: {
        ...(cycle ? { billingMode: cycle } : {}),
        ...(backup === undefined ? {} : { backup }),
        ...(managed === undefined ? {} : { managed }),
        ...(trafficPackage === undefined ? {} : { trafficPackage }),
        ...(endsMonthly ? { trafficPackage: null } : {}),
      },
    }),
  );
  return noCommandId;
}

/** Clients number disks from 0. Throws `compatibleFlagWrong`. */
async function diskIdAt(
  { portal }: Call,
  serverId: string,
  flag: string,
  index: string,
): Promise<string> {
  const at = wholeNumber(flag, index);
  const { disks } = await portal('getServer', { params: { serverId } });
  const disk = disks[at];
  if (!disk)
    throw flagError(
      flag,
      index,
      localize('commands.diskIdAt.serverDisks0', { disksCount: disks.length - 1 }),
    );
  return disk.id;
}

export async function addDisk({ portal }: Call, serverId: string, size: string): Promise<number> {
  const sizeGb = wholeNumber('size', required('size', size));
  return (await portal('createServerDisk', { params: { serverId }, body: { sizeGb } })).cmdId;
}

export async function growDisk(
  call: Call,
  serverId: string,
  { index, size }: { index: string; size: string },
): Promise<number> {
  const diskId = await diskIdAt(call, serverId, 'resize', index);
  const sizeGb = wholeNumber('size', required('size', size));
  return (await call.portal('growServerDisk', { params: { serverId, diskId }, body: { sizeGb } }))
    .cmdId;
}

/** Throws `compatibleSnapshotsKept` if snapshots contain the disk. */
export async function removeDisk(call: Call, serverId: string, index: string): Promise<number> {
  const diskId = await diskIdAt(call, serverId, 'remove', index);
  const { items } = await call.portal('listSnapshots', { params: { serverId } });
  if (items.length > 0) throw userError('compatibleSnapshotsKept');
  return (await call.portal('deleteServerDisk', { params: { serverId, diskId } })).cmdId;
}

export async function listDisks(
  { portal }: Call,
  serverId: string,
): Promise<{ id: number; size: string }[]> {
  const { disks } = await portal('getServer', { params: { serverId } });
  return disks.map(({ sizeGb }, index) => ({ id: index, size: `${sizeGb}gb` }));
}

export async function listLibraryDisks(
  { portal }: Call,
  serverId: string,
): Promise<{ uuid: string; sizeGB: number }[]> {
  const { disks } = await portal('getServer', { params: { serverId } });
  return disks.map(({ id, sizeGb }) => ({ uuid: id, sizeGB: sizeGb }));
}

export async function copyDisk(
  { portal }: Call,
  serverId: string,
  diskId: string,
  name: string,
): Promise<number> {
  const body = {
    serverId,
    diskId,
    name: required('image-name', name),
    description: '',
    version: '',
  };
  return (await portal('createImageFromServer', { body })).cmdId;
}

export interface NicFlags {
  add: string;
  ip: string;
  subnet: string;
  bits: string;
}

/** Creates a missing network first if its subnet is given. */
export async function addNetworkInterface(
  call: Call,
  serverId: string,
  { add, ip, subnet, bits }: NicFlags,
): Promise<number> {
  const plug = async (body: { networkId: string; address?: string }) =>
    (await call.portal('createServerNic', { params: { serverId }, body })).cmdId;
  const lowerName = add.toLowerCase();
  // Users without access to networks can still have a public interface.
  if (lowerName === 'wan' && isAuto(ip)) return await plug({ networkId: 'auto' });
  const { datacenterId } = await call.portal('getServer', { params: { serverId } });
  const datacenter = (await listedDatacenters(call)).find(({ id }) => id === datacenterId);
  const networks = await networksOf(call, datacenter);
  const isKnown =
    lowerName === 'wan' ||
    networks.some(
      (network) => networkName(network) === lowerName || network.name.toLowerCase() === lowerName,
    );
  if (isKnown || !subnet || !bits || !datacenter)
    return await plug(networkInterfaceOf(networks, add, ip));
  const name = add.replace(/^lan-\d+-/i, '');
  const body = {
    datacenterId: datacenter.id,
    kind: 'lan' as const,
    name,
    subnet: { cidr: `${subnet}/${bits}` },
  };
  const { id: networkId } = await call.portal('createNetwork', { body });
  return await plug({ networkId, ...(isAuto(ip) ? {} : { address: ip }) });
}

/** Throws `compatibleFlagWrong` for a MAC address that isn't on this server. */
export async function connectNic(
  { portal }: Call,
  serverId: string,
  mac: string,
  connected: boolean,
): Promise<number> {
  const { nics } = await portal('getServer', { params: { serverId } });
  const nic = nics.find((candidate) => candidate.mac.toLowerCase() === mac.toLowerCase());
  const macs = nics.map((candidate) => candidate.mac).join(', ');
  if (!nic)
    throw flagError(
      connected ? 'connect' : 'disconnect',
      mac,
      localize('commands.connectCard.serversNetworkInterfaces', { macs }),
    );
  return (
    await portal('connectServerNic', { params: { serverId, nicId: nic.id }, body: { connected } })
  ).cmdId;
}

export async function tagsOf({ portal }: Call, serverId: string): Promise<string[]> {
  return (await portal('getServer', { params: { serverId } })).tags;
}

export async function addTag(call: Call, serverId: string, tag: string): Promise<string[]> {
  const tags = await tagsOf(call, serverId);
  await call.portal('tagServer', { params: { serverId }, body: { tags: [...tags, tag] } });
  return await tagsOf(call, serverId);
}

export async function removeTag(call: Call, serverId: string, tag: string): Promise<string[]> {
  const tags = await tagsOf(call, serverId);
  await call.portal('tagServer', {
    params: { serverId },
    body: { tags: tags.filter((candidate) => candidate !== tag) },
  });
  return await tagsOf(call, serverId);
}

export async function allTags({ portal }: Call): Promise<string[]> {
  return (await portal('listServerTags', {})).items.map(({ tag }) => tag);
}

export async function describe({ portal }: Call, serverId: string, text: string): Promise<string> {
  const params = { serverId };
  await portal('describeServer', {
    params,
    body: descriptionOf(text, await portal('getServer', { params })),
  });
  return fullDescription(await portal('getServer', { params }));
}
