import type { Context } from '../../../../server/platform/context.ts';

/** The signed-in user of a session that acts for another account. Null for other sessions. */
export async function operatorOf(
  ctx: Pick<Context, 'db'>,
  sessionHash: Buffer | null,
): Promise<string | null> {
  if (!sessionHash) return null;
  const row = await ctx.db
    .selectFrom('session')
    .select(['user_id', 'acting_for'])
    .where('id_hash', '=', sessionHash)
    .executeTakeFirst();
  return row?.acting_for ? row.user_id : null;
}
