import * as z from 'zod';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { oneOf, userError } from '../../../contract/errors/errors.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { defineSetting, readSetting } from '../settings/settings.ts';
import { localize } from '../texts/localize.ts';

/** How long an authentication counts as recent. A complete sign-in counts too. */
export const recentAuthenticationMinutes = 5;

/** The operations for which a site can require recent authentication. */
const dangerousOperations = ({ services }: Pick<Context, 'services'>): string[] =>
  [...services.slices.operations]
    .filter(([, { dangerous }]) => dangerous)
    .map(([operation]) => operation)
    .sort();

/**
 * The operations for which a site requires recent authentication, in addition to those that always
 * require it.
 */
export const operationsRequiringAuthentication = defineSetting<string[]>({
  id: 'identity.proofFor',
  schema: z.array(z.string()),
  problem: (ctx, operations) => {
    const all = dangerousOperations(ctx);
    return operations.every((operation) => all.includes(operation)) ? null : oneOf(all);
  },
  fallback: [],
  title: localize('session.proofFor'),
  level: 'site',
  access: 'settings.manage',
  accessAtRoot: 'portal.manage',
  combine: (own, parentValue) => [...new Set([...own, ...parentValue])],
});

export async function markSessionAuthenticated(
  db: Database,
  hash: Buffer,
  now: Date,
): Promise<void> {
  await db.updateTable('session').set({ proved_at: now }).where('id_hash', '=', hash).execute();
}

/**
 * Whether the operation requires recent authentication of the current user at the context's site.
 */
export async function isStepUpRequired(
  ctx: Pick<Context, 'db' | 'site'>,
  operation: string,
  endpoint: Endpoint,
): Promise<boolean> {
  if (endpoint.proof) return true;
  return (
    endpoint.dangerous === true &&
    (await readSetting(ctx, operationsRequiringAuthentication)).includes(operation)
  );
}

/**
 * Throws `proofNeeded` if the operation requires recent authentication and the user's last
 * authentication is too old.
 */
export async function requireRecentAuthentication(
  ctx: Context,
  operation: string,
  endpoint: Endpoint,
): Promise<void> {
  if (!(await isStepUpRequired(ctx, operation, endpoint))) return;
  const authenticatedAt = ctx.actor?.session?.provedAt?.getTime() ?? 0;
  if (ctx.clock.now().getTime() - authenticatedAt > recentAuthenticationMinutes * 60_000)
    throw userError('proofNeeded', { minutes: recentAuthenticationMinutes });
}
