import { createHmac, hash, randomBytes } from 'node:crypto';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { equalDigests } from '../../../../../server/platform/secrets/secrets.ts';
import { consumeProof } from '../../../credentials/server/index.ts';

/**
 * About 65,000 digests on average: a fraction of a second in a browser, but expensive for clients
 * that request thousands of text messages.
 */
export const captchaBits = 16;
export const captchaMinutes = 5;

/**
 * A proof-of-work challenge for a browser, signed for the account and phone number. Nothing is
 * stored until it is solved.
 */
export function newCaptcha(ctx: SignedInContext, phone: string): string {
  const until = Math.floor(ctx.clock.now().getTime() / 1000) + captchaMinutes * 60;
  const body = `${until.toString(36)}.${randomBytes(12).toString('base64url')}`;
  return `${body}.${signature(ctx, body, phone)}`;
}

const signature = (ctx: SignedInContext, body: string, phone: string): string =>
  createHmac('sha256', ctx.services.secrets.signingKey('phone captcha'))
    .update(`${ctx.site.id} ${ctx.actor.userId} ${phone} ${body}`)
    .digest('base64url');

/** Verifies the proof of work. Each one can be used once. Throws `captchaRefused`. */
export async function verifyCaptcha(
  ctx: SignedInContext,
  phone: string,
  token: string,
): Promise<void> {
  const match = /^(([0-9a-z]{1,10})\.[\w-]{16})\.([\w-]{43})\.(\d{1,12})$/.exec(token);
  const [, body = '', until = '', signed = ''] = match ?? [];
  const expiresAt = new Date(Number.parseInt(until || '0', 36) * 1000);
  const isSigned =
    match !== null && equalDigests(Buffer.from(signed), Buffer.from(signature(ctx, body, phone)));
  if (!isSigned || expiresAt <= ctx.clock.now() || !hasZeroBits(token, captchaBits))
    throw captchaError();
  if (!(await consumeProof(ctx, `captcha ${body}`, expiresAt))) throw captchaError();
}

const captchaError = () => userError('captchaRefused', undefined, 'phoneCaptchaToken');

export const hasZeroBits = (value: string, bits: number): boolean =>
  hash('sha256', value, 'buffer').readUInt32BE() >>> (32 - bits) === 0;
