import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Context } from '../../../../../server/platform/context.ts';
import { secretsDb } from '../accountSecrets.ts';
import { normalizeCode } from './codes.ts';

const periodSeconds = 30;
/**
 * Accepts one step in either direction, because a phone's clock can be off by half a minute (RFC
 * 6238 section 5.2).
 */
const windowSteps = 1;
const secretLocation = (userId: string) => ({ column: 'user_account.totp_secret', row: userId });

const authenticator = (secret: string): TOTP =>
  new TOTP({
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    secret: Secret.fromBase32(secret),
  });

/** The time step of the code. Null if the code is wrong. */
function stepOf(ctx: Context, secret: string, enteredCode: string): number | null {
  const code = normalizeCode(enteredCode);
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = ctx.clock.now().getTime();
  const delta = authenticator(secret).validate({ token: code, timestamp, window: windowSteps });
  return delta === null ? null : Math.floor(timestamp / 1000 / periodSeconds) + delta;
}

/** Stores the secret if the code is correct. The code can't be used again. */
export async function enrolTotp(
  ctx: Context,
  userId: string,
  secret: string,
  code: string,
): Promise<boolean> {
  const step = stepOf(ctx, secret, code);
  if (step === null) return false;
  await secretsDb(ctx)
    .updateTable('user_account')
    .set({
      totp_secret: ctx.services.secrets.seal(secret, secretLocation(userId)),
      totp_last_step: step,
    })
    .where('id', '=', userId)
    .execute();
  return true;
}

/** Disables the authenticator and deletes its secret. */
export async function removeTotp(ctx: Context, userId: string): Promise<void> {
  await secretsDb(ctx)
    .updateTable('user_account')
    .set({ totp_secret: null })
    .where('id', '=', userId)
    .execute();
}

/**
 * Whether the code is correct and unused. The step is advanced by compare-and-set, so only one of
 * several concurrent callers succeeds.
 */
export async function consumeTotp(ctx: Context, userId: string, code: string): Promise<boolean> {
  const row = await secretsDb(ctx)
    .selectFrom('user_account')
    .select('totp_secret')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!row?.totp_secret) return false;
  const step = stepOf(
    ctx,
    ctx.services.secrets.open(row.totp_secret, secretLocation(userId)),
    code,
  );
  if (step === null) return false;
  const consumed =
    await sql`update user_account set totp_last_step = ${step} where id = ${userId} and totp_last_step < ${step}`.execute(
      secretsDb(ctx),
    );
  return consumed.numAffectedRows === 1n;
}
