import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { portalDb } from '../../../../server/platform/access/portalDb.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { hookContributions } from '../../../../server/platform/hooks.ts';
import { siteChanged } from '../../../../server/platform/sites/sites.ts';
import { sandboxParts } from './sandboxParts.ts';

const sandboxLock = 7_216_020;

/**
 * Ensures the environment for the caller's test keys: a sandbox below their site, an account in it,
 * and what other slices contribute, partly after the call has committed.
 */
export async function ensureSandbox(ctx: SignedInContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sandboxLock})`.execute(ctx.db);
  const parts = hookContributions(ctx, sandboxParts);
  for (const { create } of parts) await create?.(ctx);
  const siteId = await ensureSite(ctx);
  await sql`
    insert into user_account (site_id, email, role, language, time_zone, sandbox_of)
    select ${siteId}, email, 'user', language, time_zone, id from user_account where id = ${ctx.actor.userId}
    on conflict (sandbox_of) where sandbox_of is not null do nothing`.execute(
    portalDb(ctx, 'the account of test keys is on a site of its own'),
  );
  const { services } = ctx;
  ctx.afterCommit(async () => {
    for (const { complete } of parts) await complete?.(services);
  });
}

async function ensureSite(ctx: SignedInContext): Promise<string> {
  const existing = await ctx.db
    .selectFrom('site')
    .select('id')
    .where('parent_id', '=', ctx.actor.siteId)
    .where('is_sandbox', '=', true)
    .executeTakeFirst();
  if (existing) return existing.id;
  const id = randomUUID();
  await sql`
    insert into site (id, parent_id, path, name, system_name, languages, currency, time_zone, is_sandbox)
    select ${id}::uuid, id, path || '/' || ${id}::text, name, system_name, languages, currency, time_zone, true
    from site where id = ${ctx.actor.siteId}`.execute(ctx.db);
  await siteChanged(ctx, id);
  return id;
}
