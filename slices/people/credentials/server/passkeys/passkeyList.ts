import type { Context } from '../../../../../server/platform/context.ts';
import { lockAccount } from '../lockout/accountLock.ts';
import { credentialTables } from '../tables.ts';

export const maxPasskeys = 20;

/**
 * The number of passkeys of the account. The account is locked until the transaction ends, so that
 * the number can't change.
 */
export async function countPasskeys(ctx: Context, userId: string): Promise<number> {
  await lockAccount(ctx, userId);
  const row = await credentialTables(ctx)
    .selectFrom('passkey')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Returns whether the passkey existed. */
export async function renamePasskey(
  ctx: Context,
  userId: string,
  id: string,
  name: string,
): Promise<boolean> {
  const result = await credentialTables(ctx)
    .updateTable('passkey')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Returns whether the passkey existed. */
export async function deletePasskey(ctx: Context, userId: string, id: string): Promise<boolean> {
  await lockAccount(ctx, userId);
  const result = await credentialTables(ctx)
    .deleteFrom('passkey')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
