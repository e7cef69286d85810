import type { Context } from '../../../../../server/platform/context.ts';

/**
 * Locks the account's credentials until the transaction ends, so that limits and the check for the
 * last sign-in method are race-free.
 */
export async function lockAccount(ctx: Context, userId: string): Promise<void> {
  await ctx.db
    .selectFrom('user_account')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}
