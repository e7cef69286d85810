import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type { Permission } from '../../../../contract/access/permissions.ts';
import { requiredRightFor } from '../../../../contract/access/permissions.ts';
import { userError } from '../../../../contract/errors/errors.ts';
import { render } from '../../../../contract/errors/messages.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import { denialReasonFor, hasPermission } from '../../../../server/platform/access/scope.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import type { ListRequest, Page } from '../../../../server/platform/database/listPage.ts';
import { startTask } from '../../../../server/platform/tasks/startTask.ts';
import { listDatacenters } from '../../datacenters/server/index.ts';
import {
  actionFactsOf,
  beginServerTask,
  disksOfServer,
  engineFacts,
  type findServer,
  lockServerForUpdate,
  openServerTasks,
  readServer,
  reasonAgainstServer,
  type Server,
  serversById,
  viewerOf,
} from '../../servers/server/index.ts';
import type { backupItem } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import { resourceOf, retentionByBackup, startRemoving } from './retention.ts';
import {
  announceBackup,
  type Backup,
  type BackupRow,
  backupsOf,
  isInUse,
  lockBackup,
  readBackups,
} from './store.ts';
import { backupTables, type Configuration } from './tables.ts';
import { createBackupTask } from './tasks/create.ts';
import { restoreBackupTask } from './tasks/restore.ts';
import { testBackupTask } from './tasks/testBackup.ts';

type Item = z.output<typeof backupItem>;
/** Maximum number of manual backups per server. */
export const manualMax = 10;

const texts = {
  creating: localize('creating'),
  deleting: localize('deleting'),
  inUse: localize('inUse'),
  noServer: localize('noServer'),
} satisfies Record<string, LocalizedText>;

export async function listBackups(
  ctx: SignedInContext,
  query: ListRequest & { server?: string | undefined },
): Promise<Page<Item>> {
  const page = await readBackups(ctx, query, (row) => row);
  const serverIds = [...new Set(page.items.map(({ serverId }) => serverId))];
  const servers = new Map(
    (await serversById(ctx, serverIds))
      .filter(({ state }) => state !== 'bin')
      .map((server) => [server.id, server]),
  );
  const retained = await retentionByBackup(ctx, serverIds);
  const datacenters = new Map((await listDatacenters(ctx)).map(({ id, name }) => [id, name]));
  return {
    ...page,
    items: page.items.map((row) => ({
      ...{
        id: row.id,
        kind: row.kind,
        state: row.state,
        sizeBytes: row.sizeBytes,
        owner: row.owner,
        createdBy: row.createdBy,
      },
      server: {
        id: row.serverId,
        name: servers.get(row.serverId)?.name ?? row.serverName,
        isThere: servers.has(row.serverId),
      },
      datacenter: datacenters.get(row.datacenterId) ?? '',
      keptAs: row.kind === 'manual' ? ['manual' as const] : (retained.get(row.id) ?? []),
      createdAt: row.createdAt.toISOString(),
      disks: row.configuration.disks.map(({ sizeGb, bytes, sha256 }) => ({
        sizeGb,
        sizeBytes: bytes,
        sha256,
      })),
      problem: row.problem,
      test: row.test && { ...row.test, at: new Date(row.test.at).toISOString() },
      actions: actionsOf(ctx, row, servers.has(row.serverId)),
    })),
  };
}

function actionsOf(ctx: SignedInContext, row: BackupRow, hasServer: boolean): Item['actions'] {
  const permissionDenialReason = (permission: Permission): string | null => {
    const denialReason = hasPermission(ctx, permission)
      ? denialReasonFor(row, requiredRightFor(permission))
      : 'notAllowed';
    return (
      denialReason &&
      render(denialReason, ctx.language, {
        permission,
        right: requiredRightFor(permission),
        name: row.serverName,
      })
    );
  };
  const state = row.state === 'ready' ? null : texts[row.state][ctx.language];
  const manage = permissionDenialReason('backups.manage') ?? state;
  return {
    restore: manage ?? (hasServer ? null : texts.noServer[ctx.language]),
    copy: permissionDenialReason('servers.create') ?? state,
    test: manage ?? (row.test?.result === null ? texts.inUse[ctx.language] : null),
    remove: manage,
  };
}

/**
 * Why a server's backup settings can't be changed now, and why no backup can be created. Each is
 * null when the action is available.
 */
export async function reasonsOf(
  ctx: SignedInContext,
  server: Awaited<ReturnType<typeof findServer>>,
) {
  const datacenter = (await listDatacenters(ctx)).find(({ id }) => id === server.datacenterId);
  const task = (await openServerTasks(ctx, [server.id])).get(server.id) ?? null;
  const engine = await engineFacts(ctx, datacenter?.engine ?? 'simulated');
  const reasonFor = (action: 'billing' | 'backup') =>
    reasonAgainstServer(action, actionFactsOf(server, engine, task), viewerOf(ctx, server));
  return { change: reasonFor('billing'), create: reasonFor('backup') };
}

/** The server's current configuration, without backup files. */
async function configurationOf(ctx: Pick<Context, 'db'>, server: Server): Promise<Configuration> {
  const { cpuType, cores, ramMb, hostname, billingMode, tags } = server;
  return {
    ...{ cpuType, cores, ramMb, hostname, billingMode, tags },
    image: {
      ...{
        id: server.imageId,
        name: server.imageName,
        os: server.os,
        osFamily: server.osFamily,
        loginUser: server.loginUser,
      },
      priceItem: server.imagePriceItem,
    },
    disks: (await disksOfServer(ctx, server.id)).map(({ id, sizeGb }) => ({
      id,
      sizeGb,
      bytes: 0,
      sha256: '',
    })),
  };
}

/**
 * Inserts the row and starts the task of a backup, within the transaction of the call or periodic
 * job.
 */
export async function startBackup(
  ctx: Context,
  server: Server,
  kind: Backup['kind'],
  startTask: (input: { serverId: string; backupId: string }) => Promise<{ cmdId: number }>,
): Promise<{ cmdId: number; backupId: string }> {
  const id = randomUUID();
  await backupTables(ctx.db)
    .insertInto('server_backup')
    .values({
      ...{
        id,
        kind,
        server_id: server.id,
        server_name: server.name,
        owner_id: server.ownerId,
        site_id: server.siteId,
      },
      ...{
        datacenter_id: server.datacenterId,
        configuration: JSON.stringify(await configurationOf(ctx, server)),
      },
      created_by: kind === 'manual' ? (ctx.actor?.userId ?? null) : null,
    })
    .execute();
  await announceBackup(ctx, { id, siteId: server.siteId, ownerId: server.ownerId });
  return { ...(await startTask({ serverId: server.id, backupId: id })), backupId: id };
}

/** Throws `backupNotOn`, `backupLimit`, `serverBusy`. */
export async function createBackup(
  ctx: SignedInContext,
  serverId: string,
): Promise<{ cmdId: number; backupId: string }> {
  const locked = await lockServerForUpdate(ctx, serverId, 'backup');
  const { server } = locked;
  if (!server.hasBackup) throw userError('backupNotOn', { name: server.name });
  const manual = (await backupsOf(ctx, [serverId])).filter(({ kind }) => kind === 'manual');
  if (manual.length >= manualMax)
    throw userError('backupLimit', { name: server.name, max: manualMax });
  const started = await startBackup(ctx, server, 'manual', (input) =>
    beginServerTask(ctx, locked, createBackupTask, input),
  );
  ctx.note({ targetType: 'server', targetId: serverId, after: { backup: started.backupId } });
  return started;
}

/** Throws `backupNotReady`. */
export function requireReadyBackup({ state }: Backup): void {
  if (state !== 'ready') throw userError('backupNotReady', { problem: texts[state] });
}

/** Throws `backupNotReady`, `backupDisksDiffer`, `serverLocked`, `serverBusy`. */
export async function restoreBackup(
  ctx: SignedInContext,
  backupId: string,
): Promise<{ cmdId: number }> {
  const backup = await lockBackup(ctx, backupId, requiredRightFor('backups.manage'));
  requireReadyBackup(backup);
  const serverNow = await readServer(ctx, backup.serverId);
  if (serverNow?.state !== 'live') throw userError('backupNotReady', { problem: texts.noServer });
  const locked = await lockServerForUpdate(ctx, backup.serverId, 'overwrite');
  const { server } = locked;
  const disks = await disksOfServer(ctx, server.id);
  for (const [index, { id, sizeGb }] of backup.configuration.disks.entries()) {
    const disk = disks.find((candidate) => candidate.id === id);
    if (disk && disk.sizeGb >= sizeGb) continue;
    const problem = localize('backups.problem.diskBackupNoLonger', { index: index + 1 });
    throw userError('backupDisksDiffer', { name: server.name, problem });
  }
  ctx.note({
    targetType: 'server',
    targetId: server.id,
    after: { restoredFrom: backup.createdAt.toISOString() },
  });
  return await beginServerTask(ctx, locked, restoreBackupTask, {
    serverId: server.id,
    backupId,
    start: server.power !== 'off',
  });
}

/** Throws `conflict` during a boot check of the backup, `backupNotReady`. */
export async function testBackup(
  ctx: SignedInContext,
  backupId: string,
): Promise<{ cmdId: number }> {
  const backup = await lockBackup(ctx, backupId, requiredRightFor('backups.manage'));
  requireReadyBackup(backup);
  const runningTest = await backupTables(ctx.db)
    .selectFrom('backup_test')
    .select('id')
    .where('backup_id', '=', backupId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (runningTest) throw userError('backupNotReady', { problem: texts.inUse });
  ctx.note({ targetType: 'backup', targetId: backupId, detail: { server: backup.serverName } });
  return await startTest(ctx, backup);
}

export async function startTest(ctx: Context, backup: Backup): Promise<{ cmdId: number }> {
  const testId = randomUUID();
  await backupTables(ctx.db)
    .insertInto('backup_test')
    .values({ id: testId, backup_id: backup.id })
    .execute();
  await announceBackup(ctx, backup);
  return await startTask(ctx, testBackupTask, {
    input: { backupId: backup.id, testId },
    target: { type: 'backup', id: backup.id, name: backup.serverName },
    resource: resourceOf(backup.id),
    siteId: backup.siteId,
    ownerId: backup.ownerId,
  });
}

/** Throws `backupNotReady` while the backup is in use. */
export async function deleteBackup(
  ctx: SignedInContext,
  backupId: string,
): Promise<{ cmdId: number }> {
  const backup = await lockBackup(ctx, backupId, requiredRightFor('backups.manage'));
  requireReadyBackup(backup);
  if (await isInUse(ctx, backupId)) throw userError('backupNotReady', { problem: texts.inUse });
  ctx.note({
    targetType: 'backup',
    targetId: backupId,
    before: { server: backup.serverName, at: backup.createdAt.toISOString() },
  });
  return await startRemoving(ctx, backup);
}
