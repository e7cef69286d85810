import { sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import type { OnServerChange } from '../../servers/server/index.ts';
import { meterBackups } from './metering.ts';
import { applyPolicyToServer } from './policy.ts';

/** Backups are transferred with their server, and their cost follows its state. */
export const onServerChanged: OnServerChange = async (ctx, serverId, server) => {
  if (server)
    await sql`
      update server_backup set owner_id = ${server.ownerId}, site_id = ${server.siteId}
      where server_id = ${serverId} and (owner_id <> ${server.ownerId} or site_id <> ${server.siteId})`.execute(
      ctx.db,
    );
  await applyPolicyToServer(ctx, server);
  await meterBackups(ctx, serverId, server);
};

/** IDs of the servers that boot checks start, kept for a short time after the check. */
export async function listTestServers(ctx: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select id from backup_test where ended_at is null or ended_at > now() - interval '5 minutes'`.execute(
    ctx.db,
  );
  return rows.map(({ id }) => id);
}
