import type { Context } from '../../../../server/platform/context.ts';
import { readKeyRow } from '../../../../server/platform/session/key.ts';
import { bearerMinutes, newBearer } from '../../../../server/platform/session/keySecret.ts';

/**
 * A bearer token for the key, valid for an hour or until the key expires. Throws the same errors as
 * a call with the key.
 */
export async function issueBearer(
  ctx: Context,
  { clientId, secret }: { clientId: string; secret: string },
): Promise<{ authentication: string; expires: string }> {
  const { generation } = await readKeyRow(
    ctx.services,
    { clientId, secret },
    { siteId: ctx.site.id, ip: ctx.ip, language: ctx.language },
  );
  const expires = new Date(
    Math.floor(ctx.clock.now().getTime() / 1000) * 1000 + bearerMinutes * 60_000,
  );
  return {
    authentication: newBearer(ctx.services.secrets, { clientId, generation }, expires),
    expires: expires.toISOString(),
  };
}
