import type { Answer } from '../../../../../../web/client.ts';
import type { ChosenApp } from './application.ts';

export type Options = Answer<'getCreateOptions'>;
export type CloneOptions = Answer<'getCloneOptions'>;
export type Datacenter = Options['datacenters'][number];
export type Image = Options['images'][number];
export type Preset = Options['presets'][number];
export type CpuType = Preset['cpuType'];
export type BillingMode = Options['billingModes'][number];

/** The state of the form. Disk sizes are in GB (2^30 bytes), memory in MB (2^20 bytes). */
export interface ServerForm {
  name: string;
  quantity: number;
  datacenterId: string;
  /** Null when no image is selected yet or a server is copied. */
  imageId: string | null;
  /** The server to copy. Null when the server is created from an image. */
  cloneOf: string | null;
  /** The snapshot of `cloneOf` whose disks are copied. */
  snapshotId: string | null;
  cpuType: CpuType;
  cores: number;
  ramMb: number;
  /** The first is the boot disk. */
  disks: readonly number[];
  /** A network ID, or `auto` for the public network of the datacenter. */
  nics: readonly string[];
  /** Chosen addresses by interface index. Empty or missing: the next free address. */
  nicAddresses: readonly string[];
  usesPassword: boolean;
  password: string;
  /** The selected keys among those used before. */
  knownKeys: readonly string[];
  /** Newly entered keys, one per line. */
  newKeys: string;
  userData: string;
  billingMode: BillingMode;
  /** Empty for none. */
  trafficPackage: string;
  hasBackup: boolean;
  isManaged: boolean;
  /** Comma-separated, as entered. */
  tags: string;
  /** cloud-init policies, in the order of selection. */
  policies: readonly string[];
  /** Null for a server without an app. */
  app: ChosenApp | null;
}

const empty = {
  quantity: 1,
  nics: ['auto'],
  nicAddresses: [],
  knownKeys: [],
  newKeys: '',
  userData: '',
  trafficPackage: '',
  hasBackup: false,
  isManaged: false,
  tags: '',
  policies: [],
  app: null,
} as const;

export const datacenterOf = (options: Options, id: string): Datacenter | undefined =>
  options.datacenters.find((one) => one.id === id);
export const imageOf = (options: Options, id: string | null): Image | undefined =>
  options.images.find((one) => one.id === id);
export const isReadyIn = (image: Image, datacenterId: string): boolean =>
  image.readyIn.includes(datacenterId);

/**
 * The initial form with the small preset, valid without any input. Null when no datacenter is
 * available.
 */
export function openForm(options: Options, password: string): ServerForm | null {
  const datacenter =
    options.datacenterId === null ? undefined : datacenterOf(options, options.datacenterId);
  if (!datacenter) return null;
  const presets = options.presets.filter(({ datacenterId }) => datacenterId === datacenter.id);
  const preset = presets.find(({ id }) => id === 'small') ?? presets[0];
  const [cpu] = datacenter.limits.cpuTypes;
  const form: ServerForm = {
    ...empty,
    name: options.suggestedName,
    datacenterId: datacenter.id,
    imageId:
      preset?.imageId ??
      options.images.find((image) => isReadyIn(image, datacenter.id))?.id ??
      null,
    cloneOf: null,
    snapshotId: null,
    cpuType: cpu?.type ?? 'B',
    cores: cpu?.cores[0] ?? 1,
    ramMb: datacenter.limits.ramMb[0] ?? 1024,
    disks: [datacenter.limits.diskGb[0] ?? 5],
    usesPassword: true,
    password,
    billingMode: options.billingModes[0] ?? 'hourly',
  };
  return preset ? withPreset(form, preset, options) : clampToLimits(form, options);
}

/**
 * The form for a copy, with the server's configuration. Accounts on the server are copied too, so
 * the form has no password.
 */
export function openCloneForm(
  source: { serverId: string; snapshotId: string | null },
  clone: CloneOptions,
  password: string,
): ServerForm {
  return {
    ...empty,
    ...{
      name: clone.suggestedName,
      datacenterId: clone.datacenterId,
      imageId: null,
      cloneOf: source.serverId,
      snapshotId: source.snapshotId,
    },
    ...{
      cpuType: clone.cpuType,
      cores: clone.cores,
      ramMb: clone.ramMb,
      billingMode: clone.billingMode,
    },
    disks: clone.disks.map(({ sizeGb }) => sizeGb),
    nics: clone.nics.map(({ networkId }) => networkId),
    ...{ usesPassword: false, password, hasBackup: clone.backup, isManaged: clone.managed },
    trafficPackage: clone.trafficPackage ?? '',
    tags: clone.tags.join(', '),
  };
}

export function withPreset(form: ServerForm, preset: Preset, options: Options): ServerForm {
  const { cpuType, cores, ramMb, diskGb } = preset;
  return clampToLimits(
    { ...form, cpuType, cores, ramMb, disks: [diskGb, ...form.disks.slice(1)] },
    options,
  );
}

/** The preset with these sizes, regardless of the other choices. */
export function presetOf(
  { cpuType, cores, ramMb, disks }: ServerForm,
  presets: readonly Preset[],
): Preset | undefined {
  return presets.find(
    (preset) =>
      preset.cpuType === cpuType &&
      preset.cores === cores &&
      preset.ramMb === ramMb &&
      disks.length === 1 &&
      preset.diskGb === disks[0],
  );
}

/**
 * Switches the datacenter. Networks are reset, and the image changes if it isn't available there.
 */
export function withDatacenter(
  form: ServerForm,
  datacenterId: string,
  options: Options,
): ServerForm {
  const current = imageOf(options, form.imageId);
  const image =
    current && isReadyIn(current, datacenterId)
      ? current
      : options.images.find((one) => isReadyIn(one, datacenterId));
  return clampToLimits(
    {
      ...form,
      datacenterId,
      imageId: image?.id ?? null,
      nics: form.nics.map(() => 'auto'),
      nicAddresses: [],
    },
    options,
  );
}

/** The smallest offered size that is large enough, otherwise the largest. */
const smallestFitting = (available: readonly number[], minimum: number): number =>
  available.find((size) => size >= minimum) ?? available.at(-1) ?? minimum;

/** Adjusts the sizes to what the datacenter offers and to the minimum of the image. */
export function clampToLimits(form: ServerForm, options: Options): ServerForm {
  const limits = datacenterOf(options, form.datacenterId)?.limits;
  if (!limits) return form;
  const image = imageOf(options, form.imageId);
  const least = form.app?.minimum ?? { cores: 1, ramMb: 0, diskGb: 0 };
  const cpu = limits.cpuTypes.find(({ type }) => type === form.cpuType) ?? limits.cpuTypes[0];
  const [boot = 0, ...others] = form.disks;
  return {
    ...form,
    cpuType: cpu?.type ?? form.cpuType,
    cores: smallestFitting(cpu?.cores ?? [], Math.max(form.cores, least.cores)),
    ramMb: smallestFitting(limits.ramMb, Math.max(form.ramMb, image?.minRamMb ?? 0, least.ramMb)),
    disks: [
      smallestFitting(limits.diskGb, Math.max(boot, image?.minDiskGb ?? 0, least.diskGb)),
      ...others.map((size) => smallestFitting(limits.diskGb, size)),
    ],
  };
}
