import type { Context } from '../../../server/platform/context.ts';

/** Until the transaction ends, nobody else adds to or takes from what protects this account: counts and last ways in hold in a race. */
export async function lockAccount(ctx: Context, userId: string): Promise<void> {
  await ctx.db.selectFrom('user_account').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow();
}
