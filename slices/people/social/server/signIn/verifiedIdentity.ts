import * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { SocialIdentity } from '../../../../../drivers/social/port.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { digestOf } from '../../../../../server/platform/secrets/secrets.ts';
import { stateMinutes } from './stateToken.ts';

const content = z.strictObject({
  social: z.string(),
  page: z.enum(['login', 'create', 'profile']),
  handler: z.enum(['login', 'remote', 'connect']),
  /**
   * The provider's configuration at that time. If it has changed since, the verification is
   * invalid.
   */
  issuer: z.string(),
  clientId: z.string(),
  subject: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  displayName: z.string(),
  at: z.int(),
});
export type VerifiedIdentity = z.output<typeof content>;

const secretLocation = (ctx: Context, browser: string) => ({
  column: 'social proved',
  row: `${ctx.site.id} ${digestOf(browser).toString('hex')}`,
});

/**
 * The identity verified by a provider, sealed for this browser and site until the user confirms.
 * Nothing is stored.
 */
export function sealVerifiedIdentity(
  ctx: Context,
  verifiedIdentity: Omit<VerifiedIdentity, 'at'>,
  browser: string,
): string {
  const text = JSON.stringify({
    ...verifiedIdentity,
    at: ctx.clock.now().getTime(),
  } satisfies VerifiedIdentity);
  return ctx.services.secrets.seal(text, secretLocation(ctx, browser)).toString('base64url');
}

/**
 * Throws code 32 for data that wasn't sealed for this browser and site, 41 for expired data. Mark
 * `proof` as used when using it.
 */
export function unsealIdentity(
  ctx: Context,
  state: string,
  browser: string | undefined,
): { proved: VerifiedIdentity; identity: SocialIdentity; proof: string; expiresAt: Date } {
  if (browser === undefined) throw userError('socialSessionExpired');
  const sealed = Buffer.from(state, 'base64url');
  let verifiedIdentity: VerifiedIdentity;
  try {
    verifiedIdentity = content.parse(
      JSON.parse(ctx.services.secrets.open(sealed, secretLocation(ctx, browser))),
    );
  } catch {
    throw userError('socialSessionExpired');
  }
  const expiresAt = new Date(verifiedIdentity.at + stateMinutes * 60_000);
  if (expiresAt <= ctx.clock.now()) throw userError('socialTooLate');
  const { subject, email, firstName, lastName, displayName } = verifiedIdentity;
  return {
    proved: verifiedIdentity,
    identity: { subject, email, isEmailVerified: true, firstName, lastName, displayName },
    proof: `social proved ${sealed.toString('base64url')}`,
    expiresAt,
  };
}
