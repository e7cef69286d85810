import type { Context } from '../../../../server/platform/context.ts';
import { startTask } from '../../../../server/platform/tasks/startTask.ts';
import { type RetentionKind, retainedBackups } from './rules/retention.ts';
import { announceBackup, type Backup, backupsOf } from './store.ts';
import { backupTables } from './tables.ts';
import { removeBackupTask } from './tasks/remove.ts';

/** Tasks of one backup run one after the other. */
export const resourceOf = (backupId: string): string => `backup:${backupId}`;

/** Why each scheduled backup of these servers is kept. Without a policy, all of them are kept. */
export async function retentionByBackup(
  ctx: Pick<Context, 'db'>,
  serverIds: readonly string[],
): Promise<Map<string, RetentionKind[]>> {
  if (serverIds.length === 0) return new Map();
  const policies = await backupTables(ctx.db)
    .selectFrom('backup_policy')
    .selectAll()
    .where('server_id', 'in', [...serverIds])
    .execute();
  const all = await backupsOf(ctx, serverIds);
  const retained = new Map<string, RetentionKind[]>();
  for (const policy of policies) {
    const scheduled = all.filter(
      ({ serverId, kind, state }) =>
        serverId === policy.server_id && kind === 'scheduled' && state === 'ready',
    );
    const retention = {
      ...{
        timeZone: policy.time_zone,
        keepDaily: policy.keep_daily,
        keepWeekly: policy.keep_weekly,
        keepMonthly: policy.keep_monthly,
      },
    };
    for (const [id, keptReasons] of retainedBackups(scheduled, retention))
      retained.set(id, keptReasons);
  }
  return retained;
}

/** Starts the deletion of backups that the server's policy no longer keeps. */
export async function deleteOldBackups(ctx: Context, serverId: string): Promise<void> {
  const retained = await retentionByBackup(ctx, [serverId]);
  const surplus = (await backupsOf(ctx, [serverId])).filter(
    ({ id, kind, state }) => kind === 'scheduled' && state === 'ready' && !retained.has(id),
  );
  if (retained.size === 0) return;
  for (const backup of surplus) await startRemoving(ctx, backup);
}

export async function startRemoving(ctx: Context, backup: Backup): Promise<{ cmdId: number }> {
  await backupTables(ctx.db)
    .updateTable('server_backup')
    .set({ state: 'deleting' })
    .where('id', '=', backup.id)
    .execute();
  await announceBackup(ctx, backup);
  return await startTask(ctx, removeBackupTask, {
    input: { backupId: backup.id },
    target: { type: 'backup', id: backup.id, name: backup.serverName },
    resource: resourceOf(backup.id),
    siteId: backup.siteId,
    ownerId: backup.ownerId,
  });
}
