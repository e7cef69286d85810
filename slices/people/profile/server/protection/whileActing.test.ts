import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Endpoint } from '../../../../../contract/endpoint.ts';
import { contract } from '../../../../../contract/index.ts';
import { startTestApp, type TestApp, testPassword } from '../../../../../server/testing/app.ts';
import type { TestClient } from '../../../../../server/testing/client.ts';
import { codesOf } from '../testing/profileHelpers.ts';

let app: TestApp;
let customer: TestClient;
let operator: TestClient;
const passkeyId = randomUUID();
const addressId = randomUUID();
const browserId = '0'.repeat(32);
let sessionId = '';

const database = () => app.portal.services.database;

beforeAll(async () => {
  app = await startTestApp();
  customer = await app.signInAs('user');
  operator = await app.signInAs('siteAdmin');
  const { userId } = customer;
  await database().pool.query(
    "insert into passkey (id, user_id, site_id, public_key, name) values ($1, $2, $3, '\\x00', 'Key')",
    [passkeyId, userId, app.siteId],
  );
  await database().pool.query(
    `insert into user_allowed_ip (id, user_id, address) values ($1, $2, '192.0.2.1')`,
    [addressId, userId],
  );
  const { items } = (await customer.get<{ items: { id: string }[] }>('/header/sessions')).body;
  sessionId = items[0]?.id ?? '';
  const answer = await operator.post(`/users/${userId}/actFor`, {
    reason: 'a good reason',
    minutes: 30,
    mayChange: true,
  });
  expect(answer.status).toBe(200);
});
afterAll(() => app.close());

/** What decides how the customer can sign in, and which security emails are sent. */
async function signInSettings(): Promise<unknown> {
  const { rows } = await sql`
    select to_jsonb(u) as account,
      (select jsonb_agg(to_jsonb(p) order by p.id) from passkey p where p.user_id = u.id) as passkeys,
      (select jsonb_agg(to_jsonb(a) order by a.id) from user_allowed_ip a where a.user_id = u.id) as addresses,
      (select jsonb_agg(to_jsonb(c) order by to_jsonb(c)::text) from recovery_code c where c.user_id = u.id) as codes,
      (select count(*)::int from api_key k where k.owner_id = u.id) as keys,
      (select count(*)::int from session s where s.user_id = u.id) as sessions
    from user_account u where u.id = ${customer.userId}`.execute(database().db);
  return rows[0];
}

type Method = 'post' | 'put' | 'delete';
type Call = readonly [method: Method, path: () => string, body?: object];
const email = 'new@example.test';

/** Every operation that changes these, by name. */
const operations: Record<string, Call> = {
  updatePassword: [
    'put',
    () => '/header/password',
    { oldPass: testPassword, newPass: 'Another-pass-4711', confirmPass: 'Another-pass-4711' },
  ],
  changeEmail: ['put', () => '/header/email', { email, password: testPassword }],
  updateAdditionalEmail: [
    'put',
    () => '/header/additionalEmail',
    { email, carbonCopyFlagEnabled: true, carbonCopyFlag: 0 },
  ],
  updateAdditionalEmailFlag: [
    'put',
    () => '/header/updateAdditionalEmailFlag',
    { additionalEmailFlag: false, carbonCopyFlag: 0 },
  ],
  updateNotification: ['put', () => '/header/updateNotification', { notification: false }],
  updateConfiguration: ['put', () => '/header/configuration', { notification: false }],
  updateSecurityPreferences: [
    'put',
    () => '/header/securityNotificationsPreferences',
    { securityNotificationsPreferences: { 1: false } },
  ],
  updateParentSecurityPreferences: [
    'put',
    () => '/header/parentSecurityNotificationsPreferences',
    { parentSecurityNotificationsPreferences: { 1: false } },
  ],
  allowEmailAccess: [
    'put',
    () => `/header/${customer.userId}/allowEmailAccess`,
    { allowEmail: false },
  ],
  updateSecondFactor: ['put', () => `/header/${customer.userId}/tfaUpdate`, { useTFAEmail: true }],
  sendPhoneCode: [
    'post',
    () => `/header/${customer.userId}/sendTFACode`,
    { phone: '+12025550123', phoneCaptchaToken: 'x' },
  ],
  resendPhoneCode: [
    'post',
    () => `/header/${customer.userId}/resendTFACode`,
    { phone: '+12025550123', phoneCaptchaToken: 'x' },
  ],
  verifyPhone: [
    'post',
    () => `/header/${customer.userId}/phoneVerification`,
    { verificationToken: 'x', tfaCode: '123456', phone: '+12025550123' },
  ],
  describeItem: [
    'post',
    () => '/header/updatePhoneDescription',
    { addressId, description: 'Mine' },
  ],
  validateGoogleCode: [
    'put',
    () => '/header/validateGoogleCode',
    { secret: 'JBSWY3DPEHPK3PXP', code: '123456' },
  ],
  renewRecoveryCodes: ['post', () => '/header/recoveryCodes', {}],
  addAllowedAddress: ['put', () => '/header/addIPAddress', { ipAddress: '192.0.2.7' }],
  removeItem: ['put', () => '/header/removeItemList', { addressId }],
  passkeyCreationOptions: ['post', () => '/header/passkeys/options', {}],
  renamePasskey: ['put', () => `/header/passkeys/${passkeyId}`, { name: 'Mine' }],
  deletePasskey: ['delete', () => `/header/passkeys/${passkeyId}`],
  forgetBrowser: ['delete', () => `/header/rememberedBrowsers/${browserId}`],
  endSession: ['delete', () => `/header/sessions/${sessionId}`],
  endOtherSessions: ['post', () => '/header/sessions/endOthers', {}],
  deleteSocialProfile: ['delete', () => '/socialAccess/socialProfile/google'],
};

it.each(Object.entries(operations))(
  '%s changes nothing while someone acts for the user',
  async (_name, [method, path, body]) => {
    const before = await signInSettings();
    const answer =
      method === 'delete'
        ? await operator.delete(path())
        : await operator[method](path(), body ?? {});
    expect([answer.status, codesOf(answer)]).toEqual([403, [1820]]);
    expect(await signInSettings()).toEqual(before);
  },
);

/** Partner settings need a permission of resellers, and linking an account needs a provider. */
const coveredElsewhere = ['updatePartner', 'createPasskey', 'socialReturn', 'socialToken'];

it('covers every operation that declares this error', () => {
  const declared = Object.entries(contract as unknown as Record<string, Endpoint>)
    .filter(([, { changes, errors }]) => changes && errors?.includes('protectionByOwner'))
    .map(([name]) => name);
  expect([...Object.keys(operations), ...coveredElsewhere].sort()).toEqual(declared.sort());
});
