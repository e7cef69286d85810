import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type * as z from 'zod';
import { requiredRightFor } from '../../../../../contract/access/permissions.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { buyerOf, priceListFor, trafficOverage } from '../../../../money/pricing/server/index.ts';
import { type DatacenterLimits, listUsableDatacenters } from '../../../datacenters/server/index.ts';
import { listImages } from '../../../images/server/index.ts';
import { describeNics, listNetworks } from '../../../networks/server/index.ts';
import type { cloneOptions, createOptions } from '../../contract.ts';
import { localize } from '../../texts/localize.ts';
import { copyName, suggestName } from '../rules/names.ts';
import { serverPriceItems } from '../rules/priceItems.ts';
import { findServer, namesOf, readDisks } from '../store/find.ts';
import { copyObstacle, disksOfSnapshot } from './plan.ts';
import { estimateMonth } from './price.ts';

type Options = z.output<typeof createOptions>;
type OfferedImage = Options['images'][number];
type DatacenterOption = Options['datacenters'][number];

const sizes = [
  { id: 'small', title: localize('options.sizes.small'), cores: 1, ramMb: 1024, diskGb: 20 },
  { id: 'medium', title: localize('options.sizes.medium'), cores: 2, ramMb: 4096, diskGb: 50 },
  { id: 'large', title: localize('options.sizes.large'), cores: 4, ramMb: 8192, diskGb: 100 },
] as const;

/** Returns everything that the create screen offers, in one call. */
export async function getCreateOptions(ctx: SignedInContext): Promise<Options> {
  const datacenters = await listUsableDatacenters(ctx);
  const images = await offeredImages(ctx);
  const { items: networks } = await listNetworks(ctx, { size: 0, isOwn: true });
  const chosen =
    datacenters.find(
      ({ id, ready }) => ready && images.some((image) => image.readyIn.includes(id)),
    ) ?? datacenters[0];
  return {
    suggestedName: suggestName(await namesOf(ctx, ctx.actor.userId), randomInt),
    datacenterId: chosen?.id ?? null,
    datacenters,
    images,
    networks: networks
      .filter(({ actions }) => actions.connect === null)
      .map(({ id, name, kind, datacenterId, subnets }) => ({
        id,
        name,
        kind,
        datacenterId,
        cidrs: subnets.map(({ cidr }) => cidr),
      })),
    sshKeys: await usedKeys(ctx),
    ...(await offersOfList(ctx)),
    presets: (
      await Promise.all(datacenters.map((datacenter) => presetsOf(ctx, datacenter, images)))
    ).flat(),
  };
}

/** Images that servers can be created from, with those available now first. */
async function offeredImages(ctx: SignedInContext): Promise<OfferedImage[]> {
  const { items } = await listImages(ctx, { size: 0, sorting: 'name' });
  const isOwn = ({ kind, offer, readyIn }: (typeof items)[number]) =>
    (kind === 'private' || kind === 'snapshot') && offer !== 'withdrawn' && readyIn.length > 0;
  return items
    .filter((image) => image.kind === 'os' || isOwn(image))
    .sort(
      (a, b) =>
        Number(a.offer === 'deprecated' || !a.isLatest) -
        Number(b.offer === 'deprecated' || !b.isLatest),
    )
    .map(
      ({
        id,
        code,
        name,
        version,
        kind,
        osFamily,
        os,
        minDiskGb,
        minRamMb,
        loginUser,
        supportsCloudInit,
        readyIn,
      }) => ({
        ...{
          id,
          code,
          kind,
          osFamily,
          os,
          minDiskGb,
          minRamMb,
          loginUser,
          supportsCloudInit,
          readyIn,
        },
        name: version && !name.includes(version) ? `${name} ${version}` : name,
      }),
    )
    .sort((a, b) => Number(b.readyIn.length > 0) - Number(a.readyIn.length > 0));
}

/**
 * The three preset sizes in a datacenter, with their prices. Sizes that the datacenter doesn't
 * offer are omitted.
 */
async function presetsOf(
  ctx: SignedInContext,
  datacenter: DatacenterOption,
  images: readonly OfferedImage[],
): Promise<Options['presets']> {
  const image = images
    .filter(({ readyIn }) => readyIn.includes(datacenter.id))
    .reduce<OfferedImage | undefined>(
      (best, next) => (best && rankOf(best) <= rankOf(next) ? best : next),
      undefined,
    );
  const offeredSizes = sizes.filter((size) => isOffered(size, datacenter.limits));
  return await Promise.all(
    offeredSizes.map(async ({ id, title, cores, ramMb, diskGb }) => {
      const items = serverPriceItems({
        ...{
          cpuType: 'B',
          cores,
          ramMb,
          diskGb,
          publicAddresses: 1,
          imagePriceItem: null,
          trafficPackage: null,
        },
        ...{
          hasBackup: false,
          isManaged: false,
          snapshotBytes: 0,
          billingMode: 'hourly',
          power: 'on',
        },
      });
      const { hourly, monthly, currency } = await estimateMonth(ctx, buyerOf(ctx.actor), items);
      return {
        ...{
          id,
          title: title[ctx.language],
          datacenterId: datacenter.id,
          imageId: image?.id ?? null,
        },
        ...{ cpuType: 'B' as const, cores, ramMb, diskGb, price: { hourly, monthly, currency } },
      };
    }),
  );
}

/** Prefers Debian. The trial guest comes last. */
function rankOf({ code }: OfferedImage): number {
  if (code === 'tiny') return 3;
  return code === 'debian' ? 0 : code.startsWith('debian') ? 1 : 2;
}

function isOffered(
  { cores, ramMb, diskGb }: (typeof sizes)[number],
  limits: DatacenterLimits,
): boolean {
  const type = limits.cpuTypes.find((candidate) => candidate.type === 'B');
  return (
    type?.cores.includes(cores) === true &&
    limits.ramMb.includes(ramMb) &&
    limits.diskGb.includes(diskGb)
  );
}

/** Keys of the user's own servers, named by the comment at their end. */
async function usedKeys(ctx: SignedInContext): Promise<Options['sshKeys']> {
  const { rows } = await sql<{ key: string }>`
    select key from (select unnest(ssh_keys) as key, created_at from server where owner_id = ${ctx.actor.userId}) used
    group by key order by max(created_at) desc limit 20`.execute(ctx.db);
  return rows.map(({ key }) => ({
    key,
    name: key.split(' ').slice(2).join(' ') || `…${key.slice(-12)}`,
  }));
}

async function offersOfList(
  ctx: SignedInContext,
): Promise<Pick<Options, 'trafficPackages' | 'trafficOverage' | 'billingModes'>> {
  const list = await priceListFor(ctx.db, buyerOf(ctx.actor), ctx.clock.now());
  if (!list)
    return { trafficPackages: [], trafficOverage: null, billingModes: ['hourly', 'monthly'] };
  const { currency, items } = list;
  const overagePrice = items.find(({ code }) => code === trafficOverage)?.monthly;
  return {
    trafficPackages: items
      .filter(({ code }) => code.startsWith('traffic.'))
      .map(({ code, resource, monthly }) => ({
        id: code.slice('traffic.'.length),
        title: resource[ctx.language],
        monthly,
        currency,
      })),
    billingModes: list.billingModes === 'hourlyOnly' ? ['hourly'] : ['hourly', 'monthly'],
    trafficOverage: overagePrice ? { price: overagePrice, currency } : null,
  };
}

/** The initial configuration for a copy of the server. Throws `notFound`. */
export async function getCloneOptions(
  ctx: SignedInContext,
  serverId: string,
  snapshotId?: string,
): Promise<z.output<typeof cloneOptions>> {
  const server = await findServer(ctx, serverId, requiredRightFor('servers.create'));
  const disks =
    snapshotId === undefined
      ? await readDisks(ctx, serverId)
      : await disksOfSnapshot(ctx, server, snapshotId);
  const nics = await describeNics(ctx, [serverId]);
  const { name, datacenterId, imageId, cpuType, cores, ramMb, billingMode, trafficPackage, tags } =
    server;
  return {
    ...{ name, datacenterId, imageId, cpuType, cores, ramMb, billingMode, trafficPackage, tags },
    suggestedName: copyName(name, await namesOf(ctx, ctx.actor.userId)),
    problem: (await copyObstacle(ctx, server, snapshotId))?.[ctx.language] ?? null,
    disks: disks.map(({ sizeGb }) => ({ sizeGb })),
    nics: nics.map(({ networkId }) => ({ networkId })),
    backup: server.hasBackup,
    managed: server.isManaged,
  };
}
