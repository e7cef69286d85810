import { createHmac, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Context } from '../../../../../server/platform/context.ts';
import { equalDigests } from '../../../../../server/platform/secrets/secrets.ts';

/** How long an issued secret can be used for setup. */
export const enrolmentMinutes = 15;
const timeBytes = 4;
const randomPart = 6;
const headBytes = timeBytes + randomPart;
const signatureBytes = 10;

/**
 * A self-verifying secret for an authenticator app: it proves that it was issued here, for this
 * account, and when, so nothing is stored and users can't set up a secret of their own choice. 48
 * random bits and 80 bits of a keyed digest provide 128 unpredictable bits, as RFC 4226 section 4
 * requires. The total is 160 bits, or 32 letters.
 */
export function issueEnrollment(
  ctx: Context,
  user: { id: string; email: string },
): { secret: string; address: string } {
  const head = Buffer.concat([Buffer.alloc(timeBytes), randomBytes(randomPart)]);
  head.writeUInt32BE(Math.floor(ctx.clock.now().getTime() / 1000));
  const secret = new Secret({
    buffer: new Uint8Array(Buffer.concat([head, signature(ctx, head, user.id)])).buffer,
  });
  const totp = new TOTP({
    issuer: ctx.site.systemName,
    label: user.email,
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    secret,
  });
  return { secret: secret.base32, address: totp.toString() };
}

const signature = (ctx: Context, head: Buffer, userId: string): Buffer =>
  createHmac('sha256', ctx.services.secrets.signingKey('authenticator enrolment'))
    .update(`${userId} `)
    .update(head)
    .digest()
    .subarray(0, signatureBytes);

/** Whether the secret was recently issued to this account. */
export function isIssuedSecret(ctx: Context, userId: string, secret: string): boolean {
  if (!/^[A-Z2-7]{32}$/.test(secret)) return false;
  const bytes = Buffer.from(Secret.fromBase32(secret).bytes);
  const head = bytes.subarray(0, headBytes);
  if (!equalDigests(bytes.subarray(headBytes), signature(ctx, head, userId))) return false;
  const ageSeconds = ctx.clock.now().getTime() / 1000 - head.readUInt32BE();
  return ageSeconds >= -1 && ageSeconds <= enrolmentMinutes * 60;
}
