import type { Context } from '../context.ts';
import { within } from '../http/callContext.ts';
import { type AuditNote, writeAudit } from './audit.ts';

/**
 * Runs the portal's own work in a transaction of its own, whose audit entry, under the name of the
 * operation, is written with it if the work noted anything. What it wants done after commit is done
 * then.
 */
export async function inOwnTransaction(
  ctx: Context,
  operation: string,
  work: (ctx: Context) => Promise<void>,
): Promise<void> {
  const after: (() => void | Promise<void>)[] = [];
  await ctx.db.transaction().execute(async (transaction) => {
    const notes: AuditNote[] = [];
    const inner = {
      ...within(ctx, transaction),
      note: (note: AuditNote) => void notes.push(note),
      afterCommit: after.push.bind(after),
    };
    await work(inner as Context);
    if (notes.length > 0) await writeAudit(inner as Context, transaction, operation, 'done', notes);
  });
  for (const each of after) await each();
}
