import { sql } from 'kysely';
import { followServerCosts, followServers, knowEngineGuests } from '../../servers/server/index.ts';
import { backupItems, meterBackups } from './metering.ts';
import { followPolicy } from './policy.ts';

/**
 * Backups go with their server when it is given away, and what they cost follows what the server
 * is.
 */
export function followBackedUpServers(): void {
  followServers(async (ctx, serverId, server) => {
    if (server)
      await sql`
        update server_backup set owner_id = ${server.ownerId}, site_id = ${server.siteId}
        where server_id = ${serverId} and (owner_id <> ${server.ownerId} or site_id <> ${server.siteId})`.execute(
        ctx.db,
      );
    await followPolicy(ctx, server);
    await meterBackups(ctx, serverId, server);
  });
  followServerCosts(backupItems);
  knowEngineGuests(async (ctx) => {
    const { rows } = await sql<{
      id: string;
    }>`select id from backup_test where ended_at is null or ended_at > now() - interval '5 minutes'`.execute(
      ctx.db,
    );
    return rows.map(({ id }) => id);
  });
}
