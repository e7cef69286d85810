import type { LocalizedText } from '../../../../contract/languages.ts';
import { trafficOverage } from '../rules.ts';
import { localize } from '../texts/localize.ts';

/** Prices are exact decimal text per unit. */
export interface DefaultPrice {
  code: string;
  resource: LocalizedText;
  unit: LocalizedText;
  hourly: string | null;
  monthly: string | null;
  poweredOff: 'charge' | 'free' | 'priced';
  /** For items `priced` while their server is off, with the same billing modes. Omitted: free. */
  offHourly?: string | null;
  offMonthly?: string | null;
  /** A one-time purchase. Omitted: charged by time. */
  isPurchase?: boolean;
  /** Omitted: no included amount. */
  included?: string;
  /** Omitted: one price for all quantities. */
  tiers?: readonly PriceTier[];
  /** Omitted: no minimum price. */
  minimum?: string | null;
}

/** The price above a quantity. A price is null only if the item isn't sold that way. */
export interface PriceTier {
  from: string;
  hourly: string | null;
  monthly: string | null;
}

export const defaultCurrency = 'USD';

export const units = {
  core: localize('units.core'),
  gigabyte: localize('units.gigabyte'),
  address: localize('units.address'),
  package: localize('units.package'),
  server: localize('units.server'),
} satisfies Record<string, LocalizedText>;

const cpu = (
  type: string,
  resource: LocalizedText,
  hourly: string,
  monthly: string,
): DefaultPrice => ({
  ...{ code: `cpu.${type}`, resource, unit: units.core, hourly, monthly },
  poweredOff: 'free',
});

/** A package of monthly internet traffic in gigabytes, in both directions. */
export const trafficPrice = (gigabytes: number, monthly: string | null): DefaultPrice => ({
  code: `traffic.t${gigabytes}`,
  resource: localize('volume.resource', { gigabytes }),
  unit: units.package,
  hourly: null,
  monthly,
  poweredOff: 'charge',
});

/** Unmetered traffic at this speed. */
export const unmeteredPrice = (megabits: number, monthly: string | null): DefaultPrice => ({
  code: `traffic.${megabits}`,
  resource: localize('unmetered.resource', { megabits }),
  unit: units.package,
  hourly: null,
  monthly,
  poweredOff: 'charge',
});

/**
 * The initial price list of a new installation, so that every screen can show prices. The monthly
 * price equals 600 hours, so the last days of a full month are free.
 */
export const defaultPrices: readonly DefaultPrice[] = [
  cpu('A', localize('defaultPrices.cpuTypeAvailability'), '0.0045', '2.70'),
  cpu('B', localize('defaultPrices.cpuTypeBGeneral'), '0.009', '5.40'),
  cpu('T', localize('defaultPrices.cpuTypeTBurstable'), '0.006', '3.60'),
  cpu('D', localize('defaultPrices.cpuTypeDDedicated'), '0.02', '12.00'),
  {
    code: 'ram.gb',
    resource: localize('defaultPrices.resource.memory'),
    unit: units.gigabyte,
    hourly: '0.0035',
    monthly: '2.10',
    poweredOff: 'free',
  },
  {
    code: 'disk.gb',
    resource: localize('defaultPrices.resource.ssdDisk'),
    unit: units.gigabyte,
    hourly: '0.0001',
    monthly: '0.06',
    poweredOff: 'charge',
  },
  {
    code: 'ip.wan',
    resource: localize('defaultPrices.resource.publicIpAddress'),
    unit: units.address,
    hourly: '0.002',
    monthly: '1.20',
    poweredOff: 'charge',
  },
  trafficPrice(1000, '2.00'),
  trafficPrice(5000, '9.00'),
  trafficPrice(10_000, '17.00'),
  unmeteredPrice(10, '6.00'),
  unmeteredPrice(50, '25.00'),
  unmeteredPrice(100, '45.00'),
  {
    code: trafficOverage,
    resource: localize('defaultPrices.resource.trafficOverage'),
    unit: units.gigabyte,
    hourly: null,
    monthly: '0.01',
    poweredOff: 'charge',
  },
  {
    code: 'backup.gb',
    resource: localize('defaultPrices.resource.dailyBackup'),
    unit: units.gigabyte,
    hourly: '0.00006',
    monthly: '0.036',
    poweredOff: 'charge',
  },
  {
    code: 'snapshot.gb',
    resource: localize('defaultPrices.resource.snapshot'),
    unit: units.gigabyte,
    hourly: '0.00008',
    monthly: '0.048',
    poweredOff: 'charge',
  },
  {
    code: 'image.gb',
    resource: localize('defaultPrices.resource.privateImage'),
    unit: units.gigabyte,
    hourly: '0.00005',
    monthly: '0.03',
    poweredOff: 'charge',
  },
  {
    code: 'managed.server',
    resource: localize('defaultPrices.resource.managedService'),
    unit: units.server,
    hourly: null,
    monthly: '60.00',
    poweredOff: 'charge',
  },
];
