import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import type { Language } from '../../../../contract/languages.ts';
import { plainStored } from '../../../../drivers/problem.ts';
import type { Context } from '../../../../server/platform/context.ts';
import type { exportStatus } from '../contract.ts';

export type ExportStatus = z.output<typeof exportStatus>;

const utc = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * For queries that left join `accounting_hand_over h`: the export as in the contract. Null if the
 * document wasn't exported.
 */
export const exportStatusColumn = sql`case when h.document_id is not null then jsonb_build_object(
  'state', h.state, 'attempts', h.attempts, 'queuedAt', ${utc(sql`h.queued_at`)}, 'triedAt', ${utc(sql`h.tried_at`)},
  'dueAt', case when h.state = 'waiting' then ${utc(sql`h.due_at`)} end, 'sentAt', ${utc(sql`h.sent_at`)},
  'resultCode', h.result_code, 'resultText', h.result_text, 'reference', h.reference, 'link', h.link) end`;

/**
 * Returns the exports of these documents with their payloads. A payload is null until it's first
 * sent.
 */
export async function readExports(
  ctx: Pick<Context, 'db' | 'language'>,
  documentIds: readonly string[],
): Promise<Map<string, { handOver: ExportStatus; payload: string | null }>> {
  const { rows } = await sql<{ id: string; handOver: ExportStatus; payload: string | null }>`
    select h.document_id as id, ${exportStatusColumn} as "handOver", h.payload from accounting_hand_over h
    where h.document_id = any(${[...documentIds]}::uuid[])`.execute(ctx.db);
  return new Map(
    rows.map(({ id, handOver, payload }) => [
      id,
      { handOver: presentExport(handOver, ctx.language), payload },
    ]),
  );
}

/** Localizes a `exportStatusColumn` value for the user. */
export const presentExport = <T extends ExportStatus | null>(stored: T, language: Language): T =>
  stored && { ...stored, resultText: plainStored(stored.resultText, language) };
