import { createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { digestOf, equalDigests } from '../../../../../server/platform/secrets/secrets.ts';
import { consumeProof } from '../../../credentials/server/index.ts';

export const stateMinutes = 10;

const flowPlan = z.strictObject({
  social: z.string(),
  page: z.enum(['login', 'create', 'profile']),
  handler: z.enum(['login', 'remote', 'connect']),
});
/** The provider, the page where the flow started, and its purpose. */
export type Plan = z.output<typeof flowPlan>;

const content = flowPlan.extend({ id: z.string(), at: z.int() });

/**
 * A state token carries the state of a sign-in, so that nothing is stored: it is signed for the
 * site, the browser (by an HttpOnly cookie) and, when connecting a provider, the session. It is
 * valid for one return.
 */
export function newStateToken(ctx: Context, plan: Plan, browser: string): string {
  const payload: z.output<typeof content> = {
    ...{ social: plan.social, page: plan.page, handler: plan.handler },
    id: randomBytes(16).toString('base64url'),
    at: ctx.clock.now().getTime(),
  };
  const body = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${body}.${signature(ctx, body, plan, browser).toString('base64url')}`;
}

/**
 * Reads a state token of this browser at this site. Throws code 32 for any other, 41 for an expired
 * one.
 */
export function readStateToken(
  ctx: Context,
  token: string,
  browser: string | undefined,
): Plan & { expiresAt: Date } {
  const [body = '', signed = '', more] = token.split('.');
  const payload = parse(body);
  if (!payload || browser === undefined || more !== undefined)
    throw userError('socialSessionExpired');
  if (!equalDigests(Buffer.from(signed, 'base64url'), signature(ctx, body, payload, browser)))
    throw userError('socialSessionExpired');
  const expiresAt = new Date(payload.at + stateMinutes * 60_000);
  if (expiresAt <= ctx.clock.now()) throw userError('socialTooLate');
  return { social: payload.social, page: payload.page, handler: payload.handler, expiresAt };
}

/**
 * Uses up the token. Only one of several concurrent callers continues. Throws code 32 for the
 * others.
 */
export async function consumeStateToken(
  ctx: Context,
  token: string,
  expiresAt: Date,
): Promise<void> {
  if (!(await consumeProof(ctx, `social state ${bodyOf(token)}`, expiresAt)))
    throw userError('socialSessionExpired');
}

/**
 * The values that the provider sees, derived again from the token on return, and never sent to the
 * browser.
 */
export function secretsOf(ctx: Context, token: string): { codeVerifier: string; nonce: string } {
  const sign = (purpose: string): string =>
    createHmac('sha256', ctx.services.secrets.signingKey(`social ${purpose}`))
      .update(bodyOf(token))
      .digest('base64url');
  return { codeVerifier: sign('verifier'), nonce: sign('nonce') };
}

/**
 * The signed part. The same signature can be encoded in more than one way, but the signed part
 * can't.
 */
const bodyOf = (token: string): string => token.split('.')[0] ?? '';

function signature(ctx: Context, body: string, plan: Plan, browser: string): Buffer {
  const session =
    plan.handler === 'connect' ? (ctx.actor?.session?.hash.toString('hex') ?? 'nobody') : '';
  return createHmac('sha256', ctx.services.secrets.signingKey('social state'))
    .update(JSON.stringify([ctx.site.id, digestOf(browser).toString('hex'), session, body]))
    .digest();
}

function parse(body: string): z.output<typeof content> | null {
  try {
    return content.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
  } catch {
    return null;
  }
}
