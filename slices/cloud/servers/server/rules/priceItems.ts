import { isAlwaysHourly } from '../../../../money/pricing/server/index.ts';
import type { BillingMode, CpuType, Power } from './facts.ts';

/** The priced parts of a server. */
export interface PricedConfiguration {
  cpuType: CpuType;
  cores: number;
  ramMb: number;
  /** Total size of all disks. */
  diskGb: number;
  /** Network interfaces with a public address. */
  publicAddresses: number;
  imagePriceItem: string | null;
  trafficPackage: string | null;
  hasBackup: boolean;
  isManaged: boolean;
  /** Total size of all snapshots. */
  snapshotBytes: number;
  billingMode: BillingMode;
  power: Power;
}

/** A price list item the server currently uses. `quantity` is exact decimal text above zero. */
export interface ServerPriceItem {
  item: string;
  quantity: string;
  mode: BillingMode;
  powerState: 'on' | 'off';
}

/**
 * The price list items of a configuration and power state. Price lists can have different prices
 * for servers that are off. A suspended server keeps its memory, so it counts as on. Snapshots are
 * always hourly because they are short-lived.
 */
export function serverPriceItems(configuration: PricedConfiguration): ServerPriceItem[] {
  const { cpuType, cores, ramMb, diskGb, publicAddresses, billingMode, snapshotBytes } =
    configuration;
  const powerState = configuration.power === 'off' ? 'off' : 'on';
  const items: [item: string, quantity: number][] = [
    [`cpu.${cpuType}`, cores],
    ['ram.gb', ramMb / 1024],
    ['disk.gb', diskGb],
    ['ip.wan', publicAddresses],
  ];
  if (configuration.imagePriceItem) items.push([configuration.imagePriceItem, 1]);
  if (configuration.trafficPackage) items.push([`traffic.${configuration.trafficPackage}`, 1]);
  if (configuration.hasBackup) items.push(['backup.gb', diskGb]);
  if (configuration.isManaged) items.push(['managed.server', 1]);
  items.push(['snapshot.gb', snapshotBytes / 2 ** 30]);
  return items.flatMap(([item, quantity]) => {
    const text = decimalText(quantity);
    const mode = isAlwaysHourly(item) ? 'hourly' : billingMode;
    return text === null ? [] : [{ item, quantity: text, mode, powerState }];
  });
}

/** Rounded to four decimals, like price quantities. Null when the result is zero. */
function decimalText(value: number): string | null {
  const text = value.toFixed(4).replace(/\.?0+$/, '');
  return text === '0' ? null : text;
}
