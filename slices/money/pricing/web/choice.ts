/**
 * The sizes from section 9 of the specification, and the limits of a server. Disks and memory are
 * in GB.
 */
export const coreCounts = [1, 2, 4, 6, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64, 72];
export const ramSizes = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512];
const thousands = Array.from({ length: 14 }, (_, index) => 3000 + 1000 * index);
export const diskSizes = [
  5,
  10,
  15,
  20,
  30,
  40,
  50,
  60,
  80,
  100,
  200,
  300,
  500,
  1000,
  1500,
  2000,
  ...thousands,
];
export const addressCounts = [0, 1, 2, 3, 4, 5, 6, 7, 8];
export const maxDisks = 16;
export const maxHours = 744;
/** The hours of months with 28, 30, and 31 days, and of 22 days of eight hours. */
export const usualHours = [176, 672, 720, 744];
export const maxServers = 100;
/** The maximum number of choices that can be compared. */
export const maxChoices = 4;

/** The calculator configuration. */
export interface Choice {
  /** The number of identical servers. */
  servers: number;
  cpu: string;
  cores: number;
  ram: number;
  disks: readonly number[];
  addresses: number;
  /** The ID of the package, such as `t5000`. Empty for none. */
  traffic: string;
  /** The item ID of the image's price, such as `windows`. Empty for a free image. */
  image: string;
  hasBackup: boolean;
  isManaged: boolean;
  mode: 'hourly' | 'monthly';
  hours: number;
}

export const firstChoice: Choice = {
  servers: 1,
  cpu: 'B',
  cores: 2,
  ram: 4,
  disks: [50],
  addresses: 1,
  traffic: 't5000',
  image: '',
  hasBackup: false,
  isManaged: false,
  mode: 'hourly',
  hours: maxHours,
};

type Search = Record<string, string | undefined>;

const oneOf = (value: string | undefined, allowed: readonly number[], fallback: number): number => {
  const number = Number(value);
  return value !== undefined && allowed.includes(number) ? number : fallback;
};

/**
 * Reads the choice from URL parameters with this suffix. Missing or unavailable values get their
 * defaults.
 */
function parseChoice(search: Search, end = ''): Choice {
  const choiceValue = (name: string) => search[`${name}${end}`];
  const disks = (choiceValue('disks') ?? '').split('-').map(Number);
  const hours = Number(choiceValue('hours'));
  const servers = Number(choiceValue('servers'));
  const matching = (name: string, pattern: RegExp, fallback: string) =>
    pattern.test(choiceValue(name) ?? '') ? (choiceValue(name) as string) : fallback;
  return {
    servers:
      Number.isInteger(servers) && servers >= 1 && servers <= maxServers
        ? servers
        : firstChoice.servers,
    cpu: matching('cpu', /^[A-Z]$/, firstChoice.cpu),
    cores: oneOf(choiceValue('cores'), coreCounts, firstChoice.cores),
    ram: oneOf(choiceValue('ram'), ramSizes, firstChoice.ram),
    disks:
      disks.length <= maxDisks && disks.every((size) => diskSizes.includes(size))
        ? disks
        : firstChoice.disks,
    addresses: oneOf(choiceValue('ip'), addressCounts, firstChoice.addresses),
    traffic:
      choiceValue('traffic') === 'none'
        ? ''
        : matching('traffic', /^t?\d{1,6}$/, firstChoice.traffic),
    image: matching('image', /^[A-Za-z0-9][\w.-]{0,60}$/, ''),
    hasBackup: choiceValue('backup') === '1',
    isManaged: choiceValue('managed') === '1',
    mode: choiceValue('mode') === 'monthly' ? 'monthly' : 'hourly',
    hours: Number.isInteger(hours) && hours >= 1 && hours <= maxHours ? hours : maxHours,
  };
}

/** The URL parameters of the choice. */
function searchOf(choice: Choice, end = ''): Record<string, string> {
  const parts = {
    cpu: choice.cpu,
    cores: String(choice.cores),
    ram: String(choice.ram),
    disks: choice.disks.join('-'),
    ip: String(choice.addresses),
    traffic: choice.traffic === '' ? 'none' : choice.traffic,
    mode: choice.mode,
    ...(choice.servers === 1 ? {} : { servers: String(choice.servers) }),
    ...(choice.image === '' ? {} : { image: choice.image }),
    ...(choice.hasBackup ? { backup: '1' } : {}),
    ...(choice.isManaged ? { managed: '1' } : {}),
    ...(choice.hours < maxHours && choice.mode === 'hourly' ? { hours: String(choice.hours) } : {}),
  };
  return Object.fromEntries(Object.entries(parts).map(([name, value]) => [`${name}${end}`, value]));
}

/**
 * In a URL, the first choice has plain parameter names, and the others have `cpu2`, `cpu3`, and so
 * on.
 */
const ends = Array.from({ length: maxChoices }, (_, position) =>
  position === 0 ? '' : String(position + 1),
);

export const parseChoices = (search: Search): Choice[] =>
  ends
    .filter((end, position) => position === 0 || search[`cpu${end}`] !== undefined)
    .map((end) => parseChoice(search, end));

export const searchOfAll = (choices: readonly Choice[]): Record<string, string> =>
  Object.assign(
    {},
    ...choices.slice(0, maxChoices).map((choice, position) => searchOf(choice, ends[position])),
  );

interface ChosenItem {
  item: string;
  quantity: string;
  mode: 'hourly' | 'monthly';
  powerState?: 'off';
}

/** The price items of one server of the choice. Items that aren't on the price list are omitted. */
export function itemsOf(
  choice: Choice,
  pricedItems: ReadonlySet<string>,
  isOff = false,
): ChosenItem[] {
  const gigabytes = choice.disks.reduce((sum, size) => sum + size, 0);
  const quantities: [string, number][] = [
    [`cpu.${choice.cpu}`, choice.cores],
    ['ram.gb', choice.ram],
    ['disk.gb', gigabytes],
    ['ip.wan', choice.addresses],
    [`traffic.${choice.traffic}`, choice.traffic === '' ? 0 : 1],
    [`image.${choice.image}`, choice.image === '' ? 0 : 1],
    ['backup.gb', choice.hasBackup ? gigabytes : 0],
    ['managed.server', choice.isManaged ? 1 : 0],
  ];
  return quantities
    .filter(([item, quantity]) => quantity > 0 && pricedItems.has(item))
    .map(([item, quantity]) => ({
      item,
      quantity: String(quantity),
      mode: choice.mode,
      ...(isOff ? { powerState: 'off' as const } : {}),
    }));
}

/** Multiplies an amount exactly. Amounts are decimal text. */
export function multiply(amount: string, count: number): string {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const product = (BigInt(`${whole}${fraction}`) * BigInt(count))
    .toString()
    .padStart(fraction.length + 1, '0');
  const sign = amount.startsWith('-') ? '-' : '';
  return fraction === ''
    ? `${sign}${product}`
    : `${sign}${product.slice(0, -fraction.length)}.${product.slice(-fraction.length)}`;
}

/** Adds up amounts of one currency exactly. */
export function sumOf(amounts: readonly string[]): string {
  const digits = Math.max(0, ...amounts.map((amount) => (amount.split('.')[1] ?? '').length));
  const units = amounts.map((amount) => {
    const [whole = '0', fraction = ''] = amount.split('.');
    return BigInt(`${whole}${fraction.padEnd(digits, '0')}`);
  });
  const sum = units.reduce((total, unit) => total + unit, 0n);
  const text = (sum < 0n ? -sum : sum).toString().padStart(digits + 1, '0');
  const sign = sum < 0n ? '-' : '';
  return digits === 0
    ? `${sign}${text}`
    : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
