import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import { csvLine, csvMark } from '../../../../server/platform/csv.ts';
import type { compatibleEndpoints } from '../contract.ts';
import type { Call } from './describe/operations.ts';
import { cpuOf, toPortalPackageId, wholeNumber, yesOrNo } from './describe/values.ts';
import { poweredOffItems, readDetail } from './present.ts';

const twoWeeksMs = 14 * 86_400_000;

/** The cost of the current month by resource. Throws `compatiblePathUnknown` for other months. */
export async function monthAsCsv({ portal }: Call, year: number, month: number): Promise<string> {
  const { from, subjects } = await portal('getMonthToDate', { query: { top: '100' } });
  // The month begins in the site's time zone, so its middle identifies it.
  const middle = new Date(Date.parse(from) + twoWeeksMs);
  if (middle.getUTCFullYear() !== year || middle.getUTCMonth() + 1 !== month)
    throw userError('compatiblePathUnknown', { given: `/service/billing/${year}/${month}/self` });
  const lines = subjects.map(({ type, id, name, amount, currency }) =>
    csvLine([type, id, name, amount, currency]),
  );
  return csvMark + [csvLine(['type', 'id', 'name', 'amount', 'currency']), ...lines].join('');
}

type PriceQuery = z.output<typeof compatibleEndpoints.consoleReadPrice.query>;

/** The server's price with these changes. All other parts stay as they are. */
export async function priceOfChange(call: Call, serverId: string, query: PriceQuery) {
  const server = await readDetail(call, serverId);
  const traffic = query.traffic === '' ? server.trafficPackage : toPortalPackageId(query.traffic);
  const disks = query.diskSizesGB.split(',').filter(Boolean);
  const size =
    query.cpu === '' ? { cores: server.cores, cpuType: server.cpuType } : cpuOf('cpu', query.cpu);
  const price = await call.portal('priceServers', {
    body: {
      datacenterId: server.datacenterId,
      ...(server.imageId ? { imageId: server.imageId } : { cloneOf: server.id }),
      ...size,
      ramMb: query.ramMB === '' ? server.ramMb : wholeNumber('ramMB', query.ramMB),
      disks:
        disks.length > 0
          ? disks.map((gb) => ({ sizeGb: wholeNumber('diskSizesGB', gb) }))
          : server.disks.map(({ sizeGb }) => ({ sizeGb })),
      nics: server.nics.map(({ networkId }) => ({ networkId })),
      billingMode: server.billingMode,
      backup: yesOrNo('backup', query.backup) ?? server.backup,
      managed: yesOrNo('managed', query.managed) ?? server.managed,
      ...(traffic && server.billingMode === 'monthly' ? { trafficPackage: traffic } : {}),
    },
  });
  const items = poweredOffItems(price.lines);
  const off = await call.portal('estimatePrice', { body: { items } });
  return { monthly: price.monthly, hourlyOn: price.hourly, hourlyOff: off.hourly };
}
