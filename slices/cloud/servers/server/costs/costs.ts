import type * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import {
  askBillingMode,
  type CostChange,
  type CostPreview,
  previewItems,
  previewSpans,
  type SubjectItems,
} from '../../../../money/pricing/server/index.ts';
import { findDatacenter } from '../../../datacenters/server/index.ts';
import { describeNics, getNetwork, type ServerNic } from '../../../networks/server/index.ts';
import type { costEndpoints, serverChange } from '../../contract/costs.ts';
import { engineFacts } from '../engine/engine.ts';
import { costsOfOtherNouns } from '../hooks.ts';
import type { Power, Server } from '../rules/facts.ts';
import { type PricedConfiguration, serverPriceItems } from '../rules/priceItems.ts';
import { findServer, readDisks } from '../store/find.ts';
import { readSnapshots } from '../store/snapshots.ts';
import { partsOf, subjectOf } from '../store/write.ts';

type ServerChange = z.output<typeof serverChange>;
type Wanted<A extends ServerChange['action']> = Extract<ServerChange, { action: A }>;
type Parts = Awaited<ReturnType<typeof partsOf>>;
type Difference = Partial<PricedConfiguration>;

/**
 * The cost change caused by a server change: the metered items of the server and its dependents
 * before and after. Items that are free while the server is off are reported separately. Throws
 * `notFound`, `priceMissing`, `serverDiskShrink`, `billingModeNotSold`.
 */
export async function previewChange(
  ctx: SignedInContext,
  serverId: string,
  wanted: ServerChange,
): Promise<CostPreview> {
  const server = await findServer(ctx, serverId);
  const parts = await partsOf(ctx, server);
  const difference = await differenceOf(ctx, server, parts, wanted);
  const itemsAt = (power: Power, other: Difference) =>
    serverPriceItems({ ...server, ...parts, ...other, power });
  const hasBackup = difference.hasBackup ?? server.hasBackup;
  const followers =
    hasBackup === server.hasBackup
      ? []
      : await costsOfOtherNouns(ctx, server.id, { ...server, hasBackup });
  const changes = await previewSpans(ctx, [
    { subject: subjectOf(server), items: itemsAt(server.power, difference) },
    ...followers,
  ]);
  const running = (other: Difference) => [
    { subject: subjectOf(server), items: itemsAt('on', other) },
  ];
  const on =
    server.power === 'off' ? await previewItems(ctx, running({}), running(difference)) : changes;
  const isKept =
    wanted.action === 'takeSnapshot' && difference.snapshotBytes !== parts.snapshotBytes;
  return {
    changes,
    whileOn: areAlike(changes, on) ? null : on,
    basis: isKept ? 'atMost' : 'exact',
  };
}

const areAlike = (some: readonly CostChange[], others: readonly CostChange[]): boolean =>
  some.every(({ currency, added }) => {
    const other = others.find((change) => change.currency === currency)?.added;
    return (
      other === undefined || (other.hourly === added.hourly && other.monthly === added.monthly)
    );
  });

type PowerAction = z.output<(typeof costEndpoints)['previewServersPower']['body']>['action'];

/** Like `previewChange`, for actions on whole servers. Covers all given servers together. */
export async function previewPower(
  ctx: SignedInContext,
  ids: readonly string[],
  action: PowerAction,
): Promise<CostPreview> {
  const now: SubjectItems[] = [];
  const on: SubjectItems[] = [];
  for (const id of new Set(ids)) {
    const server = await findServer(ctx, id);
    const parts = await partsOf(ctx, server);
    const itemsAt = (power: Power) => ({
      subject: subjectOf(server),
      items: serverPriceItems({ ...server, ...parts, power }),
    });
    if (action === 'terminate') now.push({ subject: subjectOf(server), items: [] });
    else now.push(itemsAt(action === 'start' ? 'on' : 'off'));
    if (action === 'restore') on.push(itemsAt('on'));
    if (action === 'terminate' || action === 'restore')
      now.push(
        ...(await costsOfOtherNouns(ctx, id, {
          ...server,
          state: action === 'restore' ? 'live' : 'bin',
        })),
      );
  }
  const [changes, running] = [await previewSpans(ctx, now), await previewItems(ctx, [], on)];
  return { changes, whileOn: areAlike(changes, running) ? null : running, basis: 'exact' };
}

/** The metered items that differ between the two configurations. */
async function differenceOf(
  ctx: SignedInContext,
  server: Server,
  parts: Parts,
  wanted: ServerChange,
): Promise<Difference> {
  switch (wanted.action) {
    case 'addDisk':
      return { diskGb: parts.diskGb + wanted.sizeGb };
    case 'growDisk':
    case 'removeDisk':
      return { diskGb: parts.diskGb + (await diskChange(ctx, server, wanted)) };
    case 'addNic':
    case 'moveNic':
    case 'removeNic':
      return {
        publicAddresses: parts.publicAddresses + (await addressChange(ctx, server, wanted)),
      };
    case 'takeSnapshot':
      return { snapshotBytes: parts.snapshotBytes + (await memoryKept(ctx, server)) };
    case 'deleteSnapshot':
      return {
        snapshotBytes: parts.snapshotBytes - (await snapshotSize(ctx, server, wanted.snapshotId)),
      };
    case 'resize':
      return { cpuType: wanted.cpuType, cores: wanted.cores, ramMb: wanted.ramMb };
    case 'billing':
      return await billingChange(ctx, server, wanted);
  }
}

async function diskChange(
  ctx: SignedInContext,
  server: Server,
  wanted: Wanted<'growDisk' | 'removeDisk'>,
): Promise<number> {
  const disk = (await readDisks(ctx, server.id)).find(({ id }) => id === wanted.diskId);
  if (!disk) throw userError('notFound', { what: 'disk', id: wanted.diskId });
  if (wanted.action === 'removeDisk') return -disk.sizeGb;
  if (wanted.sizeGb < disk.sizeGb)
    throw userError('serverDiskShrink', { current: disk.sizeGb, given: wanted.sizeGb }, 'sizeGb');
  return wanted.sizeGb - disk.sizeGb;
}

async function addressChange(
  ctx: SignedInContext,
  server: Server,
  wanted: Wanted<'addNic' | 'moveNic' | 'removeNic'>,
): Promise<number> {
  const had =
    wanted.action === 'addNic' ? 0 : isPublic((await cardOf(ctx, server, wanted.nicId)).kind);
  const has = wanted.action === 'removeNic' ? 0 : isPublic(await kindOf(ctx, wanted.networkId));
  return has - had;
}

const isPublic = (kind: ServerNic['kind']): number => (kind === 'wan' ? 1 : 0);

const kindOf = async (ctx: SignedInContext, networkId: string): Promise<ServerNic['kind']> =>
  networkId === 'auto' ? 'wan' : (await getNetwork(ctx, networkId)).kind;

async function cardOf(ctx: SignedInContext, server: Server, wanted: string): Promise<ServerNic> {
  const nic = (await describeNics(ctx, [server.id])).find(({ nicId }) => nicId === wanted);
  if (!nic) throw userError('notFound', { what: 'network card', id: wanted });
  return nic;
}

/**
 * The billable memory of a snapshot in bytes: none for a server that is off, at most all memory of
 * any other server.
 */
async function memoryKept(ctx: SignedInContext, server: Server): Promise<number> {
  if (server.power === 'off') return 0;
  const { engine } = await findDatacenter(ctx, server.datacenterId);
  const { live } = await engineFacts(ctx, engine);
  return live.snapshotMemory ? server.ramMb * 2 ** 20 : 0;
}

async function snapshotSize(ctx: SignedInContext, server: Server, wanted: string): Promise<number> {
  const snapshot = (await readSnapshots(ctx, server.id)).find(
    ({ id, state }) => id === wanted && state !== 'creating',
  );
  if (!snapshot) throw userError('notFound', { what: 'snapshot', id: wanted });
  return snapshot.sizeBytes;
}

async function billingChange(
  ctx: SignedInContext,
  server: Server,
  wanted: Wanted<'billing'>,
): Promise<Difference> {
  const { billingMode = server.billingMode, trafficPackage = server.trafficPackage } = wanted;
  if (billingMode !== server.billingMode) await askBillingMode(ctx, server, billingMode);
  return {
    ...{ billingMode, trafficPackage: trafficPackage || null },
    ...{
      hasBackup: wanted.backup ?? server.hasBackup,
      isManaged: wanted.managed ?? server.isManaged,
    },
  };
}
