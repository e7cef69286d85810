import type { Context } from '../../../server/platform/context.ts';
import { credentialTables, type TokenKind } from './tables.ts';

/** Takes back the open tokens of a kind: what was asked for before the account was secured anew must not come true after it. */
export async function voidTokens(ctx: Context, userId: string, kind: TokenKind): Promise<void> {
  await credentialTables(ctx)
    .deleteFrom('account_token')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .execute();
}
