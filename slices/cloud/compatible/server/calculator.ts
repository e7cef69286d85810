import * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import { ownReach } from '../../../../server/platform/access/objectAccess.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { defineSetting, readSetting } from '../../../../server/platform/settings/settings.ts';
import { localize } from '../texts/localize.ts';
import { type Call, readOnly } from './describe/operations.ts';
import { toForeignPackageId } from './describe/values.ts';
import { coresOfAll } from './options.ts';
import {
  type ListedDatacenter,
  type OfferedImage,
  type Options,
  optionsOf,
  qualifiedImageId,
} from './serverOptions.ts';

export const isOpen = defineSetting({
  id: 'compatible.calculator',
  schema: z.boolean(),
  fallback: true,
  level: 'site',
  access: 'settings.manage',
  title: localize('isOpen'),
});

/**
 * The site's price list as a script that published clients parse (`var prd_prices = '<JSON>';`).
 * They read the text between the first and the last quote, so no text in it may contain quotes or
 * backslashes. Throws `compatiblePathUnknown` if the site doesn't publish it.
 */
export async function calculatorScript(ctx: Context): Promise<string> {
  if (!(await readSetting(ctx, isOpen)))
    throw userError('compatiblePathUnknown', { given: '/info/calculator.js.php' });
  return await readOnly(
    visitorOf(ctx),
    async (call) => `var prd_prices = '${JSON.stringify(await calculatorOf(call))}';\n`,
  );
}

/** A context for anonymous visitors, who can see the catalog and public resources. */
function visitorOf(ctx: Context): SignedInContext {
  const { site, language } = ctx;
  const userId = '00000000-0000-0000-0000-000000000000';
  return {
    ...ctx,
    actor: {
      userId,
      siteId: site.id,
      sitePath: site.path,
      role: 'user',
      email: '',
      parentId: null,
      language,
      reach: ownReach,
    },
  };
}

const unquoted = (text: string): string => text.replace(/['"\\<>\p{Cc}\u2028\u2029]/gu, ' ');

interface Option {
  value: string;
  description: string;
  price: number;
}

const group = (description: string, options: readonly Option[]) => [{ description, options }];

/**
 * A monthly price. The portal's prices are exact decimal text, but clients expect numbers, so they
 * are rounded to a hundredth of a cent.
 */
const priceOf = (unitPrice: number, quantity = 1): number =>
  Math.round(unitPrice * quantity * 10_000) / 10_000;

async function calculatorOf(call: Call) {
  const prices = await monthlyPrices(call);
  const unitPriceOf = (code: string): number => prices.get(code) ?? 0;
  const options = await optionsOf(call);
  const places = options.datacenters;
  const types = [...coresOfAll(places)];
  const sizes = (sizesOf: (datacenter: ListedDatacenter) => readonly number[]) =>
    [...new Set(places.flatMap(sizesOf))].sort((a, b) => a - b);
  const ramSizes = sizes(({ limits }) => limits.ramMb);
  return {
    datacenters: places.map(({ code }) => code),
    base: group('Base', [{ value: 'Base Price', description: '', price: 0 }]),
    cpu: group(
      'Processors',
      types.flatMap(([type, cores]) =>
        cores.map((count) => ({
          value: `${count}${type}`,
          description: `${count} type ${type}`,
          price: priceOf(unitPriceOf(`cpu.${type}`), count),
        })),
      ),
    ),
    ...Object.fromEntries(
      types.map(([type]) => [
        `ramMB.${type}`,
        group(
          `Memory of type ${type}`,
          ramSizes.map((mb) => ({
            value: String(mb),
            description: `${mb} MB`,
            price: priceOf(unitPriceOf('ram.gb'), mb / 1024),
          })),
        ),
      ]),
    ),
    diskGB: group(
      'Disk',
      sizes(({ limits }) => limits.diskGb).map((gb) => ({
        value: String(gb),
        description: `${gb} GB`,
        price: priceOf(unitPriceOf('disk.gb'), gb),
      })),
    ),
    ...Object.fromEntries(
      places.map(({ code }) => [
        `netPck.${code}`,
        group(`Traffic of ${code}`, packagesOf(options, unitPriceOf)),
      ]),
    ),
    wan: group('Public address', [
      { value: '1', description: '1', price: priceOf(unitPriceOf('ip.wan')) },
    ]),
    managed: group('Managed service', yesNoOptions(unitPriceOf('managed.server'))),
    // Backups are priced by disk size here, not as a share of everything else, so the coefficient
    // is 0 and the price is listed separately.
    backup: group('Daily backup, part of everything else', yesNoOptions(0)),
    backupGB: group('Daily backup, for each GB of the disks', [
      { value: '1', description: '1 GB', price: priceOf(unitPriceOf('backup.gb')) },
    ]),
    os: places.flatMap((datacenter) =>
      options.images
        .filter(({ readyIn }) => readyIn.includes(datacenter.id))
        .map((image) => systemOf(datacenter, image)),
    ),
  };
}

/**
 * Monthly prices. For items that are only sold hourly, the price of all hours of a 31-day month.
 */
async function monthlyPrices({ portal }: Call): Promise<Map<string, number>> {
  const { groups } = await portal('getPrices', {});
  const items = groups.flatMap((one) => one.items);
  return new Map(
    items.map(({ code, monthly, hourly }) => [
      code,
      monthly === null ? Number(hourly ?? 0) * hoursOfMonth : Number(monthly),
    ]),
  );
}
const hoursOfMonth = 744;

const yesNoOptions = (price: number): Option[] => [
  { value: '0', description: 'no', price: 0 },
  { value: '1', description: 'yes', price: priceOf(price) },
];

const packagesOf = (
  { trafficPackages }: Options,
  unitPriceOf: (code: string) => number,
): Option[] =>
  trafficPackages.map(({ id, title }) => ({
    value: toForeignPackageId(id),
    description: unquoted(title),
    price: priceOf(unitPriceOf(`traffic.${id}`)),
  }));

const systemOf = (datacenter: ListedDatacenter, image: OfferedImage) => ({
  ...{
    id: qualifiedImageId(datacenter, image.id),
    name: unquoted(image.code),
    category: unquoted(image.os),
    description: unquoted(image.name),
  },
  ...{
    imageSizeGB: image.minDiskGb,
    minRamMB: image.minRamMb,
    price: 0,
    datacenters: [datacenter.code],
  },
});
