import { requiredRightFor } from '../../../../../contract/access/permissions.ts';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { newId } from '../create/plan.ts';
import type { Server } from '../rules/facts.ts';
import { lockServer, readDisks } from '../store/find.ts';
import { serverTables } from '../store/tables.ts';
import { announceServer } from '../store/write.ts';
import { createSnapshotTask, deleteSnapshotTask, revertSnapshotTask } from '../tasks/snapshots.ts';
import { lockForAction, startServerTask } from './lockForAction.ts';

/** Maximum number of snapshots per server, because each one stores a state of all disks. */
export const snapshotsMax = 32;

export interface NewSnapshot {
  /** Defaults to the creation time. */
  name?: string | undefined;
  description?: string | undefined;
  expiresAt?: string | undefined;
  /** The schedule that takes the snapshot, which keeps the latest `keep`. */
  series?: { id: string; keep: number } | undefined;
}

/**
 * The current time in the user's time zone, because users look for the snapshot by it: `2026-03-01
 * 10:15`.
 */
function timestampName(ctx: SignedInContext): string {
  const timeZone = ctx.actor.session?.timeZone || undefined;
  const formattedTime = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    ...(timeZone && { timeZone }),
  });
  return formattedTime.format(ctx.clock.now());
}

function requireFutureExpiry(ctx: SignedInContext, expiresAt: string | null | undefined): void {
  if (expiresAt && new Date(expiresAt) <= ctx.clock.now())
    throw userError('snapshotExpiryPast', { given: expiresAt }, 'expiresAt');
}

/** Throws `snapshotExpiryPast`. */
export async function updateSnapshot(
  ctx: SignedInContext,
  serverId: string,
  snapshotId: string,
  changes: {
    name?: string | undefined;
    description?: string | undefined;
    expiresAt?: string | null | undefined;
  },
): Promise<void> {
  const { server } = await lockForDescription(ctx, serverId);
  requireFutureExpiry(ctx, changes.expiresAt);
  const before = await readySnapshot(ctx, serverId, snapshotId);
  const { name = before.name, description = before.description } = changes;
  const expiresAt =
    changes.expiresAt === undefined
      ? before.expires_at
      : changes.expiresAt === null
        ? null
        : new Date(changes.expiresAt);
  await serverTables(ctx.db)
    .updateTable('server_snapshot')
    .set({ name, description, expires_at: expiresAt })
    .where('id', '=', snapshotId)
    .execute();
  ctx.note({
    targetType: 'server',
    targetId: serverId,
    before: { snapshot: before.name },
    after: { snapshot: name, ...changes },
  });
  await announceServer(ctx, server);
}

/**
 * Allowed while a task is running, because the engine is not involved. Requires the permission to
 * create snapshots.
 */
async function lockForDescription(
  ctx: SignedInContext,
  serverId: string,
): Promise<{ server: Server }> {
  const server = await lockServer(ctx, serverId, requiredRightFor('servers.operate'));
  if (server.state !== 'live') throw userError('notFound', { what: 'server', id: serverId });
  return { server };
}

/** Throws `serverSnapshotLimit`, `serverBusy`, `serverWrongState`, `snapshotExpiryPast`. */
export async function takeSnapshot(
  ctx: SignedInContext,
  serverId: string,
  input: NewSnapshot,
): Promise<{ cmdId: number; snapshotId: string }> {
  const locked = await lockForAction(ctx, serverId, 'snapshot');
  requireFutureExpiry(ctx, input.expiresAt);
  const name = input.name ?? timestampName(ctx);
  const db = serverTables(ctx.db);
  const conflicting = await db
    .selectFrom('server_snapshot')
    .select('id')
    .where('server_id', '=', serverId)
    .execute();
  if (conflicting.length >= snapshotsMax)
    throw userError('serverSnapshotLimit', { max: snapshotsMax });
  const snapshotId = newId();
  await db
    .insertInto('server_snapshot')
    .values({
      id: snapshotId,
      server_id: serverId,
      parent_id: locked.server.currentSnapshotId,
      name,
      disk_ids: (await readDisks(ctx, serverId)).map((disk) => disk.id),
      description: input.description ?? '',
      expires_at: input.expiresAt ? new Date(input.expiresAt) : null,
      series: input.series?.id ?? null,
      keep_latest: input.series?.keep ?? null,
      created_by: ctx.actor.userId,
    })
    .execute();
  ctx.note({ targetType: 'server', targetId: serverId, after: { snapshot: name } });
  return {
    ...(await startServerTask(ctx, locked, createSnapshotTask, { serverId, snapshotId, name })),
    snapshotId,
  };
}

export async function readySnapshot(
  ctx: Pick<SignedInContext, 'db'>,
  serverId: string,
  snapshotId: string,
): Promise<{ name: string; description: string; expires_at: Date | null }> {
  const snapshot = await serverTables(ctx.db)
    .selectFrom('server_snapshot')
    .select(['name', 'description', 'expires_at'])
    .where('id', '=', snapshotId)
    .where('server_id', '=', serverId)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  if (!snapshot) throw userError('notFound', { what: 'snapshot', id: snapshotId });
  return snapshot;
}

export async function revertTo(
  ctx: SignedInContext,
  serverId: string,
  snapshotId: string,
): Promise<{ cmdId: number }> {
  const locked = await lockForAction(ctx, serverId, 'revert');
  const { name } = await readySnapshot(ctx, serverId, snapshotId);
  ctx.note({ targetType: 'server', targetId: serverId, after: { revertedTo: name } });
  return await startServerTask(ctx, locked, revertSnapshotTask, { serverId, snapshotId, name });
}

export async function removeSnapshot(
  ctx: SignedInContext,
  serverId: string,
  snapshotId: string,
): Promise<{ cmdId: number }> {
  const locked = await lockForAction(ctx, serverId, 'snapshot');
  const { name } = await readySnapshot(ctx, serverId, snapshotId);
  await serverTables(ctx.db)
    .updateTable('server_snapshot')
    .set({ state: 'deleting' })
    .where('id', '=', snapshotId)
    .execute();
  ctx.note({ targetType: 'server', targetId: serverId, before: { snapshot: name } });
  return await startServerTask(ctx, locked, deleteSnapshotTask, { serverId, snapshotId, name });
}
