import { type RawBuilder, sql } from 'kysely';
import type { RequiredRight } from '../../../../contract/access/rights.ts';
import { userError } from '../../../../contract/errors/errors.ts';
import {
  type Columns,
  type EffectiveRights,
  effectiveRights,
  requireRight,
  visibleTo,
} from '../../../../server/platform/access/scope.ts';
import type { Context } from '../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  type Page,
  readListPage,
} from '../../../../server/platform/database/listPage.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import type { Configuration, TestResult } from './tables.ts';

export interface Backup {
  id: string;
  serverId: string;
  serverName: string;
  ownerId: string;
  siteId: string;
  datacenterId: string;
  kind: 'scheduled' | 'manual';
  state: 'creating' | 'ready' | 'deleting';
  configuration: Configuration;
  sizeBytes: number;
  createdAt: Date;
  problem: string | null;
}

export interface BackupRow extends Backup, EffectiveRights {
  owner: string;
  createdBy: string;
  test: { result: TestResult | null; evidence: string; seconds: number | null; at: string } | null;
}

const columns = sql`
  b.id, b.server_id as "serverId", b.server_name as "serverName", b.owner_id as "ownerId", b.site_id as "siteId",
  b.datacenter_id as "datacenterId", b.kind, b.state, b.configuration, b.size_bytes as "sizeBytes", b.created_at as "createdAt", b.problem`;

/**
 * A backup belongs to its owner. A user with a right on the server has the same right on its
 * backups.
 */
const accessColumns: Columns = {
  owner: 'b.owner_id',
  site: 'b.site_id',
  object: { type: 'ot.server', id: 'b.server_id' },
};

const latestTest = sql`
  (select jsonb_build_object('result', t.result, 'evidence', t.evidence, 'seconds', t.seconds, 'at', coalesce(t.ended_at, t.started_at))
   from backup_test t where t.backup_id = b.id order by t.started_at desc limit 1) as test`;

export async function readBackups<Item>(
  ctx: Context,
  query: ListRequest & { server?: string | undefined },
  map: (row: BackupRow) => Item,
): Promise<Page<Item>> {
  const where: RawBuilder<unknown>[] = [visibleTo(ctx, accessColumns)];
  if (query.filter) where.push(sql`b.server_name ilike ${containing(query.filter)}`);
  if (query.server) where.push(sql`b.server_id = ${query.server}`);
  return await readListPage<BackupRow, Item>(
    ctx.db,
    {
      from: sql`server_backup b left join user_account owner on owner.id = b.owner_id`,
      columns: sql`${columns}, coalesce(owner.email, account_email(b.owner_id)) as owner, coalesce(account_email(b.created_by), '') as "createdBy", ${effectiveRights(ctx, accessColumns)}, ${latestTest}`,
      where,
      sorts: {
        created: { column: sql`b.created_at`, type: 'timestamptz' },
        name: { column: sql`lower(b.server_name)`, type: 'text' },
        size: { column: sql`b.size_bytes`, type: 'numeric' },
      },
      id: { column: sql`b.id`, type: 'uuid' },
      defaultSorting: '-created',
      map,
    },
    query,
    query.server ? { server: query.server } : {},
  );
}

/** A backup visible to the actor. Throws `notFound`. */
export async function findBackup(ctx: Context, backupId: string): Promise<Backup> {
  const { rows } =
    await sql<Backup>`select ${columns} from server_backup b where b.id = ${backupId} and ${visibleTo(ctx, accessColumns)}`.execute(
      ctx.db,
    );
  if (!rows[0]) throw userError('notFound', { what: 'backup', id: backupId });
  return rows[0];
}

/**
 * Locks the backup until the transaction ends. Throws `notFound`, `rightMissing`, `lockedByParent`.
 */
export async function lockBackup(
  ctx: Context,
  backupId: string,
  requiredRight: RequiredRight,
): Promise<Backup> {
  const { rows } = await sql<Backup & EffectiveRights>`
    select ${columns}, ${effectiveRights(ctx, accessColumns)} from server_backup b where b.id = ${backupId} and ${visibleTo(ctx, accessColumns)} for update`.execute(
    ctx.db,
  );
  const [found] = rows;
  if (!found) throw userError('notFound', { what: 'backup', id: backupId });
  requireRight(found, requiredRight, found.serverName);
  return found;
}

/** For internal work without permission checks. */
export async function readBackup(
  ctx: Pick<Context, 'db'>,
  backupId: string,
): Promise<Backup | null> {
  const { rows } =
    await sql<Backup>`select ${columns} from server_backup b where b.id = ${backupId}`.execute(
      ctx.db,
    );
  return rows[0] ?? null;
}

/** All backups of these servers, latest first. */
export async function backupsOf(
  ctx: Pick<Context, 'db'>,
  serverIds: readonly string[],
): Promise<Backup[]> {
  const { rows } = await sql<Backup>`
    select ${columns} from server_backup b where b.server_id = any(${[...serverIds]}::uuid[]) order by b.created_at desc, b.id`.execute(
    ctx.db,
  );
  return rows;
}

/**
 * Whether a task is reading the backup's files: a restore, a boot check, or the creation of a
 * server from it.
 */
export async function isInUse(ctx: Pick<Context, 'db'>, backupId: string): Promise<boolean> {
  const { rows } = await sql`
    select from task where completed_at is null and type in ('server.create', 'backup.restore', 'backup.test')
      and input::text like ${`%${backupId}%`} limit 1`.execute(ctx.db);
  return rows.length > 0;
}

export const announceBackup = (
  ctx: Pick<Context, 'db'>,
  { id, siteId, ownerId }: Pick<Backup, 'id' | 'siteId' | 'ownerId'>,
) => announce(ctx.db, { topic: 'backup', id, siteId, ownerId });
