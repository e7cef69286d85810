import { sql } from 'kysely';
import { disksOfServer, type OnServerChange } from '../../servers/server/index.ts';

/** Records each server's configuration over time. Every change ends one row and starts the next. */
export const recordUse: OnServerChange = async (ctx, serverId, server) => {
  if (!server) return;
  const now = ctx.clock.now();
  const isLive = server.state === 'live';
  const diskGb = isLive
    ? (await disksOfServer(ctx, serverId)).reduce((sum, disk) => sum + disk.sizeGb, 0)
    : 0;
  const { rowCount } = await sql`
    select from server_use where server_id = ${serverId} and to_at is null and ${isLive} and owner_id = ${server.ownerId} and power = ${server.power}
      and cores = ${server.cores} and ram_mb = ${server.ramMb} and disk_gb = ${diskGb}`
    .execute(ctx.db)
    .then(({ rows }) => ({ rowCount: rows.length }));
  if (rowCount > 0) return;
  await sql`update server_use set to_at = greatest(from_at, ${now}) where server_id = ${serverId} and to_at is null`.execute(
    ctx.db,
  );
  if (isLive)
    await sql`
      insert into server_use (server_id, owner_id, power, cores, ram_mb, disk_gb, from_at)
      values (${serverId}, ${server.ownerId}, ${server.power}, ${server.cores}, ${server.ramMb}, ${diskGb}, ${now})`.execute(
      ctx.db,
    );
};
