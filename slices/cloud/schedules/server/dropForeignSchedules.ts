import { sql } from 'kysely';
import type { OnServerChange } from '../../servers/server/index.ts';

/** A transferred server loses the schedules of its former owner. */
export const dropForeignSchedules: OnServerChange = async (ctx, serverId, server) => {
  if (server)
    await sql`delete from schedule where server_id = ${serverId} and owner_id <> ${server.ownerId}`.execute(
      ctx.db,
    );
};
