import { portalDb } from '../../../../server/platform/access/portalDb.ts';
import type { Context } from '../../../../server/platform/context.ts';

type Db = Pick<Context, 'db'>;

/**
 * A database handle for `password_hash`, `totp_secret` and `totp_last_step`, which the connections
 * of calls can't access.
 */
export const secretsDb = (ctx: Db) => portalDb(ctx, 'secrets are read only to check them');

/** Null if the account has no password. */
export async function readPasswordHash(ctx: Db, userId: string): Promise<string | null> {
  const row = await secretsDb(ctx)
    .selectFrom('user_account')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.password_hash ?? null;
}

/** Sets the password of an account that the caller was authorized to change. Null removes it. */
export async function writePasswordHash(
  ctx: Db,
  userId: string,
  hash: string | null,
): Promise<void> {
  await secretsDb(ctx)
    .updateTable('user_account')
    .set({ password_hash: hash })
    .where('id', '=', userId)
    .execute();
}
