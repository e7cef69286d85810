import { sql } from 'kysely';
import { followServers } from '../../servers/server/index.ts';

/** A server that was given away takes no alerts of its former owner along. */
export function followWatchedServers(): void {
  followServers(async (ctx, serverId, server) => {
    if (server)
      await sql`delete from alert where server_id = ${serverId} and owner_id <> ${server.ownerId}`.execute(
        ctx.db,
      );
  });
}
