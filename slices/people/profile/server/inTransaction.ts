import type { Context } from '../../../../server/platform/context.ts';
import { withDb } from '../../../../server/platform/http/callContext.ts';

/**
 * Runs the work in a transaction, for calls that otherwise write outside of one, so that counted
 * attempts are kept when the call is rejected.
 */
export function inTransaction<C extends Context, T>(
  ctx: C,
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  return ctx.db.transaction().execute((transaction) => work(withDb(ctx, transaction)));
}
