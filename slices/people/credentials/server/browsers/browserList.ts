import { sql } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';
import { credentialTables } from '../tables.ts';

/**
 * The browsers that can skip the second factor, most recently used first. `id`: the first 32
 * hexadecimal digits of the digest.
 */
export async function listRememberedBrowsers(ctx: Context, userId: string) {
  const rows = await credentialTables(ctx)
    .selectFrom('remembered_browser')
    .select(['hash', 'user_agent', 'ip', 'created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', ctx.clock.now())
    .orderBy('last_used_at', 'desc')
    .execute();
  return rows.map(({ hash, ...rest }) => ({ id: hash.toString('hex').slice(0, 32), ...rest }));
}

/** Returns whether the browser existed. */
export async function deleteBrowser(ctx: Context, userId: string, id: string): Promise<boolean> {
  const result = await credentialTables(ctx)
    .deleteFrom('remembered_browser')
    .where('user_id', '=', userId)
    .where(sql<boolean>`encode(substring(hash from 1 for 16), 'hex') = ${id}`)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
