import { sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import { withDb } from '../../../../server/platform/http/callContext.ts';
import { definePeriodicJob } from '../../../../server/platform/tasks/periodicJobs.ts';
import { startTask } from '../../../../server/platform/tasks/startTask.ts';
import { readServer, serverResource } from '../../servers/server/index.ts';
import { startBackup, startTest } from './backups.ts';
import { nextBackup } from './policy.ts';
import { type Backup, backupsOf } from './store.ts';
import { backupTables } from './tables.ts';
import { createBackupTask } from './tasks/create.ts';

interface Due {
  server_id: string;
  at_minute: number;
  time_zone: string;
}

/**
 * Creates all backups that are due. Backups missed while the portal wasn't running are created as
 * soon as it runs again.
 */
async function backUpDue(ctx: Context): Promise<void> {
  for (;;) {
    const isDone = await ctx.db.transaction().execute(async (trx) => {
      const inner = withDb(ctx, trx);
      const { rows } = await sql<Due>`
        select server_id, at_minute, time_zone from backup_policy where next_at <= ${ctx.clock.now()} order by next_at limit 1 for update skip locked`.execute(
        trx,
      );
      const [due] = rows;
      if (due) await backUp(inner, due);
      return due === undefined;
    });
    if (isDone) return;
  }
}

async function backUp(ctx: Context, due: Due): Promise<void> {
  await backupTables(ctx.db)
    .updateTable('backup_policy')
    .set({ next_at: nextBackup(due, ctx.clock.now()) })
    .where('server_id', '=', due.server_id)
    .execute();
  const server = await readServer(ctx, due.server_id);
  if (server?.state !== 'live' || !server.hasBackup || server.problem?.kind === 'lost') return;
  if ((await backupsOf(ctx, [server.id])).some(({ state }) => state === 'creating')) return;
  await startBackup(ctx, server, 'scheduled', (input) =>
    startTask(ctx, createBackupTask, {
      input,
      target: { type: 'server', id: server.id, name: server.name },
      resource: serverResource(server.id),
      siteId: server.siteId,
      ownerId: server.ownerId,
    }),
  );
}

/**
 * Checks the latest backup of each server as often as its policy requires. Runs one check at a
 * time, because each uses memory and processor of the host.
 */
async function tryLatest(ctx: Context): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const inner = withDb(ctx, trx);
    const { rows } = await sql<{ server_id: string }>`
      select server_id from backup_policy p
      where p.test_every <> 'never' and p.next_at is not null
        and coalesce(p.tested_at, '-infinity') < now() - case p.test_every when 'weekly' then interval '7 days' else interval '30 days' end
        and exists (select from server_backup b where b.server_id = p.server_id and b.state = 'ready' and b.kind = 'scheduled')
        and not exists (select from backup_test t where t.ended_at is null)
      order by p.tested_at nulls first limit 1 for update skip locked`.execute(trx);
    const [due] = rows;
    if (!due) return;
    await backupTables(trx)
      .updateTable('backup_policy')
      .set({ tested_at: ctx.clock.now() })
      .where('server_id', '=', due.server_id)
      .execute();
    const latest = (await backupsOf(inner, [due.server_id])).find(
      (backup: Backup) => backup.state === 'ready' && backup.kind === 'scheduled',
    );
    if (latest) await startTest(inner, latest);
  });
}

export const backupJobs = [
  definePeriodicJob({ name: 'backups.run', everySeconds: 30, run: backUpDue }),
  definePeriodicJob({ name: 'backups.test', everySeconds: 300, run: tryLatest }),
];
