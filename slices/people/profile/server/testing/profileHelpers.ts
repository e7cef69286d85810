import { TOTP } from 'otpauth';
import { clock } from '../../../../../server/platform/clock.ts';
import { type MailContent, mailPlace } from '../../../../../server/platform/mail/mail.ts';
import { mailTables } from '../../../../../server/platform/mail/tables.ts';
import { smsContentLocation } from '../../../../../server/platform/sms/sms.ts';
import type { TestApp } from '../../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../../server/testing/client.ts';
import { hasZeroBits } from '../protection/captcha.ts';

/** The codes and fields of an error response. */
export const reasonsOf = (answer: Answer<unknown>): (readonly [number, string | undefined])[] =>
  answer.body.errors?.map((error) => [error.code, error.key] as const) ?? [];
export const codesOf = (answer: Answer<unknown>): number[] =>
  reasonsOf(answer).map(([code]) => code);

/** The code that an app currently shows for the secret. */
export const appCode = (secret: string, stepOffset = 0): string =>
  new TOTP({ secret, digits: 6, period: 30, algorithm: 'SHA1' }).generate({
    timestamp: clock.now().getTime() + stepOffset * 30_000,
  });

/** Solves the proof of work that a browser solves before a code is sent. */
export async function solveCaptcha(client: TestClient, phone: string): Promise<string> {
  const answer = await client.get<{ challenge: string; bits: number }>(
    `/header/phoneCaptchaInfo?phone=${encodeURIComponent(phone)}`,
  );
  if (answer.status !== 200) throw new Error(answer.text);
  const { body } = answer;
  let number = 0;
  while (!hasZeroBits(`${body.challenge}.${number}`, body.bits)) number += 1;
  return `${body.challenge}.${number}`;
}

/** The code in the last text message to the phone. */
export async function readSentCode(
  { portal: { services } }: TestApp,
  phone: string,
): Promise<string> {
  const row = await mailTables({ db: services.database.db })
    .db.selectFrom('sms_message')
    .select(['id', 'content'])
    .where('phone', '=', phone)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return (
    /\d{6}/.exec(services.secrets.open(row.content as Buffer, smsContentLocation(row.id)))?.[0] ??
    ''
  );
}

/** The emails to the address by kind, oldest first. */
export async function mailsTo(
  { portal: { services } }: TestApp,
  email: string,
): Promise<{ kind: string; values: Record<string, string> }[]> {
  const rows = await mailTables({ db: services.database.db })
    .db.selectFrom('mail_message')
    .select(['id', 'kind', 'content'])
    .where('to_address', '=', email)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    kind: row.kind,
    values: row.content
      ? (JSON.parse(services.secrets.open(row.content, mailPlace(row.id))) as MailContent).values
      : {},
  }));
}

/** Adds and verifies a phone number, as a user would. */
export async function addPhone(app: TestApp, client: TestClient, phone: string): Promise<string> {
  const sent = await client.post<{ verificationToken: string }>(
    `/header/${client.userId}/sendTFACode`,
    {
      phone,
      phoneCaptchaToken: await solveCaptcha(client, phone),
    },
  );
  const verification = await client.post<{ addressId: string }>(
    `/header/${client.userId}/phoneVerification`,
    {
      ...{ phone, verificationToken: sent.body.verificationToken },
      tfaCode: await readSentCode(app, phone),
    },
  );
  return verification.body.addressId;
}

/**
 * Sets up an authenticator app. Returns its secret, the code used for setup and the recovery codes.
 */
export async function setUpApp(
  client: TestClient,
): Promise<{ secret: string; code: string; recoveryCodes: string[] }> {
  const offer = await client.get<{ googleAuthenticatorCode: string }>('/header/generateGoogleCode');
  const secret = offer.body.googleAuthenticatorCode;
  const code = appCode(secret);
  const answer = await client.put<{ recoveryCodes: string[] }>('/header/validateGoogleCode', {
    secret,
    code,
  });
  return { secret, code, recoveryCodes: answer.body.recoveryCodes };
}
