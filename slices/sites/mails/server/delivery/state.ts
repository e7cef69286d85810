import { userError } from '../../../../../contract/errors/errors.ts';
import { sentence, storedProblem } from '../../../../../drivers/problem.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { announce } from '../../../../../server/platform/events/hub.ts';
import type { OutboundStatus } from '../../../../../server/platform/outbound/outbound.ts';
import { type OutboxName, withMailTables } from '../tables.ts';

/** How long an unsent message can be read and resent, in days. */
export const retentionDays = 7;

/** Copies the delivery state to its message. Erases the content once the message is sent. */
export async function copyState(
  ctx: Context,
  outbox: OutboxName,
  id: number,
  { state, attempts, nextTryAt, reason, detail }: OutboundStatus,
): Promise<void> {
  const now = ctx.clock.now();
  const row = await withMailTables(ctx.db)
    .updateTable(outbox)
    .set({
      ...{ state, attempts, due_at: nextTryAt ?? now },
      problem: detail || storedProblem(reason && state !== 'kept' ? sentence(reason) : null),
      sent_at: state === 'sent' ? now : null,
      ...(state === 'sent' ? { content: null } : {}),
    })
    .where('id', '=', id)
    .returning('site_id')
    .executeTakeFirst();
  if (!row) return;
  const siteId = row.site_id;
  await announce(ctx.db, { topic: 'mail', id: String(id), siteId, data: { state } });
}

/** Throws `mailContentGone`. */
export async function requireContent(ctx: Context, outbox: OutboxName, id: number): Promise<void> {
  const row = await withMailTables(ctx.db)
    .selectFrom(outbox)
    .select('id')
    .where('id', '=', id)
    .where('content', 'is not', null)
    .executeTakeFirst();
  if (!row) throw userError('mailContentGone', { days: retentionDays });
}
