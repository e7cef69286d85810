import { type Reason, UserError, userError } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { requireMonthlyBilling } from '../../../../money/pricing/server/index.ts';
import { findDatacenter, limitsOf } from '../../../datacenters/server/index.ts';
import { updateNicServer } from '../../../networks/server/index.ts';
import { checkChangeCost, requireCostIncreaseAllowed } from '../costs/costChecks.ts';
import { uniqueTags } from '../create/create.ts';
import { newId } from '../create/plan.ts';
import { estimateMonth } from '../create/price.ts';
import { diskSpaceReason } from '../engine/diskSpace.ts';
import { announceServerChange } from '../hooks.ts';
import { diskObstacles } from '../rules/actions.ts';
import type { BillingMode, Disk } from '../rules/facts.ts';
import { offObstacle } from '../rules/growth.ts';
import { passwordProblem } from '../rules/guest/credentials.ts';
import { nameProblem } from '../rules/names.ts';
import { serverPriceItems } from '../rules/priceItems.ts';
import { diskReason, type Size, sizeReasons, tooManyDisks } from '../rules/sizes.ts';
import { readDisks } from '../store/find.ts';
import { serverTables } from '../store/tables.ts';
import { announceServer, requireFreeName, withFreeName } from '../store/write.ts';
import {
  addDiskTask,
  growDiskTask,
  meterAndAnnounce,
  removeDiskTask,
  resizeTask,
} from '../tasks/configure.ts';
import { passwordTask } from '../tasks/password.ts';
import {
  type LockedServer,
  lockForAction,
  lockIdle,
  startServerTask,
  toUserError,
} from './lockForAction.ts';
import { getGrowthLimit } from './sizes.ts';

const invalid = (problem: LocalizedText, key: string) =>
  userError('inputInvalid', { problem }, key);
const limitsFor = async (ctx: SignedInContext, { server }: LockedServer) =>
  limitsOf(ctx, await findDatacenter(ctx, server.datacenterId));

const capacityProblem = async (
  ctx: SignedInContext,
  { server }: LockedServer,
  sizesGb: readonly number[],
) => await diskSpaceReason(ctx, await findDatacenter(ctx, server.datacenterId), sizesGb, 'sizeGb');

function throwReasons(reasons: readonly (Reason | null)[]): void {
  const found = reasons.filter((reason) => reason !== null);
  if (found.length > 0) throw new UserError(found);
}

/**
 * Changes processor and memory. Throws `serverSizeUnavailable`, `serverMustBeOff`, `priceMissing`.
 */
export async function resize(
  ctx: SignedInContext,
  serverId: string,
  to: Size,
): Promise<{ cmdId: number }> {
  const locked = await lockForAction(ctx, serverId, 'resize');
  throwReasons(sizeReasons(to, await limitsFor(ctx, locked)));
  const obstacle = offObstacle(locked.server, to, await getGrowthLimit(ctx, locked.server));
  if (obstacle) throw userError('serverMustBeOff', { problem: obstacle });
  if (isLarger(locked.server, to)) await checkChangeCost(ctx, locked.server, to);
  const { cpuType, cores, ramMb } = locked.server;
  const from = { cpuType, cores, ramMb };
  const configuration = {
    ...locked.server,
    ...to,
    diskGb: 1,
    publicAddresses: 0,
    snapshotBytes: 0,
  };
  await estimateMonth(ctx, locked.server, serverPriceItems(configuration));
  ctx.note({ targetType: 'server', targetId: serverId, before: from, after: to });
  return await startServerTask(ctx, locked, resizeTask, { serverId, from, to });
}

/**
 * Whether the new size can cost more. A different processor type isn't larger, but has a different
 * price.
 */
const isLarger = (from: Size, to: Size): boolean =>
  to.cores > from.cores || to.ramMb > from.ramMb || to.cpuType !== from.cpuType;

export async function addDisk(
  ctx: SignedInContext,
  serverId: string,
  sizeGb: number,
): Promise<{ cmdId: number; diskId: string }> {
  const locked = await lockForAction(ctx, serverId, 'addDisk');
  const limits = await limitsFor(ctx, locked);
  const disks = await readDisks(ctx, serverId);
  throwReasons([
    diskReason(sizeGb, false, limits, 'sizeGb'),
    tooManyDisks(limits, disks.length + 1),
    await capacityProblem(ctx, locked, [...disks.map((disk) => disk.sizeGb), sizeGb]),
  ]);
  await checkChangeCost(ctx, locked.server, { diskGb: sizeOf(disks) + sizeGb });
  const diskId = newId();
  ctx.note({ targetType: 'server', targetId: serverId, after: { diskId, sizeGb } });
  return {
    ...(await startServerTask(ctx, locked, addDiskTask, { serverId, diskId, sizeGb })),
    diskId,
  };
}

const sizeOf = (disks: readonly Disk[]): number =>
  disks.reduce((sum, disk) => sum + disk.sizeGb, 0);

async function diskOf(ctx: SignedInContext, locked: LockedServer, diskId: string): Promise<Disk> {
  const disk = (await readDisks(ctx, locked.server.id)).find(({ id }) => id === diskId);
  if (!disk) throw userError('notFound', { what: 'disk', id: diskId });
  return disk;
}

/** Throws `serverDiskShrink`, `serverSizeUnavailable`, `serverMustBeOff`. */
export async function growDisk(
  ctx: SignedInContext,
  serverId: string,
  diskId: string,
  sizeGb: number,
): Promise<{ cmdId: number }> {
  const locked = await lockIdle(ctx, serverId);
  const disk = await diskOf(ctx, locked, diskId);
  if (sizeGb <= disk.sizeGb)
    throw userError('serverDiskShrink', { current: disk.sizeGb, given: sizeGb }, 'sizeGb');
  const others = (await readDisks(ctx, serverId))
    .filter(({ id }) => id !== diskId)
    .map((other) => other.sizeGb);
  throwReasons([
    diskReason(sizeGb, disk.position === 1, await limitsFor(ctx, locked), 'sizeGb'),
    await capacityProblem(ctx, locked, [...others, sizeGb]),
  ]);
  const { grow } = diskObstacles(locked.facts, {
    isBoot: disk.position === 1,
    isInSnapshot: false,
  });
  if (grow) throw toUserError(locked, grow);
  await checkChangeCost(ctx, locked.server, {
    diskGb: others.reduce((sum, size) => sum + size, sizeGb),
  });
  ctx.note({
    targetType: 'server',
    targetId: serverId,
    before: { diskId, sizeGb: disk.sizeGb },
    after: { diskId, sizeGb },
  });
  return await startServerTask(ctx, locked, growDiskTask, { serverId, diskId, sizeGb });
}

/** Throws `serverBootDisk`, `serverDiskInSnapshot`, `serverMustBeOff`, `serverLocked`. */
export async function removeDisk(
  ctx: SignedInContext,
  serverId: string,
  diskId: string,
): Promise<{ cmdId: number }> {
  const locked = await lockIdle(ctx, serverId);
  const disk = await diskOf(ctx, locked, diskId);
  const { remove } = diskObstacles(locked.facts, {
    isBoot: disk.position === 1,
    isInSnapshot: await hasSnapshots(ctx, serverId),
  });
  if (remove) throw toUserError(locked, remove);
  ctx.note({ targetType: 'server', targetId: serverId, before: { diskId, sizeGb: disk.sizeGb } });
  return await startServerTask(ctx, locked, removeDiskTask, { serverId, diskId });
}

export async function hasSnapshots(
  ctx: Pick<SignedInContext, 'db'>,
  serverId: string,
): Promise<boolean> {
  const found = await serverTables(ctx.db)
    .selectFrom('server_snapshot')
    .select('id')
    .where('server_id', '=', serverId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Throws `inputInvalid`, `serverNameTaken`. */
export async function rename(ctx: SignedInContext, serverId: string, name: string): Promise<void> {
  const { server } = await lockForAction(ctx, serverId, 'rename');
  const problem = nameProblem(name);
  if (problem) throw invalid(problem, 'name');
  if (name.toLowerCase() !== server.name.toLowerCase())
    await requireFreeName(ctx, server.ownerId, name, 'name');
  await withFreeName(name, 'name', () =>
    serverTables(ctx.db).updateTable('server').set({ name }).where('id', '=', serverId).execute(),
  );
  await updateNicServer(ctx, { ...server, name });
  ctx.note({
    targetType: 'server',
    targetId: serverId,
    before: { name: server.name },
    after: { name },
  });
  await meterAndAnnounce(ctx, serverId);
}

export async function setTags(
  ctx: SignedInContext,
  serverId: string,
  tags: readonly string[],
): Promise<void> {
  const { server } = await lockForAction(ctx, serverId, 'rename');
  const newTags = uniqueTags(tags);
  await serverTables(ctx.db)
    .updateTable('server')
    .set({ tags: newTags })
    .where('id', '=', serverId)
    .execute();
  ctx.note({
    targetType: 'server',
    targetId: serverId,
    before: { tags: server.tags },
    after: { tags: newTags },
  });
  await announceServerChange(ctx, serverId, { ...server, tags: newTags });
  await announceServer(ctx, server);
}

/** Sets the guest password. The password itself is never recorded in the activity log. */
export async function setPassword(
  ctx: SignedInContext,
  serverId: string,
  password: string,
): Promise<{ cmdId: number }> {
  const locked = await lockForAction(ctx, serverId, 'password');
  const problem = passwordProblem(password);
  if (problem) throw invalid(problem, 'password');
  return await startServerTask(ctx, locked, passwordTask, { serverId, password });
}

export interface BillingChange {
  billingMode?: BillingMode | undefined;
  trafficPackage?: string | null | undefined;
  backup?: boolean | undefined;
  managed?: boolean | undefined;
}

/**
 * Changes the server's billing immediately, with its price. Throws `priceMissing`,
 * `billingModeNotSold`, and the errors of order checks when the new billing costs more.
 */
export async function setBilling(
  ctx: SignedInContext,
  serverId: string,
  change: BillingChange,
): Promise<void> {
  const { server } = await lockForAction(ctx, serverId, 'billing');
  // An existing monthly billing mode stays allowed.
  if (change.billingMode && change.billingMode !== server.billingMode)
    await requireMonthlyBilling(ctx, server, change.billingMode);
  const after = {
    billing_mode: change.billingMode ?? server.billingMode,
    traffic_package:
      change.trafficPackage === undefined ? server.trafficPackage : change.trafficPackage || null,
    has_backup: change.backup ?? server.hasBackup,
    is_managed: change.managed ?? server.isManaged,
  };
  const before = {
    billingMode: server.billingMode,
    trafficPackage: server.trafficPackage,
    backup: server.hasBackup,
    managed: server.isManaged,
  };
  await requireCostIncreaseAllowed(ctx, server, {
    ...{
      billingMode: after.billing_mode,
      trafficPackage: after.traffic_package,
      hasBackup: after.has_backup,
      isManaged: after.is_managed,
    },
  });
  await serverTables(ctx.db).updateTable('server').set(after).where('id', '=', serverId).execute();
  ctx.note({ targetType: 'server', targetId: serverId, before, after: { ...before, ...change } });
  await meterAndAnnounce(ctx, serverId);
}
