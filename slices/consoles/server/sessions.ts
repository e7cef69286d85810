import type { Context } from '../../../server/platform/context.ts';

/** Who really sits at a session that is used for another account; null when nobody else does. */
export async function operatorOf(ctx: Pick<Context, 'db'>, sessionHash: Buffer | null): Promise<string | null> {
  if (!sessionHash) return null;
  const row = await ctx.db.selectFrom('session').select(['user_id', 'acting_for']).where('id_hash', '=', sessionHash).executeTakeFirst();
  return row?.acting_for ? row.user_id : null;
}
