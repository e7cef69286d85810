import type * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import {
  type CostChange,
  type CostPreview,
  previewItems,
  previewSpans,
  requireMonthlyBilling,
  type SubjectItems,
} from '../../../../money/pricing/server/index.ts';
import { findDatacenter } from '../../../datacenters/server/index.ts';
import { describeNics, getNetwork, type ServerNic } from '../../../networks/server/index.ts';
import type { costEndpoints, serverChange } from '../../contract/costs.ts';
import { engineFacts } from '../engine/engine.ts';
import { otherResourceCosts } from '../hooks.ts';
import type { Power, Server } from '../rules/facts.ts';
import { type PricedConfiguration, serverPriceItems } from '../rules/priceItems.ts';
import { findServer, readDisks } from '../store/find.ts';
import { readSnapshots } from '../store/snapshots.ts';
import { partsOf, subjectOf } from '../store/write.ts';

type ServerChange = z.output<typeof serverChange>;
type ChangeOf<A extends ServerChange['action']> = Extract<ServerChange, { action: A }>;
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
  change: ServerChange,
): Promise<CostPreview> {
  const server = await findServer(ctx, serverId);
  const parts = await partsOf(ctx, server);
  const difference = await differenceOf(ctx, server, parts, change);
  const itemsAt = (power: Power, other: Difference) =>
    serverPriceItems({ ...server, ...parts, ...other, power });
  const hasBackup = difference.hasBackup ?? server.hasBackup;
  const dependentItems =
    hasBackup === server.hasBackup
      ? []
      : await otherResourceCosts(ctx, server.id, { ...server, hasBackup });
  const changes = await previewSpans(ctx, [
    { subject: subjectOf(server), items: itemsAt(server.power, difference) },
    ...dependentItems,
  ]);
  const itemsWhileOn = (other: Difference) => [
    { subject: subjectOf(server), items: itemsAt('on', other) },
  ];
  const on =
    server.power === 'off'
      ? await previewItems(ctx, itemsWhileOn({}), itemsWhileOn(difference))
      : changes;
  const isSnapshotKept =
    change.action === 'takeSnapshot' && difference.snapshotBytes !== parts.snapshotBytes;
  return {
    changes,
    whileOn: haveSameCosts(changes, on) ? null : on,
    basis: isSnapshotKept ? 'atMost' : 'exact',
  };
}

const haveSameCosts = (some: readonly CostChange[], others: readonly CostChange[]): boolean =>
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
        ...(await otherResourceCosts(ctx, id, {
          ...server,
          state: action === 'restore' ? 'live' : 'bin',
        })),
      );
  }
  const [changes, changesWhileOn] = [await previewSpans(ctx, now), await previewItems(ctx, [], on)];
  return {
    changes,
    whileOn: haveSameCosts(changes, changesWhileOn) ? null : changesWhileOn,
    basis: 'exact',
  };
}

/** The metered items that differ between the two configurations. */
async function differenceOf(
  ctx: SignedInContext,
  server: Server,
  parts: Parts,
  change: ServerChange,
): Promise<Difference> {
  switch (change.action) {
    case 'addDisk':
      return { diskGb: parts.diskGb + change.sizeGb };
    case 'growDisk':
    case 'removeDisk':
      return { diskGb: parts.diskGb + (await diskChange(ctx, server, change)) };
    case 'addNic':
    case 'moveNic':
    case 'removeNic':
      return {
        publicAddresses: parts.publicAddresses + (await addressChange(ctx, server, change)),
      };
    case 'takeSnapshot':
      return { snapshotBytes: parts.snapshotBytes + (await snapshotMemoryBytes(ctx, server)) };
    case 'deleteSnapshot':
      return {
        snapshotBytes: parts.snapshotBytes - (await snapshotSize(ctx, server, change.snapshotId)),
      };
    case 'resize':
      return { cpuType: change.cpuType, cores: change.cores, ramMb: change.ramMb };
    case 'billing':
      return await billingChange(ctx, server, change);
  }
}

async function diskChange(
  ctx: SignedInContext,
  server: Server,
  change: ChangeOf<'growDisk' | 'removeDisk'>,
): Promise<number> {
  const disk = (await readDisks(ctx, server.id)).find(({ id }) => id === change.diskId);
  if (!disk) throw userError('notFound', { what: 'disk', id: change.diskId });
  if (change.action === 'removeDisk') return -disk.sizeGb;
  if (change.sizeGb < disk.sizeGb)
    throw userError('serverDiskShrink', { current: disk.sizeGb, given: change.sizeGb }, 'sizeGb');
  return change.sizeGb - disk.sizeGb;
}

async function addressChange(
  ctx: SignedInContext,
  server: Server,
  change: ChangeOf<'addNic' | 'moveNic' | 'removeNic'>,
): Promise<number> {
  const publicBefore =
    change.action === 'addNic' ? 0 : isPublic((await requireNic(ctx, server, change.nicId)).kind);
  const publicAfter =
    change.action === 'removeNic' ? 0 : isPublic(await kindOf(ctx, change.networkId));
  return publicAfter - publicBefore;
}

const isPublic = (kind: ServerNic['kind']): number => (kind === 'wan' ? 1 : 0);

const kindOf = async (ctx: SignedInContext, networkId: string): Promise<ServerNic['kind']> =>
  networkId === 'auto' ? 'wan' : (await getNetwork(ctx, networkId)).kind;

async function requireNic(
  ctx: SignedInContext,
  server: Server,
  soughtNicId: string,
): Promise<ServerNic> {
  const nic = (await describeNics(ctx, [server.id])).find(({ nicId }) => nicId === soughtNicId);
  if (!nic) throw userError('notFound', { what: 'network card', id: soughtNicId });
  return nic;
}

/**
 * The billable memory of a snapshot in bytes: none for a server that is off, at most all memory of
 * any other server.
 */
async function snapshotMemoryBytes(ctx: SignedInContext, server: Server): Promise<number> {
  if (server.power === 'off') return 0;
  const { engine } = await findDatacenter(ctx, server.datacenterId);
  const { live } = await engineFacts(ctx, engine);
  return live.snapshotMemory ? server.ramMb * 2 ** 20 : 0;
}

async function snapshotSize(
  ctx: SignedInContext,
  server: Server,
  snapshotId: string,
): Promise<number> {
  const snapshot = (await readSnapshots(ctx, server.id)).find(
    ({ id, state }) => id === snapshotId && state !== 'creating',
  );
  if (!snapshot) throw userError('notFound', { what: 'snapshot', id: snapshotId });
  return snapshot.sizeBytes;
}

async function billingChange(
  ctx: SignedInContext,
  server: Server,
  change: ChangeOf<'billing'>,
): Promise<Difference> {
  const { billingMode = server.billingMode, trafficPackage = server.trafficPackage } = change;
  if (billingMode !== server.billingMode) await requireMonthlyBilling(ctx, server, billingMode);
  return {
    ...{ billingMode, trafficPackage: trafficPackage || null },
    ...{
      hasBackup: change.backup ?? server.hasBackup,
      isManaged: change.managed ?? server.isManaged,
    },
  };
}
