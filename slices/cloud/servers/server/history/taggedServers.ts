import { type RawBuilder, sql } from 'kysely';
import { visibleTo } from '../../../../../server/platform/access/scope.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { serverReach } from '../store/find.ts';

/**
 * SQL for the IDs, as a JSON list, of an account's servers with a tag that are visible to the
 * actor. `owner` and `tag` are columns of the outer row.
 */
export function visibleServersWithTag(
  ctx: Context,
  { owner, tag }: { owner: string; tag: string },
): RawBuilder<string[]> {
  return sql<string[]>`
    (select coalesce(jsonb_agg(server.id order by server.name_key), '[]') from server
     where server.owner_id = ${sql.ref(owner)} and server.tags @> array[${sql.ref(tag)}] and server.state = 'live' and ${visibleTo(ctx, serverReach)})`;
}

/** All servers, including those in the Trash, with owner and tags, for bulk queries. */
export const taggedServers: RawBuilder<unknown> = sql`select server.id, server.owner_id, server.tags from server`;
