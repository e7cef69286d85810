import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import type { accountEndpoints, batchItem } from '../../contract.ts';
import { localize } from '../../texts/localize.ts';
import type { Detail, Kind, Snapshot } from './kinds.ts';
import { startAccountBatch } from './start.ts';

type Item = z.output<typeof batchItem>;
type BatchDetail = z.output<(typeof accountEndpoints)['getAccountBatch']['answer']>;

interface Row {
  id: string;
  kind: Kind;
  detail: Detail;
  isUndo: boolean;
  isUndone: boolean;
  by: string;
  createdAt: Date;
  cmdId: number | null;
  total: number;
  done: number;
  asked: number;
  refused: number;
}

const maxShown = 20;

/**
 * The caller's own batches. All accounts in them were in the caller's scope when they were started.
 */
async function readRows(ctx: SignedInContext, condition: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select b.id, b.kind, b.detail, b.undoes is not null as "isUndo", exists (select from account_batch u where u.undoes = b.id) as "isUndone",
      account_email(b.created_by) as by, b.created_at as "createdAt", b.cmd_id as "cmdId", counted.total, counted.done, counted.asked, counted.refused
    from account_batch b
    cross join lateral (
      select count(*)::integer as total, count(*) filter (where state = 'done')::integer as done,
        count(*) filter (where state = 'asked')::integer as asked, count(*) filter (where state = 'refused')::integer as refused
      from account_batch_line l where l.batch_id = b.id
    ) counted
    where b.created_by = ${ctx.actor.userId} and ${condition} order by b.created_at desc limit ${maxShown}`.execute(
    ctx.db,
  );
  return rows;
}

export async function listBatches(
  ctx: SignedInContext,
  kind: Kind | undefined,
): Promise<{ items: Item[] }> {
  const rows = await readRows(ctx, kind ? sql`b.kind = ${kind}` : sql`true`);
  return { items: rows.map((row) => present(ctx, row)) };
}

/** Throws `notFound`. */
export async function readBatch(ctx: SignedInContext, batchId: string): Promise<BatchDetail> {
  const row = await findRow(ctx, batchId);
  const { rows: lines } = await sql<BatchDetail['lines'][number]>`
    select l.user_id as "userId", coalesce(u.email, account_email(l.user_id)) as email, u.site_id as "siteId", l.state, l.note
    from account_batch_line l join user_account u on u.id = l.user_id where l.batch_id = ${batchId} order by l.position`.execute(
    ctx.db,
  );
  return { ...present(ctx, row), lines };
}

async function findRow(ctx: SignedInContext, batchId: string): Promise<Row> {
  const [row] = await readRows(ctx, sql`b.id = ${batchId}`);
  if (!row) throw userError('notFound', { what: 'batch', id: batchId });
  return row;
}

function present(ctx: SignedInContext, row: Row): Item {
  return {
    ...{
      id: row.id,
      kind: row.kind,
      isUndo: row.isUndo,
      by: row.by,
      createdAt: row.createdAt.toISOString(),
    },
    ...{
      reason: row.detail.reason,
      total: row.total,
      done: row.done,
      asked: row.asked,
      refused: row.refused,
      cmdId: row.cmdId,
    },
    undoProblem: undoProblem(row)?.[ctx.language] ?? null,
  };
}

function undoProblem(row: Row): LocalizedText | null {
  if (row.isUndo) return localize('read.undoProblem.batchUndoesAnotherOne');
  if (row.isUndone) return localize('read.undoProblem.batchAlreadyUndone');
  if (row.asked > 0) return localize('read.undoProblem.partBatchWaitsSecond');
  if (row.done + row.refused < row.total) return localize('read.undoProblem.batchStillRunning');
  return row.done === 0 ? localize('read.undoProblem.batchMadeNoChanges') : null;
}

/**
 * Starts another batch that restores the previous state of every account. Throws `notFound`,
 * `batchRefused`.
 */
export async function undoBatch(
  ctx: SignedInContext,
  batchId: string,
): Promise<{ batchId: string; cmdId: number }> {
  await sql`select from account_batch where id = ${batchId} for update`.execute(ctx.db);
  const row = await findRow(ctx, batchId);
  const problem = undoProblem(row);
  if (problem) throw userError('batchRefused', { problem });
  const { rows } = await sql<{ userId: string; before: Snapshot }>`
    select user_id as "userId", before from account_batch_line where batch_id = ${batchId} and state = 'done' order by position`.execute(
    ctx.db,
  );
  return await startAccountBatch(ctx, row.kind, row.detail, rows, batchId);
}
