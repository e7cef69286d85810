import type { Language } from '../../../contract/languages.ts';
import { trafficOverage } from '../rules.ts';

type Texts = Record<Language, string>;

/** Prices are exact decimal text of one unit. */
export interface DefaultPrice {
  code: string;
  resource: Texts;
  unit: Texts;
  hourly: string | null;
  monthly: string | null;
  poweredOff: 'charge' | 'free' | 'priced';
  /** Of what is `priced` while its server is off; sold as the item is. Left out: nothing. */
  offHourly?: string | null;
  offMonthly?: string | null;
  /** Left out: by time. */
  isPurchase?: boolean;
  /** Left out: nothing. */
  included?: string;
  /** Left out: one price for all. */
  tiers?: readonly PriceTier[];
  /** Left out: none. */
  minimum?: string | null;
}

/**
 * From the quantity on, what lies above it costs this. A price is null just when the item is not
 * sold that way.
 */
export interface PriceTier {
  from: string;
  hourly: string | null;
  monthly: string | null;
}

export const defaultCurrency = 'USD';

export const units = {
  core: { en: 'core', he: 'ליבה' },
  gigabyte: { en: 'GB', he: 'GB' },
  address: { en: 'address', he: 'כתובת' },
  package: { en: 'package', he: 'חבילה' },
  server: { en: 'server', he: 'שרת' },
} satisfies Record<string, Texts>;

const cpu = (type: string, resource: Texts, hourly: string, monthly: string): DefaultPrice => ({
  ...{ code: `cpu.${type}`, resource, unit: units.core, hourly, monthly },
  poweredOff: 'free',
});

/** Gigabytes to and from the outside in a month. */
export const volume = (gigabytes: number, monthly: string | null): DefaultPrice => ({
  code: `traffic.t${gigabytes}`,
  resource: { en: `Traffic, ${gigabytes} GB per month`, he: `תעבורה, ${gigabytes} GB לחודש` },
  unit: units.package,
  hourly: null,
  monthly,
  poweredOff: 'charge',
});

/** A line of this speed, not counted. */
export const unmetered = (megabits: number, monthly: string | null): DefaultPrice => ({
  code: `traffic.${megabits}`,
  resource: {
    en: `Unmetered traffic, ${megabits} Mbit/s`,
    he: `תעבורה ללא הגבלה, ${megabits} Mbit/s`,
  },
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
  cpu('A', { en: 'CPU type A, availability', he: 'מעבד מסוג A, זמינות' }, '0.0045', '2.70'),
  cpu('B', { en: 'CPU type B, general purpose', he: 'מעבד מסוג B, כללי' }, '0.009', '5.40'),
  cpu('T', { en: 'CPU type T, burstable', he: 'מעבד מסוג T, מתפרץ' }, '0.006', '3.60'),
  cpu('D', { en: 'CPU type D, dedicated', he: 'מעבד מסוג D, ייעודי' }, '0.02', '12.00'),
  {
    code: 'ram.gb',
    resource: { en: 'Memory', he: 'זיכרון' },
    unit: units.gigabyte,
    hourly: '0.0035',
    monthly: '2.10',
    poweredOff: 'free',
  },
  {
    code: 'disk.gb',
    resource: { en: 'SSD disk', he: 'דיסק SSD' },
    unit: units.gigabyte,
    hourly: '0.0001',
    monthly: '0.06',
    poweredOff: 'charge',
  },
  {
    code: 'ip.wan',
    resource: { en: 'Public IP address', he: 'כתובת IP ציבורית' },
    unit: units.address,
    hourly: '0.002',
    monthly: '1.20',
    poweredOff: 'charge',
  },
  volume(1000, '2.00'),
  volume(5000, '9.00'),
  volume(10_000, '17.00'),
  unmetered(10, '6.00'),
  unmetered(50, '25.00'),
  unmetered(100, '45.00'),
  {
    code: trafficOverage,
    resource: { en: 'Traffic overage', he: 'תעבורה מעבר לחבילה' },
    unit: units.gigabyte,
    hourly: null,
    monthly: '0.01',
    poweredOff: 'charge',
  },
  {
    code: 'backup.gb',
    resource: { en: 'Daily backup', he: 'גיבוי יומי' },
    unit: units.gigabyte,
    hourly: '0.00006',
    monthly: '0.036',
    poweredOff: 'charge',
  },
  {
    code: 'snapshot.gb',
    resource: { en: 'Snapshot', he: 'תמונת מצב' },
    unit: units.gigabyte,
    hourly: '0.00008',
    monthly: '0.048',
    poweredOff: 'charge',
  },
  {
    code: 'image.gb',
    resource: { en: 'Private image', he: 'תמונה פרטית' },
    unit: units.gigabyte,
    hourly: '0.00005',
    monthly: '0.03',
    poweredOff: 'charge',
  },
  {
    code: 'managed.server',
    resource: { en: 'Managed service', he: 'שירות מנוהל' },
    unit: units.server,
    hourly: null,
    monthly: '60.00',
    poweredOff: 'charge',
  },
];
