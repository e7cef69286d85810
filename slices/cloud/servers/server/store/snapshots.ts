import { sql } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';
import type { Disk } from '../rules/facts.ts';

export interface Snapshot {
  id: string;
  name: string;
  description: string;
  createdAt: Date;
  createdBy: string;
  withMemory: boolean;
  sizeBytes: number;
  state: 'creating' | 'ready' | 'deleting';
  parentId: string | null;
  expiresAt: Date | null;
  keepLatest: number | null;
}

/** The snapshots of a server, oldest first. The caller must check access to the server. */
export async function readSnapshots(
  ctx: Pick<Context, 'db'>,
  serverId: string,
): Promise<Snapshot[]> {
  const { rows } = await sql<Snapshot>`
    select s.id, s.name, s.description, s.created_at as "createdAt", coalesce(account_email(s.created_by), '') as "createdBy", s.with_memory as "withMemory",
      s.size_bytes as "sizeBytes", s.state, s.parent_id as "parentId", s.expires_at as "expiresAt",
      s.keep_latest as "keepLatest"
    from server_snapshot s where s.server_id = ${serverId} order by s.created_at, s.id`.execute(
    ctx.db,
  );
  return rows;
}

/**
 * The disks contained in a ready snapshot of the server, with the boot disk first. Null when there
 * is no such snapshot.
 */
export async function snapshotDisks(
  ctx: Pick<Context, 'db'>,
  serverId: string,
  snapshotId: string,
): Promise<Disk[] | null> {
  const { rows } = await sql<Disk>`
    select d.id, d.position, d.size_gb as "sizeGb" from server_snapshot s join server_disk d on d.server_id = s.server_id
    where s.id = ${snapshotId} and s.server_id = ${serverId} and s.state = 'ready' and (s.disk_ids is null or d.id = any(s.disk_ids))
    order by d.position`.execute(ctx.db);
  return rows.length > 0 ? rows : null;
}
