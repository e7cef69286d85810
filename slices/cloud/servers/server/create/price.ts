import { randomUUID } from 'node:crypto';
import { requiredRightFor } from '../../../../../contract/access/permissions.ts';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import {
  type Buyer,
  buyerOf,
  type CostPreview,
  type Estimate,
  estimate,
  hoursOfMonth,
  previewSpans,
} from '../../../../money/pricing/server/index.ts';
import { findDatacenter, limitsOf } from '../../../datacenters/server/index.ts';
import { findUsableImage } from '../../../images/server/index.ts';
import { listNetworks } from '../../../networks/server/index.ts';
import { type ServerPriceItem, serverPriceItems } from '../rules/priceItems.ts';
import { findServer } from '../store/find.ts';
import type { PriceBody } from './plan.ts';

/**
 * The price of servers with this configuration, at the user's purchase prices. Throws
 * `priceMissing`.
 */
export async function priceServers(ctx: SignedInContext, body: PriceBody): Promise<Estimate> {
  const quantity = body.quantity ?? 1;
  const { serversAtOnce } = await limitsOf(ctx, await findDatacenter(ctx, body.datacenterId));
  if (quantity > serversAtOnce)
    throw userError('serverLimit', { max: serversAtOnce, given: quantity }, 'quantity');
  const items = await itemsFor(ctx, body, await imagePriceItem(ctx, body));
  return await estimateMonth(ctx, buyerOf(ctx.actor), items, quantity);
}

/**
 * The cost of each server with these items, at the owner's purchase prices, regardless of the
 * viewer.
 */
export async function estimateMonth(
  ctx: Pick<SignedInContext, 'db' | 'clock' | 'language'>,
  buyer: Buyer,
  items: readonly ServerPriceItem[],
  servers = 1,
): Promise<Estimate> {
  return await estimate(ctx, buyer, items, hoursOfMonth, servers);
}

/**
 * What a new server adds to the cost of the user who creates it, while it is running. Throws
 * `priceMissing`.
 */
export async function previewNewServer(
  ctx: SignedInContext,
  body: PriceBody,
  priceItem: string | null,
): Promise<CostPreview> {
  const { userId: ownerId, siteId } = ctx.actor;
  const subject = { type: 'server', id: randomUUID(), name: '', ownerId, siteId } as const;
  const changes = await previewSpans(ctx, [
    { subject, items: await itemsFor(ctx, body, priceItem) },
  ]);
  return { changes, whileOn: null, basis: 'exact' };
}

/** The price items of a configuration while it is on. */
export async function itemsFor(
  ctx: SignedInContext,
  body: PriceBody,
  priceItem: string | null,
): Promise<ServerPriceItem[]> {
  return serverPriceItems({
    ...{
      cpuType: body.cpuType,
      cores: body.cores,
      ramMb: body.ramMb,
      billingMode: body.billingMode,
    },
    diskGb: body.disks.reduce((sum, disk) => sum + disk.sizeGb, 0),
    publicAddresses: await countPublic(ctx, body),
    imagePriceItem: priceItem,
    trafficPackage: body.trafficPackage || null,
    hasBackup: body.backup ?? false,
    isManaged: body.managed ?? false,
    snapshotBytes: 0,
    power: 'on',
  });
}

async function imagePriceItem(ctx: SignedInContext, body: PriceBody): Promise<string | null> {
  if (body.cloneOf !== undefined)
    return (await findServer(ctx, body.cloneOf, requiredRightFor('servers.create'))).imagePriceItem;
  if (body.imageId === undefined) return null;
  return (await findUsableImage(ctx, body.imageId, body.datacenterId)).priceItem;
}

async function countPublic(
  ctx: SignedInContext,
  { nics, datacenterId }: PriceBody,
): Promise<number> {
  if (nics.every((nic) => nic.networkId === 'auto')) return nics.length;
  const networks = await listNetworks(ctx, { size: 0, datacenter: datacenterId, kind: 'wan' });
  const publicIds = new Set(networks.items.map(({ id }) => id));
  return nics.filter(({ networkId }) => networkId === 'auto' || publicIds.has(networkId)).length;
}
