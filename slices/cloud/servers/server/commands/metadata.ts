import { sql } from 'kysely';
import { visibleTo } from '../../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { serverReach } from '../store/find.ts';
import { serverTables } from '../store/tables.ts';
import { announceServer } from '../store/write.ts';
import { lockForAction } from './lockForAction.ts';

/** Changes the server's description and notes. */
export async function describe(
  ctx: SignedInContext,
  serverId: string,
  input: { description?: string | undefined; notes?: string | undefined },
): Promise<void> {
  const { server } = await lockForAction(ctx, serverId, 'rename');
  const { description = server.description, notes = server.notes } = input;
  await serverTables(ctx.db)
    .updateTable('server')
    .set({ description, notes })
    .where('id', '=', serverId)
    .execute();
  ctx.note({
    targetType: 'server',
    targetId: serverId,
    before: { description: server.description, notes: server.notes },
    after: { description, notes },
  });
  await announceServer(ctx, server);
}

/** Throws `serverLocked` when the server is already locked. */
export async function lockAgainstAccidents(
  ctx: SignedInContext,
  serverId: string,
  reason: string,
): Promise<void> {
  const { server } = await lockForAction(ctx, serverId, 'lock');
  await serverTables(ctx.db)
    .updateTable('server')
    .set({ locked_at: ctx.clock.now(), locked_by: ctx.actor.userId, lock_reason: reason })
    .where('id', '=', serverId)
    .execute();
  ctx.note({
    targetType: 'server',
    targetId: serverId,
    before: { locked: false },
    after: { locked: true, reason },
  });
  await announceServer(ctx, server);
}

export async function unlock(ctx: SignedInContext, serverId: string): Promise<void> {
  const { server } = await lockForAction(ctx, serverId, 'unlock');
  await serverTables(ctx.db)
    .updateTable('server')
    .set({ locked_at: null, locked_by: null, lock_reason: '' })
    .where('id', '=', serverId)
    .execute();
  ctx.note({
    targetType: 'server',
    targetId: serverId,
    before: { locked: true, by: server.lockedBy, reason: server.lockReason },
    after: { locked: false },
  });
  await announceServer(ctx, server);
}

/** The tags of the servers visible to the actor, most common first. */
export async function listTags(
  ctx: SignedInContext,
): Promise<{ items: { tag: string; servers: number }[] }> {
  const { rows } = await sql<{ tag: string; servers: number }>`
    select tag, count(*)::int as servers from server, unnest(server.tags) as tag
    where server.state <> 'bin' and ${visibleTo(ctx, serverReach)} group by tag order by count(*) desc, tag limit 500`.execute(
    ctx.db,
  );
  return { items: rows };
}
