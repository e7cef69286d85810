import type { Context } from '../../../server/platform/context.ts';
import { readKeyRow } from '../../../server/platform/session/key.ts';
import { bearerMinutes, newBearer } from '../../../server/platform/session/keySecret.ts';

/** A token that stands for the key for an hour, as long as the key itself holds. Throws what a call with the key would be refused with. */
export async function issueBearer(
  ctx: Context,
  { clientId, secret }: { clientId: string; secret: string },
): Promise<{ authentication: string; expires: string }> {
  const { generation } = await readKeyRow(ctx.services, { clientId, secret }, { siteId: ctx.site.id, ip: ctx.ip, language: ctx.language });
  const expires = new Date(Math.floor(ctx.clock.now().getTime() / 1000) * 1000 + bearerMinutes * 60_000);
  return { authentication: newBearer(ctx.services.secrets, { clientId, generation }, expires), expires: expires.toISOString() };
}
