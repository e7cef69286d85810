import { randomInt } from 'node:crypto';
import type * as z from 'zod';
import { UserError } from '../../../../contract/errors/errors.ts';
import type { createBody } from '../../servers/contract.ts';
import type { compatibleEndpoints } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import type { Call } from './describe/operations.ts';
import { requireServers } from './describe/select.ts';
import {
  billingModeOf,
  cpuOf,
  flagError,
  listOf,
  parseOptional,
  required,
  toPortalPackageId,
  wholeNumber,
  yesOrNo,
} from './describe/values.ts';
import {
  findDatacenter,
  findImage,
  findNetworkByName,
  type ListedDatacenter,
  listedDatacenters,
  type Network,
  networksOf,
  optionsOf,
} from './serverOptions.ts';

type CreateFields = z.output<typeof compatibleEndpoints.cliCreateServer.body>;
type CloneFields = z.output<typeof compatibleEndpoints.cliCloneServer.body>;
type NewServers = z.input<typeof createBody>;
/** The common format of both hosts' requests. */
type ServerRequest = Omit<
  CloneFields,
  'source-id' | 'source-name' | 'source-server-id' | 'source-server-name' | 'id'
>;

/** Requests a generated password, which is returned only once, in the response. */
const generate = '__generate__';
/** Default size of the first disk (GB). */
const usualDiskGb = 20;

/** Creates servers. The format of the fields determines which host's client is calling. */
export async function createServer(call: Call, fields: CreateFields) {
  const isConsole =
    fields.disk === '' &&
    fields.network === '' &&
    (fields.disk_size_0 !== '' || fields.network_name_0 !== '');
  if (!isConsole)
    return await createServers(call, fields, { imageId: await imageOf(call, fields) });
  const request = wantedFromConsole(fields);
  const created = await createServers(call, request, { imageId: await imageOf(call, request) });
  return Array.isArray(created) ? created.map(Number) : created;
}

/** Clones a server with its disks and all settings that the fields don't override. */
export async function cloneServer(call: Call, fields: CloneFields) {
  const [source] = await requireServers(call, {
    id: fields['source-id'] || fields['source-server-id'] || fields.id,
    name: fields['source-name'] || fields['source-server-name'],
  });
  if (!source) throw new Error('A server was found and is none.');
  const sourceServer = await call.portal('getServer', { params: { serverId: source.id } });
  const datacenter = (await listedDatacenters(call)).find(
    ({ id }) => id === sourceServer.datacenterId,
  );
  const request: ServerRequest = {
    ...fields,
    datacenter: fields.datacenter || (datacenter?.code ?? ''),
    cpu: fields.cpu || `${sourceServer.cores}${sourceServer.cpuType}`,
    ram: fields.ram || String(sourceServer.ramMb),
    disk: fields.disk || sourceServer.disks.map(({ sizeGb }) => `size=${sizeGb}`).join(' '),
    billingcycle: fields.billingcycle || fields.billingCycle || sourceServer.billingMode,
  };
  return await createServers(call, request, { cloneOf: source.id });
}

async function imageOf(call: Call, request: ServerRequest): Promise<string> {
  const datacenter = await findDatacenter(call, required('datacenter', request.datacenter));
  return findImage(await optionsOf(call), datacenter, required('image', request.image)).id;
}

async function createServers(
  call: Call,
  request: ServerRequest,
  source: Pick<NewServers, 'imageId' | 'cloneOf'>,
) {
  const isGenerated = request.password === generate;
  const password = isGenerated ? newPassword() : request.password;
  if (!isGenerated && request.passwordValidate !== '' && request.passwordValidate !== password)
    throw flagError('passwordValidate', '…', localize('create.make.twoPasswordsMustSame'));
  const body = await bodyOf(call, request);
  const { servers } = await withCompatibleErrors(() =>
    call.portal('createServers', {
      body: { ...body, ...source, ...(password ? { password } : {}) },
    }),
  );
  const commandIds = servers.map(({ cmdId }) => String(cmdId));
  return isGenerated ? { commandIds, password } : commandIds;
}

async function bodyOf(
  call: Call,
  request: ServerRequest,
): Promise<Omit<NewServers, 'imageId' | 'cloneOf' | 'password'>> {
  const datacenter = await findDatacenter(call, required('datacenter', request.datacenter));
  const billingMode = billingModeOf(request.billingcycle || request.billingCycle) ?? 'hourly';
  const quantity = request.quantity === '' ? 1 : wholeNumber('quantity', request.quantity);
  const keys = request['ssh-key'].split(/\r?\n/).filter((line) => line.trim() !== '');
  const tags = request.tag.split(/\s+/).filter(Boolean);
  const trafficPackage = parseOptional(request.monthlypackage);
  return {
    datacenterId: datacenter.id,
    name: required('name', request.name),
    ...cpuOf('cpu', request.cpu || '1B'),
    ramMb: wholeNumber('ram', request.ram || '1024'),
    disks: disksOf(request.disk),
    nics: await nicsOf(call, datacenter, request.network),
    billingMode,
    backup: yesOrNo('dailybackup', request.dailybackup) ?? false,
    managed: yesOrNo('managed', request.managed) ?? false,
    powerOn: yesOrNo('poweronaftercreate', request.poweronaftercreate) ?? true,
    ...(quantity > 1 ? { quantity } : {}),
    ...(keys.length > 0 ? { sshKeys: keys } : {}),
    ...firstBootOf(request),
    ...(tags.length > 0 ? { tags } : {}),
    // Only the monthly cycle has packages. Clients send one with the hourly cycle too, which is
    // ignored.
    ...(trafficPackage && billingMode === 'monthly'
      ? { trafficPackage: toPortalPackageId(trafficPackage) }
      : {}),
  };
}

/** Sorted by ID if the disks have IDs. */
function disksOf(value: string): { sizeGb: number }[] {
  const disks = listOf(value);
  if (disks.length === 0) return [{ sizeGb: usualDiskGb }];
  const placed = disks.map((disk, index) => ({
    at: disk.id ? wholeNumber('disk', disk.id) : index,
    sizeGb: disk.size ? wholeNumber('disk', disk.size) : usualDiskGb,
  }));
  return placed.sort((a, b) => a.at - b.at).map(({ sizeGb }) => ({ sizeGb }));
}

async function nicsOf(
  call: Call,
  datacenter: ListedDatacenter,
  value: string,
): Promise<NewServers['nics']> {
  const requestedNics = listOf(value === '' ? 'name=wan,ip=auto' : value);
  const isOwn = requestedNics.some(({ name, ip }) => name?.toLowerCase() !== 'wan' || !isAuto(ip));
  const networks = isOwn ? await networksOf(call, datacenter) : [];
  return requestedNics.map(({ name, ip }) =>
    networkInterfaceOf(networks, required('network', name ?? ''), ip),
  );
}

/** Whether the lowest free address is requested. */
export const isAuto = (ip: string | undefined): boolean => !ip || ip.toLowerCase() === 'auto';

/** A network selected by name, with an address or `auto` for the lowest free one. */
export function networkInterfaceOf(
  networks: readonly Network[],
  name: string,
  ip: string | undefined,
): { networkId: string; address?: string } {
  const found =
    findNetworkByName(networks, name) ??
    networks.find(({ kind, isShared }) => kind === 'wan' && isShared);
  return { networkId: found?.id ?? 'auto', ...(ip && !isAuto(ip) ? { address: ip } : {}) };
}

/** Both run at first boot. A script without an interpreter line is run as a shell script. */
function firstBootOf(request: ServerRequest): Pick<NewServers, 'userData' | 'script'> {
  const [scriptFile, userData] = [request['script-file'].trim(), request['userdata-file'].trim()];
  const script =
    scriptFile === '' || scriptFile.startsWith('#!') ? scriptFile : `#!/bin/sh\n${scriptFile}`;
  if (userData === '') return script === '' ? {} : { userData: script };
  return { userData, ...(script === '' ? {} : { script }) };
}

/** Converts the console host's format, which uses 0 and 1 as booleans. */
function wantedFromConsole(fields: CreateFields): ServerRequest {
  const places = [0, 1, 2, 3] as const;
  const disks = places.flatMap((index) =>
    fields[`disk_size_${index}`] ? [`size=${fields[`disk_size_${index}`]}`] : [],
  );
  const networks = places.flatMap((index) => {
    const name = fields[`network_name_${index}`];
    return name ? [`name=${name},ip=${fields[`network_ip_${index}`] || 'auto'}`] : [];
  });
  return {
    ...fields,
    image: fields.disk_src_0 || fields.image,
    disk: disks.join(' '),
    network: networks.join(' '),
    billingcycle: billingModeOfConsole(fields.billing),
    monthlypackage: fields.traffic,
    dailybackup: fields.backup,
    poweronaftercreate: fields.power,
    'ssh-key': fields.selectedSSHKeyValue,
  };
}

type ConsoleCreate = z.output<typeof compatibleEndpoints.consoleCreateServers.body>;

/**
 * Handles the web console's create form, which has a name per server. Returns one command number
 * per server.
 */
export async function createFromConsole(call: Call, fields: ConsoleCreate): Promise<number[]> {
  const request = wantedFromConsolePage(fields);
  const source = fields.sourceServerId
    ? { cloneOf: fields.sourceServerId }
    : { imageId: await imageOf(call, request) };
  const commandIds: number[] = [];
  for (const name of fields.names) {
    const created = await createServers(call, { ...request, name }, source);
    commandIds.push(...(Array.isArray(created) ? created : created.commandIds).map(Number));
  }
  return commandIds;
}

function wantedFromConsolePage(fields: ConsoleCreate): ServerRequest {
  const networks = fields.netModes.map((mode, index) => {
    const requestedName = fields.netNames[index] ?? '';
    const name =
      mode === 'wan' && (requestedName === '' || requestedName === 'auto') ? 'wan' : requestedName;
    return `name=${name},ip=${fields.netIps[index] || 'auto'}`;
  });
  return {
    ...{ name: '', quantity: '', billingCycle: '' },
    ...{
      datacenter: fields.datacenter,
      image: fields.diskImageId,
      cpu: fields.cpuStr,
      ram: fields.ramMB,
    },
    ...{
      password: fields.password,
      passwordValidate: fields.passwordValidate,
      'ssh-key': fields.selectedSSHKeyValue,
    },
    ...{
      disk: fields.diskSizesGB.map((size) => `size=${size}`).join(' '),
      network: networks.join(' '),
    },
    ...{
      dailybackup: fields.backup,
      managed: fields.managed,
      poweronaftercreate: fields.powerOnCompletion,
    },
    ...{
      billingcycle: billingModeOfConsole(fields.billingMode),
      monthlypackage: fields.trafficPackage,
    },
    ...{ 'script-file': fields.script, 'userdata-file': fields.userData },
    tag: (fields.selectedTags ?? []).map(({ value, label }) => value || label).join(' '),
  };
}

/** The billing mode: 0 is monthly and 1 is hourly. Text is returned unchanged. */
export function billingModeOfConsole(value: string): string {
  if (value === '0') return 'monthly';
  return value === '1' ? 'hourly' : value;
}

/** A password of 20 characters, with each kind of character that guests require. */
function newPassword(): string {
  const kinds = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '!@#$^*()~'];
  const all = kinds.join('');
  const pick = (from: string): string => from[randomInt(from.length)] ?? '';
  const characters = [...kinds.map(pick), ...Array.from({ length: 16 }, () => pick(all))];
  for (let index = characters.length - 1; index > 0; index--) {
    const other = randomInt(index + 1);
    [characters[index], characters[other]] = [characters[other] ?? '', characters[index] ?? ''];
  }
  return characters.join('');
}

/** The clients' names of the portal's fields. */
const consoleFieldNames: Record<string, string> = {
  datacenterId: 'datacenter',
  imageId: 'image',
  cloneOf: 'source-server-id',
  cpuType: 'cpu',
  cores: 'cpu',
  ramMb: 'ram',
  disks: 'disk',
  nics: 'network',
  sshKeys: 'ssh-key',
  userData: 'userdata-file',
  script: 'script-file',
  billingMode: 'billingcycle',
  trafficPackage: 'monthlypackage',
  backup: 'dailybackup',
  powerOn: 'poweronaftercreate',
  tags: 'tag',
};

/** Converts field names in errors to those that the client sent. */
export async function withCompatibleErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const reasons = error.reasons.map((reason) => {
      const field = reason.key?.split('.')[0];
      return field ? { ...reason, key: consoleFieldNames[field] ?? field } : reason;
    });
    throw new UserError(reasons, error.retryAfterSeconds);
  }
}
