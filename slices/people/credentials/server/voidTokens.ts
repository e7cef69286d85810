import type { Context } from '../../../../server/platform/context.ts';
import { credentialTables, type TokenKind } from './tables.ts';

/**
 * Revokes the open tokens of a kind, so that requests from before the account was secured again
 * have no effect.
 */
export async function voidTokens(ctx: Context, userId: string, kind: TokenKind): Promise<void> {
  await credentialTables(ctx)
    .deleteFrom('account_token')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .execute();
}
