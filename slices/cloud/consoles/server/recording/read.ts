import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { requiredRightFor } from '../../../../../contract/access/permissions.ts';
import { userError } from '../../../../../contract/errors/errors.ts';
import { portalDb } from '../../../../../server/platform/access/portalDb.ts';
import { visibleTo } from '../../../../../server/platform/access/scope.ts';
import { writeAudit } from '../../../../../server/platform/audit/audit.ts';
import type { Context, SignedInContext } from '../../../../../server/platform/context.ts';
import { findServer } from '../../../servers/server/index.ts';
import type { consoleEndpoints, recordingItem } from '../../contract.ts';
import { recordKeepDays, settingAt } from '../settings.ts';
import { recordingPath } from './recorder.ts';

type Item = z.input<typeof recordingItem>;
type Page = z.input<(typeof consoleEndpoints)['listRecordings']['answer']>;
type One = z.input<(typeof consoleEndpoints)['getRecording']['answer']>;
const requiredRight = requiredRightFor('consoles.replay');
const defaultSize = 25;
const dayMs = 24 * 3_600_000;

interface Row {
  id: string;
  serverId: string;
  serverName: string;
  siteId: string;
  kind: Item['kind'];
  by: string | null;
  operator: string | null;
  ip: string;
  startedAt: Date;
  endedAt: Date | null;
  durationMs: number | null;
  bytes: number | null;
  sha256: Buffer | null;
  hasInput: boolean;
  state: Item['state'];
  file: string;
}

/**
 * A recording belongs to the owner of the server at the time of recording. It isn't visible to a
 * new owner of the server.
 */
const rows = (ctx: Context, where: RawBuilder<unknown>) => sql`
  select r.id, r.server_id as "serverId", r.server_name as "serverName", r.site_id as "siteId", r.kind, account_email(r.user_id) as by, account_email(r.operator_id) as operator, r.ip,
    date_trunc('milliseconds', r.started_at) as "startedAt", r.ended_at as "endedAt", r.duration_ms as "durationMs", r.bytes, r.sha256,
    r.has_input as "hasInput", r.state, r.file
  from console_recording r
  where ${where} and ${visibleTo(ctx, { owner: 'r.owner_id', site: 'r.site_id' }, requiredRight)}`;

function present({ siteId: _siteId, file: _file, ...row }: Row, retentionDays: number): Item {
  return {
    ...row,
    by: row.by ?? '',
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    sha256: row.sha256?.toString('hex') ?? null,
    deletedAfter: row.endedAt
      ? new Date(row.endedAt.getTime() + retentionDays * dayMs).toISOString()
      : null,
  };
}

/** The recorded consoles of a server, latest first. Throws `notFound`, `rightMissing`. */
export async function listRecordings(
  ctx: SignedInContext,
  serverId: string,
  query: { size?: number | undefined; from?: string | undefined; skip?: number | undefined },
): Promise<Page> {
  const server = await findServer(ctx, serverId, requiredRight);
  const retentionDays = await settingAt(ctx, server.siteId, recordKeepDays);
  const size = query.size ?? defaultSize;
  const from = query.from ?? null;
  const skip = query.skip ?? 0;
  const found = await sql<Row & { total: number }>`
    with recorded as (${rows(ctx, sql`r.server_id = ${serverId}`)})
    select recorded.*, (select count(*) from recorded) as total from recorded
    where ${from}::timestamptz is null or "startedAt" <= ${from}::timestamptz
    order by "startedAt" desc, id desc limit ${size + 1} offset ${skip}`.execute(ctx.db);
  const pageRows = found.rows.slice(0, size);
  const last = pageRows.at(-1)?.startedAt.toISOString() ?? null;
  const hasNext = found.rows.length > size;
  const sameTimeCount = pageRows.filter(({ startedAt }) => startedAt.toISOString() === last).length;
  return {
    ...{
      size,
      total: found.rows[0]?.total ?? 0,
      next: hasNext,
      nextDate: hasNext ? last : null,
      from,
      prevDate: null,
    },
    ...{ firstElement: pageRows.length === 0 ? 0 : 1, lastElement: pageRows.length, userId: null },
    ...{ nextSkip: last === from ? skip + sameTimeCount : sameTimeCount, prevSkip: 0 },
    items: pageRows.map(({ total: _total, ...row }) => present(row, retentionDays)),
  };
}

async function findRecording(ctx: SignedInContext, recordingId: string): Promise<Row> {
  const found = await sql<Row>`${rows(ctx, sql`r.id = ${recordingId}`)}`.execute(ctx.db);
  const row = found.rows[0];
  if (!row) throw userError('notFound', { what: 'recording', id: recordingId });
  return row;
}

/**
 * A single recording, and whether its file matches the digest in the audit log. Throws `notFound`.
 */
export async function getRecording(ctx: SignedInContext, recordingId: string): Promise<One> {
  const row = await findRecording(ctx, recordingId);
  return {
    ...present(row, await settingAt(ctx, row.siteId, recordKeepDays)),
    check: await checkOf(ctx, row),
  };
}

async function checkOf(ctx: SignedInContext, row: Row): Promise<One['check']> {
  if (row.state === 'running') return 'running';
  const digest = await digestOf(recordingPath(ctx.services.config, row.file));
  if (digest === null) return 'gone';
  const { rows: entries } = await sql<{ sha256: string | null }>`
    select detail->>'sha256' as sha256 from audit_entry
    where target_type = 'server' and target_id = ${row.serverId} and operation = 'consoles.record' and detail->>'recording' = ${row.id}`.execute(
    portalDb(ctx, 'the entry that proves the recording, whoever made it'),
  );
  const recorded = entries.length === 1 ? entries[0]?.sha256 : null;
  return digest.equals(row.sha256 ?? Buffer.alloc(0)) && recorded === digest.toString('hex')
    ? 'intact'
    : 'changed';
}

/** SHA-256 of a file. Null when the file is missing. */
export async function digestOf(path: string): Promise<Buffer | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return hash.digest();
}

/**
 * Sends the recording's file. Viewing a recording is recorded in the activity log. Throws
 * `notFound`, `recordingRunning`, `recordingGone`.
 */
export async function sendContent(
  ctx: SignedInContext,
  recordingId: string,
  reply: FastifyReply,
  isDownload: boolean,
): Promise<FastifyReply> {
  const row = await findRecording(ctx, recordingId);
  if (row.state === 'running') throw userError('recordingRunning');
  const path = recordingPath(ctx.services.config, row.file);
  const size = await stat(path).then(
    (found) => found.size,
    () => null,
  );
  if (size === null) throw userError('recordingGone');
  const detail = { recording: row.id, ...(isDownload ? { download: true } : {}) };
  await writeAudit(ctx, ctx.db, 'consoles.replay', 'done', [
    { targetType: 'server', targetId: row.serverId, detail },
  ]);
  const name = `${row.serverName.replace(/[^\w.-]/g, '_')}-${row.startedAt.toISOString().slice(0, 19).replace(/:/g, '')}`;
  const extension = row.file.slice(row.file.lastIndexOf('.'));
  reply.type('application/octet-stream').header('content-length', size);
  if (isDownload) reply.header('content-disposition', `attachment; filename="${name}${extension}"`);
  return reply.send(createReadStream(path));
}
