import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import { clock, shiftClock } from '../../../../../server/platform/clock.ts';
import { systemContext } from '../../../../../server/platform/systemContext.ts';
import { type TestApp, testPassword } from '../../../../../server/testing/app.ts';
import type { TestClient } from '../../../../../server/testing/client.ts';
import { enrolTotp, renewRecoveryCodes } from '../../../credentials/server/index.ts';

export type Factor = 'app' | 'email' | 'sms';
export const phone = '+12025550123';

export interface ProtectedAccount {
  userId: string;
  email: string;
  /** The code that the app currently shows. */
  code(): string;
  recoveryCodes: string[];
}

/** Creates an account with these second factors, as if they were set up in its profile. */
export async function protectAccount(
  app: TestApp,
  ...factors: Factor[]
): Promise<ProtectedAccount> {
  const client = await app.signInAs('user');
  await client.get('/logout');
  const { services, sites } = app.portal;
  const ctx = systemContext(services, {
    site: await sites.byId(app.siteId),
    log: app.portal.app.log as never,
  });
  const secret = new Secret({ size: 20 }).base32;
  const totp = new TOTP({ secret });
  const at = (ms: number) => totp.generate({ timestamp: ms });
  const db = services.database;
  await db.db
    .updateTable('user_account')
    .set({
      uses_tfa: true,
      uses_tfa_app: factors.includes('app'),
      uses_tfa_email: factors.includes('email'),
      uses_tfa_sms: factors.includes('sms'),
    })
    .where('id', '=', client.userId)
    .execute();
  // Setup uses a code from the past, so that current codes are unused.
  shiftClock(-3_600_000);
  if (factors.includes('app'))
    expect(await enrolTotp(ctx, client.userId, secret, at(clock.now().getTime()))).toBe(true);
  shiftClock(0);
  if (factors.includes('sms'))
    await db.pool.query('insert into user_phone (user_id, phone) values ($1, $2)', [
      client.userId,
      phone,
    ]);
  const recoveryCodes = await renewRecoveryCodes(ctx, client.userId);
  return {
    userId: client.userId,
    email: client.email,
    code: () => at(clock.now().getTime()),
    recoveryCodes,
  };
}

export interface StartedSignIn {
  client: TestClient;
  mediateToken: string;
}

/** Completes the first step of such an account with its password. */
export async function beginSignIn(
  app: TestApp,
  account: ProtectedAccount,
  client = app.anonymous(),
): Promise<StartedSignIn> {
  const answer = await client.post<{ mediateToken: string }>('/login', {
    email: account.email,
    password: testPassword,
  });
  expect(answer.body.mediateToken).toMatch(/^[\w-]{43}$/);
  return { client, mediateToken: answer.body.mediateToken };
}
