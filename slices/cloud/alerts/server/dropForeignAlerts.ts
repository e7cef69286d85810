import { sql } from 'kysely';
import type { OnServerChange } from '../../servers/server/index.ts';

/** A transferred server loses the alerts of its former owner. */
export const dropForeignAlerts: OnServerChange = async (ctx, serverId, server) => {
  if (server)
    await sql`delete from alert where server_id = ${serverId} and owner_id <> ${server.ownerId}`.execute(
      ctx.db,
    );
};
