import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { shiftClock } from '../../../../server/platform/clock.ts';
import { startTestApp, type TestApp, testPassword } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { offsetMinutes } from './details.ts';
import { codesOf, mailsTo, reasonsOf } from './testing/profileHelpers.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
afterEach(() => shiftClock(0));

const database = () => app.portal.services.database.db;
const details = async (client: TestClient) =>
  (await client.get<Record<string, never>>('/header/details')).body as Record<string, unknown>;
const done = { status: 200, body: { done: true } };

/** A client signed in through the sign-in page, so that it appears in the sign-in history. */
async function signedInByPassword(): Promise<TestClient> {
  const { email } = await app.signInAs('user');
  const client = app.anonymous();
  await client.signIn(email, testPassword);
  return client;
}

describe('the profile', () => {
  it('returns every field of the specification', async () => {
    const client = await signedInByPassword();
    expect(await details(client)).toMatchObject({
      ...{ userId: client.userId, userEmail: client.email, siteName: 'Root', isRootOrAdmin: false },
      ...{
        accountStatus: 'Ok',
        billingProfileStatus: 0,
        accountEnabled: true,
        allowEmail: true,
        useTFA: false,
      },
      ...{
        dateFormat: '',
        timeZone: '',
        offset: 0,
        notification: true,
        emailTFAEnabled: false,
        smsTFAEnabled: false,
      },
      ...{
        googleTFAEnabled: false,
        socialLoginEnabled: true,
        allowedIPEnabled: false,
        phoneList: [],
        enabledIPList: [],
      },
      ...{
        appId: '',
        appTenantId: '',
        appConsentURL: '',
        appLastConsent: null,
        microsoftPartnerId: '',
        importUrl: '',
      },
      ...{
        enableCSPSettings: false,
        enableCSPConnector: false,
        parentAdditionalEmail: '',
        parentAdditionalEmailFlag: false,
      },
      ...{
        adminAdditionalEmail: '',
        adminAdditionalEmailFlag: false,
        hasChildren: false,
        hasAdminNotifications: false,
      },
      services: expect.arrayContaining(['servers']),
      loginAudit: [expect.objectContaining({ outcome: 'signedIn', ip: '127.0.0.1' })],
      securityNotificationsPreferences: expect.arrayContaining([
        expect.objectContaining({ id: 123, isOn: true, isCompulsory: true }),
      ]),
    });
    expect(await details(app.root)).toMatchObject({
      isRootOrAdmin: true,
      enableCSPSettings: true,
      hasAdminNotifications: true,
    });
  });

  it('saves the date format and the time zone, together and separately', async () => {
    const client = await app.signInAs('user');
    const profile = { dateFormat: 'dd/MM/yyyy', timeZone: 'Asia/Kolkata', notification: false };
    expect(await client.put('/header/configuration', profile)).toMatchObject(done);
    expect(await details(client)).toMatchObject({ ...profile, offset: 330 });
    expect(await client.put('/header/updateDateFormat', { dateFormat: '' })).toMatchObject(done);
    expect(
      await client.put('/header/updateTimeZone', { timeZone: 'America/St_Johns' }),
    ).toMatchObject(done);
    expect(await client.put('/header/updateNotification', { notification: true })).toMatchObject(
      done,
    );
    expect(await details(client)).toMatchObject({
      dateFormat: '',
      timeZone: 'America/St_Johns',
      notification: true,
    });
  });

  it.each([
    ['configuration', { timeZone: 'Mars/Olympus' }],
    ['configuration', { dateFormat: 'yy' }],
    ['configuration', { notification: 'yes' }],
    ['configuration', { role: 'root' }],
    ['updateTimeZone', {}],
    ['updateDateFormat', { dateFormat: null }],
    ['updateNotification', { notification: 1 }],
  ])('rejects %s %j', async (call, body) => {
    expect(await app.root.put(`/header/${call}`, body)).toMatchObject({
      status: 400,
      body: { code: [1000] },
    });
  });

  it('returns the UTC offset of a time zone', () => {
    expect(offsetMinutes('America/New_York', new Date('2026-01-15'))).toBe(-300);
    expect(offsetMinutes('America/New_York', new Date('2026-07-15'))).toBe(-240);
    expect(offsetMinutes('UTC', new Date())).toBe(0);
    expect(offsetMinutes('No/Zone', new Date())).toBe(0);
  });
});

describe('notifications', () => {
  it.each([
    ['notificationsPreferences', 7],
    ['securityNotificationsPreferences', 122],
    ['usageNotificationsPreferences', 130],
    ['parentSecurityNotificationsPreferences', 2],
    ['parentActionsNotificationsPreferences', 8],
    ['parentUsageNotificationsPreferences', 130],
  ])('saves the choices of %s without changing other sets', async (set, id) => {
    const client = await app.signInAs('user');
    const before = await details(client);
    const entry = (read: Record<string, unknown>) =>
      (read[set] as { id: number; isOn: boolean }[]).find((one) => one.id === id);
    const isOn = !entry(before)?.isOn;
    expect(await client.put(`/header/${set}`, { [set]: { [id]: isOn } })).toMatchObject(done);
    const after = await details(client);
    expect(entry(after)?.isOn).toBe(isOn);
    expect({ ...after, [set]: null, loginAudit: null }).toEqual({
      ...before,
      [set]: null,
      loginAudit: null,
    });
  });

  it('can’t be disabled for account security, and rejects unknown ones', async () => {
    const client = await app.signInAs('user');
    const path = '/header/securityNotificationsPreferences';
    for (const choices of [
      { 123: false },
      { 999999: true },
      { 7: true },
      { __proto__: true, x: true },
      { '-1': true },
    ])
      expect(await client.put(path, { securityNotificationsPreferences: choices })).toMatchObject({
        status: 400,
      });
  });

  it('for administrators can only be set by administrators', async () => {
    const body = {
      billingNotificationsPreferences: {},
      systemNotificationsPreferences: {},
      scNotificationsPreferences: {},
    };
    expect(await app.root.put('/header/adminNotificationsPreferences', body)).toMatchObject(done);
    expect(
      await (await app.signInAs('user')).put('/header/adminNotificationsPreferences', body),
    ).toMatchObject({ status: 403 });
  });

  it('are also sent to an additional address, for the parent account and the administrator', async () => {
    const path = '/header/additionalEmail';
    const client = await app.signInAs('user');
    expect(
      reasonsOf(
        await client.put('/header/updateAdditionalEmailFlag', {
          additionalEmailFlag: true,
          carbonCopyFlag: 0,
        }),
      ),
    ).toEqual([[25, 'email']]);
    const body = { email: 'copies@example.test', carbonCopyFlagEnabled: true, carbonCopyFlag: 0 };
    expect(await client.put(path, body)).toMatchObject(done);
    expect(await details(client)).toMatchObject({
      parentAdditionalEmail: body.email,
      parentAdditionalEmailFlag: true,
    });
    expect(
      await client.put('/header/updateAdditionalEmailFlag', {
        additionalEmailFlag: false,
        carbonCopyFlag: 0,
      }),
    ).toMatchObject(done);
    expect(await details(client)).toMatchObject({
      parentAdditionalEmail: body.email,
      parentAdditionalEmailFlag: false,
    });
    expect(codesOf(await client.put(path, { ...body, email: 'x' }))).toEqual([12]);
    expect(codesOf(await client.put(path, { ...body, email: '' }))).toEqual([25]);
    expect(await client.put(path, { ...body, carbonCopyFlag: 1 })).toMatchObject({ status: 403 });
    expect(await client.put(path, { ...body, carbonCopyFlag: 2 })).toMatchObject({ status: 400 });
    const admin = await app.signInAs('siteAdmin');
    expect(await admin.put(path, { ...body, carbonCopyFlag: 1 })).toMatchObject(done);
    expect(await details(admin)).toMatchObject({
      adminAdditionalEmail: body.email,
      adminAdditionalEmailFlag: true,
    });
  });
});

describe('a new password', () => {
  const change = (client: TestClient, oldPass: string, newPass: string, confirmPass = newPass) =>
    client.put('/header/password', { oldPass, newPass, confirmPass });

  it('is saved, ends the other sessions, is announced by email, and replaces the old one', async () => {
    const client = await app.signInAs('user');
    const other = app.anonymous();
    await other.signIn(client.email, testPassword);
    expect(await change(client, testPassword, 'Better_one_2')).toMatchObject(done);
    expect(await other.get('/user')).toMatchObject({ status: 401, body: { code: [57] } });
    expect((await client.get('/user')).status).toBe(200);
    expect((await mailsTo(app, client.email)).map(({ kind }) => kind)).toEqual([
      'security.passwordChanged',
    ]);
    expect(codesOf(await app.anonymous().signIn(client.email, testPassword))).toEqual([21]);
    expect((await app.anonymous().signIn(client.email, 'Better_one_2')).body).toMatchObject({
      userId: client.userId,
    });
  });

  it.each([
    ['', 'Better_one_2', 'Better_one_2', [[26, 'oldPass']]],
    ['A_wrong_one_1', 'Better_one_2', 'Better_one_2', [[1803, 'oldPass']]],
    [
      testPassword,
      '',
      '',
      [
        [26, 'newPass'],
        [27, 'confirmPass'],
      ],
    ],
    [testPassword, 'short', 'short', [[15, 'newPass']]],
    [testPassword, 'with space 12', 'with space 12', [[29, 'newPass']]],
    [testPassword, 'password1', 'password1', [[29, 'newPass']]],
    [testPassword, testPassword, testPassword, [[29, 'newPass']]],
    [testPassword, 'Better_one_2', 'Better_one_3', [[16, 'confirmPass']]],
  ])('is rejected: %j → %j, %j', async (oldPass, newPass, confirmPass, reasons) => {
    const client = await app.signInAs('user');
    expect(reasonsOf(await change(client, oldPass, newPass, confirmPass))).toEqual(reasons);
    expect((await app.anonymous().signIn(client.email, testPassword)).body).toMatchObject({
      userId: client.userId,
    });
  });

  it('is rejected if email sign-in is off', async () => {
    const client = await app.signInAs('user');
    await database()
      .updateTable('user_account')
      .set({ allows_email_login: false })
      .where('id', '=', client.userId)
      .execute();
    expect(await change(client, testPassword, 'Better_one_2')).toMatchObject({
      status: 422,
      body: { code: [1802] },
    });
  });

  it('counts wrong old passwords toward the lockout of every sign-in method', async () => {
    const client = await app.signInAs('user');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        change(client, `A_wrong_one_${index}`, 'Better_one_2'),
      ),
    );
    const codes = answers.flatMap(codesOf);
    expect(codes.filter((code) => code === 1803)).toHaveLength(5);
    expect(codes.filter((code) => code === 13)).toHaveLength(15);
    expect(codesOf(await change(client, testPassword, 'Better_one_2'))).toEqual([13]);
    expect(codesOf(await app.anonymous().signIn(client.email, testPassword))).toEqual([13]);
  });
});

describe('a new email address', () => {
  it('gets a link, the old one is notified, and nothing changes before the link is used', async () => {
    const client = await app.signInAs('user');
    const email = `new-${randomUUID()}@example.test`;
    expect(await client.put('/header/email', { email, password: testPassword })).toMatchObject(
      done,
    );
    const [mail] = await mailsTo(app, email);
    expect(mail).toMatchObject({
      kind: 'account.newAddress',
      values: { email: client.email, newEmail: email },
    });
    expect((await mailsTo(app, client.email)).map(({ kind }) => kind)).toEqual([
      'account.addressLeaves',
    ]);
    expect((await details(client)).userEmail).toBe(client.email);
    const token = mail?.values.link?.split('/').at(-1) ?? '';
    expect((await app.anonymous().post('/validate', { token })).body).toEqual({ email });
    // Sessions started with the old address must sign in again.
    expect((await client.get('/user')).body.code).toEqual([57]);
    expect((await app.anonymous().signIn(email, testPassword)).body).toMatchObject({
      userId: client.userId,
    });
    expect(codesOf(await app.anonymous().post('/validate', { token }))).toEqual([18]);
  });

  it('requested before a password change can’t be confirmed after it', async () => {
    const client = await app.signInAs('user');
    const email = `new-${randomUUID()}@example.test`;
    await client.put('/header/email', { email, password: testPassword });
    const token = (await mailsTo(app, email))[0]?.values.link?.split('/').at(-1) ?? '';
    const body = { oldPass: testPassword, newPass: 'Better_one_2', confirmPass: 'Better_one_2' };
    expect(await client.put('/header/password', body)).toMatchObject(done);
    expect(codesOf(await app.anonymous().post('/validate', { token }))).toEqual([18]);
    expect((await details(client)).userEmail).toBe(client.email);
  });

  it('gets the same response if it is taken', async () => {
    const client = await app.signInAs('user');
    const other = await app.signInAs('user');
    expect(
      await client.put('/header/email', { email: other.email, password: testPassword }),
    ).toMatchObject(done);
  });

  it.each([
    [{ email: '', password: testPassword }, [25]],
    [{ email: 'nobody', password: testPassword }, [12]],
    [{ email: 'a@example.test', password: '' }, [26]],
    [{ email: 'a@example.test', password: 'A_wrong_one_1' }, [1803]],
  ])('rejects %j', async (body, codes) => {
    const client = await app.signInAs('user');
    expect(codesOf(await client.put('/header/email', body))).toEqual(codes);
    expect(await mailsTo(app, 'a@example.test')).toEqual([]);
  });

  it('can be requested five times an hour', async () => {
    const client = await app.signInAs('user');
    const changeEmail = () =>
      client.put('/header/email', {
        email: `${randomUUID()}@example.test`,
        password: testPassword,
      });
    for (let time = 0; time < 5; time += 1) expect(await changeEmail()).toMatchObject(done);
    expect(await changeEmail()).toMatchObject({ status: 429, body: { code: [1008] } });
  });
});

describe('the partner account', () => {
  const partner = {
    ...{
      partnerUserName: 'reseller@example.test',
      partnerPassword: 'canary-password',
      appId: 'app-1',
      appSecret: 'canary-secret',
    },
    ...{
      appTenantId: 'tenant-1',
      microsoftPartnerId: '1234567',
      importUrl: 'https://partner.example.test/import',
    },
  };

  it('is stored encrypted, and its secrets are never shown', async () => {
    const admin = await app.signInAs('siteAdmin');
    expect(await admin.put('/header/partner', partner)).toMatchObject(done);
    const answer = await admin.get('/header/details');
    expect(answer.body).toMatchObject({
      microsoftPartnerId: '1234567',
      appId: 'app-1',
      appTenantId: 'tenant-1',
      enableCSPConnector: false,
    });
    expect(answer.text).not.toContain('canary');
    const { rows } = await app.portal.services.database.pool.query(
      'select partner_connection::text as row from partner_connection',
    );
    const { rows: audit } = await app.portal.services.database.pool.query(
      'select audit_entry::text as row from audit_entry',
    );
    const stored = [...rows, ...audit].map(({ row }) => row as string).join('\n');
    expect(stored).toContain('app-1');
    expect(stored).not.toMatch(/canary|63616e617279/);
    expect(await admin.delete('/header/partner')).toMatchObject(done);
    expect(await details(admin)).toMatchObject({ appId: '', partnerChangedAt: null });
  });

  it('reports all missing fields', async () => {
    const answer = await app.root.put('/header/partner', { microsoftPartnerId: '1' });
    expect(answer.status).toBe(200);
    expect(reasonsOf(answer)).toEqual([
      [128, 'partnerUserName'],
      [129, 'partnerPassword'],
      [130, 'appId'],
      [144, 'appSecret'],
      [145, 'appTenantId'],
    ]);
  });

  it('is only available to administrators', async () => {
    expect(await (await app.signInAs('user')).put('/header/partner', partner)).toMatchObject({
      status: 403,
    });
    expect(
      await app.root.put('/header/partner', { ...partner, importUrl: 'http://127.0.0.1' }),
    ).toMatchObject({ status: 400 });
  });
});

describe('sessions', () => {
  interface Sessions {
    items: { id: string; isThis: boolean; device: string; ip: string }[];
  }

  it('are listed with this one marked, and ended individually or all except this one', async () => {
    const client = await app.signInAs('user');
    const [second, third] = [app.anonymous(), app.anonymous()];
    await second.call(
      'POST',
      '/login',
      { email: client.email, password: testPassword },
      { 'user-agent': firefox },
    );
    await third.signIn(client.email, testPassword);
    const { items } = (await client.get<Sessions>('/header/sessions')).body;
    expect(items.map(({ isThis }) => isThis)).toEqual([true, false, false]);
    const secondDeviceItem = items.find(({ device }) => device === 'Firefox 140 on Windows');
    expect(secondDeviceItem).toMatchObject({ deviceKind: 'computer', ip: '127.0.0.1' });
    expect(await client.delete(`/header/sessions/${secondDeviceItem?.id}`)).toMatchObject(done);
    expect(await second.get('/user')).toMatchObject({ status: 401, body: { code: [57] } });
    expect((await third.get('/user')).status).toBe(200);
    expect(await client.delete(`/header/sessions/${secondDeviceItem?.id}`)).toMatchObject({
      status: 404,
    });
    expect((await client.post('/header/sessions/endOthers')).body).toEqual({ ended: 1 });
    expect((await third.get('/user')).status).toBe(401);
    expect((await client.get<Sessions>('/header/sessions')).body.items).toHaveLength(1);
  });

  it('of another user are not found, like nonexistent ones, and aren’t ended', async () => {
    const client = await app.signInAs('user');
    const other = await app.signInAs('user');
    const otherSessionId = (await other.get<Sessions>('/header/sessions')).body.items[0]?.id ?? '';
    const missing = 'f'.repeat(32);
    const [a, b] = [
      await client.delete(`/header/sessions/${otherSessionId}`),
      await client.delete(`/header/sessions/${missing}`),
    ];
    expect(a.text.replaceAll(otherSessionId, '')).toBe(b.text.replaceAll(missing, ''));
    expect(a.status).toBe(404);
    expect((await other.get('/user')).status).toBe(200);
  });

  const firefox =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
});

describe('sign-in history', () => {
  interface Logins {
    items: { id: number; outcome: string }[];
    total: number;
    next: boolean;
    nextDate: string;
    nextSkip: number;
  }

  it('is paged without missing or repeated entries, for the user’s own account only', async () => {
    const client = await signedInByPassword();
    for (let time = 0; time < 4; time += 1)
      await app.anonymous().signIn(client.email, 'A_wrong_one_1');
    const seen: number[] = [];
    let query = '?size=2';
    for (;;) {
      const { body } = await client.get<Logins>(`/header/logins${query}`);
      expect(body.total).toBe(5);
      seen.push(...body.items.map(({ id }) => id));
      if (!body.next) break;
      query = `?size=2&from=${encodeURIComponent(body.nextDate)}&skip=${body.nextSkip}`;
    }
    expect(seen).toHaveLength(5);
    expect(new Set(seen).size).toBe(5);
    const { body } = await client.get<Logins>('/header/logins');
    expect(body.items.map(({ outcome }) => outcome)).toEqual([
      ...Array(4).fill('wrongPassword'),
      'signedIn',
    ]);
  });
});
