import { sql } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';
import { startTask } from '../../../../../server/platform/tasks/startTask.ts';
import { resourceOf } from '../store/openTasks.ts';
import { serverTables } from '../store/tables.ts';
import { deleteSnapshotTask } from './snapshots.ts';

interface ExpiredSnapshot {
  snapshotId: string;
  snapshot: string;
  serverId: string;
  name: string;
  siteId: string;
  ownerId: string;
}

/**
 * Starts the deletion of expired snapshots. Servers with a running task are skipped until the next
 * run.
 */
export async function expireSnapshots(ctx: Context): Promise<void> {
  const { rows } = await sql<ExpiredSnapshot>`
    with ranked as (
      select id, server_id, name, created_at, expires_at, keep_latest,
        row_number() over (partition by server_id, series order by created_at desc, id) as place
      from server_snapshot where state = 'ready' and (series is not null or expires_at is not null)
    ), over as (
      select distinct on (server_id) id, server_id, name from ranked
      where expires_at <= now() or place > keep_latest order by server_id, created_at
    )
    select o.id as "snapshotId", o.name as snapshot, s.id as "serverId", s.name, s.site_id as "siteId", s.owner_id as "ownerId"
    from over o join server s on s.id = o.server_id
    where s.state = 'live' and not exists (select from task t where t.resource = 'server:' || s.id and t.completed_at is null)
    order by s.id limit 100 for update of s`.execute(ctx.db);
  for (const { snapshotId, snapshot, serverId, name, siteId, ownerId } of rows) {
    await serverTables(ctx.db)
      .updateTable('server_snapshot')
      .set({ state: 'deleting' })
      .where('id', '=', snapshotId)
      .execute();
    await startTask(ctx, deleteSnapshotTask, {
      input: { serverId, snapshotId, name: snapshot },
      target: { type: 'server', id: serverId, name },
      resource: resourceOf(serverId),
      siteId,
      ownerId,
    });
  }
}
