import type { Context } from '../context.ts';
import { withDb } from '../http/callContext.ts';
import { type AuditNote, writeAudit } from './audit.ts';

/**
 * Runs the portal's own work in a separate transaction. If the work adds notes, its audit entry is
 * written in that transaction under the operation's name. After-commit work runs once the
 * transaction has committed.
 */
export async function inOwnTransaction(
  ctx: Context,
  operation: string,
  work: (ctx: Context) => Promise<void>,
): Promise<void> {
  const afterCallbacks: (() => void | Promise<void>)[] = [];
  await ctx.db.transaction().execute(async (transaction) => {
    const notes: AuditNote[] = [];
    const inner = {
      ...withDb(ctx, transaction),
      note: (note: AuditNote) => void notes.push(note),
      afterCommit: afterCallbacks.push.bind(afterCallbacks),
    };
    await work(inner as Context);
    if (notes.length > 0) await writeAudit(inner as Context, transaction, operation, 'done', notes);
  });
  for (const each of afterCallbacks) await each();
}
