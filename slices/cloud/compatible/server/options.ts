import type { Call } from './describe/operations.ts';
import { toForeignPackageId } from './describe/values.ts';
import {
  describePlace,
  findDatacenter,
  findImage,
  imagesIn,
  type ListedDatacenter,
  listedDatacenters,
  type Network,
  networkName,
  networksOf,
  type OfferedImage,
  type Options,
  optionsOf,
  qualifiedImageId,
} from './serverOptions.ts';

export interface OptionsQuery {
  datacenter: string;
  capabilities: string;
  sizes: string;
  images: string;
}

/** The options for servers, in the requested format. */
export async function readOptions(call: Call, query: OptionsQuery) {
  if (query.capabilities)
    return await capabilitiesOf(call, await findDatacenter(call, query.datacenter));
  if (query.sizes) return await sizesOf(call, await findDatacenter(call, query.datacenter));
  if (query.images) return await imagesOf(call, await findDatacenter(call, query.datacenter));
  if (query.datacenter) return (await listedDatacenters(call)).map(describePlace);
  return await loadAllOptions(call);
}

const cpuNames = {
  A: ['Availability', 'Shares a thread with other servers'],
  B: ['General Purpose', 'Has a thread kept for it'],
  T: ['Burstable', 'Shares a thread, with short bursts'],
  D: ['Dedicated', 'Has a whole core, with its two threads'],
} as const;

const cpusOf = ({ limits }: ListedDatacenter): string[] =>
  limits.cpuTypes.flatMap(({ type, cores }) => cores.map((count) => `${count}${type}`));
const ramOf = ({ limits }: ListedDatacenter): Record<string, number[]> =>
  Object.fromEntries(limits.cpuTypes.map(({ type }) => [type, limits.ramMb]));

/** The minimum memory of an image for each processor type. */
const minRamByCpuType = (
  { limits }: ListedDatacenter,
  { minRamMb }: OfferedImage,
): Record<string, number> =>
  Object.fromEntries(limits.cpuTypes.map(({ type }) => [type, minRamMb]));

const packagesOf = ({ trafficPackages }: Options): { id: string; info: string }[] =>
  trafficPackages.map(({ id, title }) => ({ id: toForeignPackageId(id), info: title }));

/** The default package of clients: the one they expect, or else the first. */
export function defaultPackage(packages: readonly { id: string }[]): string {
  return packages.find(({ id }) => id === 't5000')?.id ?? packages[0]?.id ?? '';
}

export const diskImageOf = (datacenter: ListedDatacenter, image: OfferedImage) => ({
  description: image.name,
  id: qualifiedImageId(datacenter, image.id),
  sizeGB: image.minDiskGb,
  usageInfo: image.loginUser ? `Sign in as ${image.loginUser}.` : '',
  guestDescription: image.os,
  freeTextOne: '',
  freeTextTwo: '',
  additionalDisks: [],
});

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** The combined options of all datacenters, by processor type. */
export function coresOfAll(places: readonly ListedDatacenter[]): Map<string, number[]> {
  return unionOf(
    places.flatMap(({ limits }) =>
      limits.cpuTypes.map(({ type, cores }) => [type, cores] as const),
    ),
  );
}
const ramOfAll = (places: readonly ListedDatacenter[]): Record<string, number[]> =>
  Object.fromEntries(unionOf(places.flatMap((datacenter) => Object.entries(ramOf(datacenter)))));

function unionOf(parts: readonly (readonly [string, readonly number[]])[]): Map<string, number[]> {
  const all = new Map<string, number[]>();
  for (const [key, values] of parts)
    all.set(
      key,
      unique([...(all.get(key) ?? []), ...values]).sort((a, b) => a - b),
    );
  return all;
}

async function loadAllOptions(call: Call) {
  const options = await optionsOf(call);
  const networks = await networksOf(call);
  const places = options.datacenters;
  const byPlace = <T>(pick: (datacenter: ListedDatacenter) => T): Record<string, T> =>
    Object.fromEntries(places.map((datacenter) => [datacenter.code, pick(datacenter)]));
  return {
    billing: [...options.billingModes],
    cpu: [...coresOfAll(places)].flatMap(([type, cores]) =>
      cores.map((count) => `${count}${type}`),
    ),
    datacenters: byPlace((datacenter) => `${datacenter.code}: ${describePlace(datacenter).name}`),
    disk: unique(places.flatMap(({ limits }) => limits.diskGb)).sort((a, b) => a - b),
    diskImages: byPlace((datacenter) =>
      imagesIn(options, datacenter).map((image) => diskImageOf(datacenter, image)),
    ),
    networks: byPlace((datacenter) => [
      { name: 'wan', ips: 'auto' as string | string[] },
      ...networks
        .filter((network) => network.datacenterId === datacenter.id && network.kind !== 'wan')
        .map(describeChoice),
    ]),
    ram: ramOfAll(places),
    traffic: byPlace(() => packagesOf(options)),
  };
}

/** `auto` stands for any free address, because listing all free ones could return thousands. */
const describeChoice = (network: Network): { name: string; ips: string | string[] } => ({
  name: networkName(network),
  ips: 'auto',
});

async function capabilitiesOf(call: Call, datacenter: ListedDatacenter) {
  const packages = packagesOf(await optionsOf(call));
  return {
    diskSizeGB: [...datacenter.limits.diskGb],
    monthlyTrafficPackage: Object.fromEntries(packages.map(({ id, info }) => [id, info])),
    defaultMonthlyTrafficPackage: defaultPackage(packages),
    cpuTypes: datacenter.limits.cpuTypes.map(({ type, cores }) => ({
      ...{ id: type, name: `Type ${type} - ${cpuNames[type][0]}`, description: cpuNames[type][1] },
      ...{ cpuCores: [...cores], ramMB: [...datacenter.limits.ramMb] },
    })),
  };
}

const sizes = [
  { id: 'small', cpuCores: 1, ramMB: 2048, diskSizeGB: 30 },
  { id: 'medium', cpuCores: 2, ramMB: 4096, diskSizeGB: 60 },
  { id: 'large', cpuCores: 4, ramMB: 8192, diskSizeGB: 100 },
] as const;

/** The next larger size offered, or the largest. */
const nextSize = (available: readonly number[], minimum: number): number =>
  [...available].sort((a, b) => a - b).find((value) => value >= minimum) ?? Math.max(...available);

async function sizesOf(call: Call, datacenter: ListedDatacenter) {
  const monthlyTrafficPackage = defaultPackage(packagesOf(await optionsOf(call)));
  const type =
    datacenter.limits.cpuTypes.find((candidate) => candidate.type === 'B') ??
    datacenter.limits.cpuTypes[0];
  if (!type) return [];
  return sizes.map((size) => ({
    id: size.id,
    ramMB: nextSize(datacenter.limits.ramMb, size.ramMB),
    cpuCores: nextSize(type.cores, size.cpuCores),
    cpuType: type.type,
    diskSizeGB: nextSize(datacenter.limits.diskGb, size.diskSizeGB),
    monthlyTrafficPackage,
  }));
}

async function imagesOf(call: Call, datacenter: ListedDatacenter) {
  return imagesIn(await optionsOf(call), datacenter).map((image) => ({
    ...{
      datacenter: datacenter.code,
      os: image.os,
      id: qualifiedImageId(datacenter, image.id),
      name: image.name,
      code: image.code,
    },
    osDiskSizeGB: image.minDiskGb,
    ramMBMin: minRamByCpuType(datacenter, image),
  }));
}

/** Like `readOptions`, in the format of the web console. */
export async function datacenterConfiguration(call: Call, code: string) {
  const datacenter = await findDatacenter(call, code);
  const options = await optionsOf(call);
  const packages = packagesOf(options);
  const images = imagesIn(options, datacenter);
  return {
    diskSizesGBConf: [...datacenter.limits.diskGb],
    trafficPackage: defaultPackage(packages),
    trafficPackageConf: packages.map(({ id }) => id),
    cpuConf: Object.fromEntries(
      datacenter.limits.cpuTypes.map(({ type, cores }) => [type, [...cores]]),
    ),
    ramMBConf: ramOf(datacenter),
    serverCategoryDiskImages: unique(images.map(({ os }) => os)).map((os) => ({
      oStitleName: os,
      diskImages: images
        .filter((image) => image.os === os)
        .map((image) => ({
          ...{
            id: qualifiedImageId(datacenter, image.id),
            description: image.name,
            name: image.code,
            osDiskSizeGB: image.minDiskGb,
          },
          ramMBMin: minRamByCpuType(datacenter, image),
        })),
    })),
  };
}

const requirementsOf = ({ minRamMb, minDiskGb }: OfferedImage) => ({
  minCpu: 1,
  minRamMB: minRamMb,
  minDiskSize: minDiskGb,
});

export async function listDatacenterImages(call: Call, code: string) {
  const datacenter = await findDatacenter(call, code);
  return imagesIn(await optionsOf(call), datacenter).map((image) => {
    const { id, description, sizeGB, additionalDisks } = diskImageOf(datacenter, image);
    return { id, description, sizeGB, additionalDisks, minRequirements: requirementsOf(image) };
  });
}

/** The options of an image. Its ID contains the datacenter: `EU:hex`. */
export async function readImageOptions(call: Call, imageId: string) {
  const options = await optionsOf(call);
  const datacenter = await findDatacenter(call, imageId.split(':')[0] ?? '');
  const image = findImage(options, datacenter, imageId);
  return {
    ...{
      datacenter: datacenter.code,
      image: image.name,
      cpu: cpusOf(datacenter),
      ram: ramOf(datacenter),
      disk: [...datacenter.limits.diskGb],
    },
    ...{
      billing: [...options.billingModes],
      traffic: packagesOf(options).map(({ id }) => ({ name: id })),
    },
    imageRequirements: requirementsOf(image),
  };
}
