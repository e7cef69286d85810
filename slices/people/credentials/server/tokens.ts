import { sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import { digestOf, newToken } from '../../../../server/platform/secrets/secrets.ts';
import { credentialTables, type TokenKind } from './tables.ts';

export interface NewToken {
  kind: TokenKind;
  userId: string | null;
  ttlMinutes: number;
  detail?: Record<string, unknown>;
  /** Defaults to the site of the context. */
  siteId?: string;
}

export interface OneTimeToken {
  userId: string | null;
  siteId: string;
  detail: Record<string, unknown>;
}

/**
 * Issues a one-time token of 256 random bits. Only its digest is stored. Invalidates earlier open
 * tokens of the same kind and account.
 */
export async function issueToken(ctx: Context, tokenInput: NewToken): Promise<string> {
  const db = credentialTables(ctx);
  const token = newToken();
  const now = ctx.clock.now();
  if (tokenInput.userId !== null) {
    await db
      .deleteFrom('account_token')
      .where('user_id', '=', tokenInput.userId)
      .where('kind', '=', tokenInput.kind)
      .where('used_at', 'is', null)
      .execute();
  }
  await db
    .insertInto('account_token')
    .values({
      hash: digestOf(token),
      kind: tokenInput.kind,
      site_id: tokenInput.siteId ?? ctx.site.id,
      user_id: tokenInput.userId,
      detail: JSON.stringify(tokenInput.detail ?? {}),
      created_at: now,
      expires_at: new Date(now.getTime() + tokenInput.ttlMinutes * 60_000),
    })
    .execute();
  return token;
}

/**
 * Uses up a token. Only one of several concurrent callers gets it, the others get null. Null for
 * expired, unknown and other sites' tokens.
 */
export async function consumeToken(
  ctx: Context,
  kind: TokenKind,
  token: string,
): Promise<OneTimeToken | null> {
  const now = ctx.clock.now();
  const row = await credentialTables(ctx)
    .updateTable('account_token')
    .set({ used_at: now })
    .where('hash', '=', digestOf(token))
    .where('kind', '=', kind)
    .where('site_id', '=', ctx.site.id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'site_id', 'detail'])
    .executeTakeFirst();
  return row ? { userId: row.user_id, siteId: row.site_id, detail: row.detail } : null;
}

/** Reads a token without using it. */
export async function peekToken(
  ctx: Context,
  kind: TokenKind,
  token: string,
): Promise<OneTimeToken | null> {
  const row = await credentialTables(ctx)
    .selectFrom('account_token')
    .select(['user_id', 'site_id', 'detail'])
    .where('hash', '=', digestOf(token))
    .where('kind', '=', kind)
    .where('site_id', '=', ctx.site.id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.clock.now())
    .executeTakeFirst();
  return row ? { userId: row.user_id, siteId: row.site_id, detail: row.detail } : null;
}

/** Marks a stateless proof as used. Returns false if it was used before. */
export async function consumeProof(ctx: Context, token: string, expiresAt: Date): Promise<boolean> {
  const result =
    await sql`insert into spent_proof (hash, expires_at) values (${digestOf(token)}, ${expiresAt}) on conflict do nothing`.execute(
      ctx.db,
    );
  return result.numAffectedRows === 1n;
}
