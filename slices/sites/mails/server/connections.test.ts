import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { actLikeTwilio, SmsVendor } from '../../../../drivers/sms/testing/vendor.ts';
import { shiftClock } from '../../../../server/platform/clock.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { outboundRunner } from '../../../../server/platform/outbound/outboundRunner.ts';
import { sendSms } from '../../../../server/platform/sms/sms.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { readConnection } from './connections.ts';
import { withMailTables } from './tables.ts';
import { type MailHarness, openMailHarness } from './testing/harness.ts';

let harness: MailHarness;
let vendor: SmsVendor;
const account = { sid: 'AC0123', token: 'CANARY-token' };
beforeAll(async () => {
  [harness, vendor] = await Promise.all([openMailHarness(), SmsVendor.start()]);
  actLikeTwilio(vendor, account);
});
afterAll(async () => {
  await vendor.stop();
  await harness.close();
});
afterEach(() => shiftClock(0));

const root = () => harness.app.root;
const mailServer = () => ({
  host: '127.0.0.1',
  port: harness.server.port,
  security: 'none',
  user: '',
  sender: 'a@example.test',
});
const twilio = () => ({
  driver: 'twilio',
  baseAddress: vendor.origin,
  accountSid: account.sid,
  sender: '+12025550123',
});
const settings = (client: TestClient = root()) =>
  client.get<
    Record<
      'mail' | 'sms',
      { settings: unknown; hasSecret: boolean; inheritedFrom: string | null; change: string | null }
    >
  >('/mails/settings');

describe('the mail server', () => {
  it('is reported as not connected when it has no settings', async () => {
    expect((await settings()).body.mail).toEqual({
      settings: null,
      hasSecret: false,
      inheritedFrom: null,
      isTrusted: false,
      change: null,
    });
    expect((await root().post('/mails/settings/mail/test')).body.code).toEqual([2210]);
  });

  it('stores its password encrypted, never returns it, and keeps it only while the address stays the same', async () => {
    const own = { ...mailServer(), user: 'portal' };
    expect(
      (await root().put('/mails/settings/mail', { ...own, password: 'CANARY-password' })).status,
    ).toBe(200);
    const answer = await settings();
    expect(answer.body.mail).toMatchObject({ settings: own, hasSecret: true });
    expect(answer.text).not.toContain('CANARY');
    expect(
      (await root().put('/mails/settings/mail', { ...own, sender: 'b@example.test' })).status,
    ).toBe(200);
    expect((await settings()).body.mail.hasSecret).toBe(true);
    for (const change of [
      { host: 'localhost' },
      { port: 26 },
      { user: 'other' },
      { security: 'tls' },
    ])
      expect(
        (await root().put('/mails/settings/mail', { ...own, ...change })).body.code,
        JSON.stringify(change),
      ).toEqual([2208]);
    expect(
      (await root().put('/mails/settings/mail', { ...own, host: 'localhost', password: '' }))
        .status,
    ).toBe(200);
    expect((await settings()).body.mail.hasSecret).toBe(false);
    const { db } = harness.app.portal.services.database;
    const { secret } =
      (await withMailTables(db)
        .selectFrom('mail_connection')
        .select('secret')
        .executeTakeFirst()) ?? {};
    expect(secret).toBeNull();
    const audited = await db.selectFrom('audit_entry').select(['before', 'after']).execute();
    expect(JSON.stringify(audited)).not.toContain('CANARY');
  });

  it('can be tested without sending anything, and reports the problem', async () => {
    await root().put('/mails/settings/mail', { ...mailServer(), password: '' });
    const before = harness.server.taken.length;
    expect((await root().post('/mails/settings/mail/test')).body).toEqual({ problem: null });
    await harness.server.stop();
    expect((await root().post('/mails/settings/mail/test')).body).toEqual({
      problem: '127.0.0.1 can’t be reached. The connection was refused.',
    });
    await harness.server.listen();
    expect(harness.server.taken).toHaveLength(before);
  });

  it.each([
    [{ host: '' }, 'host'],
    [{ host: 'a b' }, 'host'],
    [{ host: 'x\r\ny' }, 'host'],
    [{ port: 0 }, 'port'],
    [{ port: 65_536 }, 'port'],
    [{ security: 'ssl' }, 'security'],
    [{ sender: 'a@b, c@d' }, 'sender'],
    [{ sender: 'Name <a@b>' }, 'sender'],
    [{ isTrusted: true }, 'isTrusted'],
  ])('%j is rejected at its field', async (change, key) => {
    const answer = await root().put('/mails/settings/mail', { ...mailServer(), ...change });
    expect(answer.status).toBe(400);
    expect(answer.body.errors?.map((error) => error.key)).toContain(key);
  });

  it('of a parent site is used as a whole by the sites below, and its password is never sent to the server of a site that has its own', async () => {
    const subSite = await harness.app.makeSite('Below');
    await root().put('/mails/settings/mail', {
      ...mailServer(),
      user: 'portal',
      password: 'CANARY-password',
    });
    const { services } = harness.app.portal;
    const at = async () =>
      readConnection(
        { db: services.database.db, secrets: services.secrets },
        (await harness.ctx(subSite)).site,
        'mail',
      );
    expect((await at())?.openSecret()).toBe('CANARY-password');
    const config = JSON.stringify({ ...mailServer(), host: 'mail.evil.example', user: 'portal' });
    await withMailTables(services.database.db)
      .insertInto('mail_connection')
      .values({ site_id: subSite, kind: 'mail', config, changed_by: null })
      .execute();
    expect(await at()).toMatchObject({
      settings: { host: 'mail.evil.example' },
      hasSecret: false,
      isTrusted: false,
    });
    expect((await at())?.openSecret()).toBe('');
    await harness.disconnect();
  });

  it('of a site that has root users can be connected only by root', async () => {
    const admin = await harness.app.signInAs('siteAdmin');
    expect((await settings(admin)).body.mail.change).toMatch(/Only root/);
    expect((await admin.put('/mails/settings/mail', mailServer())).body.code).toEqual([2209]);
    expect((await admin.delete('/mails/settings/mail')).body.code).toEqual([2209]);
    expect(
      (await admin.put('/mails/settings/sms', { provider: twilio(), secret: 'x' })).body.code,
    ).toEqual([2209]);
  });

  it('of a site administrator must be on the public internet', async () => {
    const { db } = harness.app.portal.services.database;
    const setHidden = (isHidden: boolean) =>
      db
        .updateTable('user_account')
        .set({ role: isHidden ? 'siteAdmin' : 'root' })
        .where('id', '=', root().userId)
        .execute();
    const admin = await harness.app.signInAs('siteAdmin');
    await setHidden(true);
    try {
      for (const host of [
        '127.0.0.1',
        '10.0.0.1',
        '[::1]',
        '2130706433',
        '0x7f.1',
        '169.254.169.254',
      ])
        expect(
          (await admin.put('/mails/settings/mail', { ...mailServer(), host })).body.code,
          host,
        ).toEqual([2207]);
      for (const baseAddress of ['http://127.0.0.1:81', 'http://[::1]/', 'http://0x7f.1/'])
        expect(
          (await admin.put('/mails/settings/sms', { provider: { ...twilio(), baseAddress } })).body
            .code,
          baseAddress,
        ).toEqual([2207]);
      expect(
        (await admin.put('/mails/settings/mail', { ...mailServer(), host: 'localhost' })).status,
      ).toBe(200);
      expect((await admin.post('/mails/settings/mail/test')).body).toEqual({
        problem: expect.stringContaining('be reached'),
      });
    } finally {
      await setHidden(false);
    }
    await harness.disconnect();
  });
});

describe('text messages', () => {
  const send = async (
    phone: string,
    options: { userId?: string; ip?: string; siteId?: string } = {},
  ) => {
    const ctx = { ...(await harness.ctx(options.siteId)), ip: options.ip ?? '' };
    await sendSms(ctx, { phone, userId: options.userId ?? null }, 'CANARY-code 123456');
  };
  const runDueJobs = () =>
    outboundRunner(harness.app.portal.services).round('mails.textMessage', createLog('silent'));
  const last = () =>
    withMailTables(harness.app.portal.services.database.db)
      .selectFrom('sms_message')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
  const set = (id: string, value: unknown) => root().put(`/settings/${id}`, { value });

  it('are stored encrypted while no server is connected to send them', async () => {
    await send('+12025550100');
    await runDueJobs();
    const row = await last();
    expect(row.state).toBe('kept');
    expect(row.content?.toString('latin1')).not.toContain('CANARY');
    const list = await root().get<{ items: { id: number; phone: string }[] }>('/mails/sms');
    expect(list.body.items[0]).toMatchObject({ id: row.id, phone: '+12025550100', state: 'kept' });
    expect(list.text).not.toContain('CANARY');
    expect((await root().post(`/mails/sms/${row.id}/read`)).body).toEqual({
      text: 'CANARY-code 123456',
    });
  });

  it('are sent through a Twilio-compatible provider, and deleted afterwards', async () => {
    expect(
      (await root().put('/mails/settings/sms', { provider: twilio(), secret: account.token }))
        .status,
    ).toBe(200);
    expect((await settings()).text).not.toContain('CANARY');
    await send('+12025550101');
    await runDueJobs();
    expect(await last()).toMatchObject({
      state: 'sent',
      content: null,
      reference: expect.stringMatching(/^SM/),
    });
    expect(new URLSearchParams(vendor.asked.at(-1)?.body).get('Body')).toBe('CANARY-code 123456');
  });

  it('are sent through any HTTP provider', async () => {
    const originalAnswer = vendor.answer;
    vendor.answer = () => ({ status: 200, body: 'ok' });
    const provider = {
      driver: 'http',
      method: 'POST',
      address: `${vendor.origin}/sms`,
      headers: 'Content-Type: application/json\nX-Key: {secret}',
      body: '{"to":"{phone}","text":"{text}"}',
    };
    expect(
      (await root().put('/mails/settings/sms', { provider, secret: 'CANARY-key' })).status,
    ).toBe(200);
    await send('+12025550102');
    await runDueJobs();
    expect(await last()).toMatchObject({ state: 'sent', content: null });
    expect(vendor.asked.at(-1)).toMatchObject({
      path: '/sms',
      headers: { 'x-key': 'CANARY-key' },
      body: '{"to":"+12025550102","text":"CANARY-code 123456"}',
    });
    vendor.answer = originalAnswer;
    await root().put('/mails/settings/sms', { provider: twilio(), secret: account.token });
  });

  it('are retried only for a few minutes after a failure, because codes expire', async () => {
    const originalAnswer = vendor.answer;
    vendor.answer = () => ({ status: 503, body: '{"message":"busy"}' });
    await send('+12025550103');
    await runDueJobs();
    expect(await last()).toMatchObject({
      state: 'waiting',
      attempts: 1,
      problem: expect.stringContaining('busy'),
    });
    for (const minutes of [0.2, 1.5, 7, 13]) {
      shiftClock(minutes * 60_000);
      await runDueJobs();
    }
    expect(await last()).toMatchObject({ state: 'failed' });
    vendor.answer = originalAnswer;
    shiftClock(0);
    expect((await root().put(`/mails/sms/${(await last()).id}/retry`)).status).toBe(200);
    await runDueJobs();
    expect(await last()).toMatchObject({ state: 'sent' });
  });

  it('are limited by phone, account, address and site, per day', async () => {
    const userId = root().userId;
    let phones = 1000;
    const nextPhone = () => `+1202555${++phones}`;
    const caps = [
      ['sms.perPhoneADay', () => send('+12025550110')],
      ['sms.perAccountADay', () => send(nextPhone(), { userId })],
      ['sms.perAddressADay', () => send(nextPhone(), { ip: '192.0.2.9' })],
    ] as const;
    for (const [cap, one] of caps) {
      expect((await set(cap, 3)).status, cap).toBe(200);
      for (let count = 0; count < 3; count++) await one();
      await expect(one(), cap).rejects.toThrow('smsLimit');
    }
    const { count } = await withMailTables(harness.app.portal.services.database.db)
      .selectFrom('sms_message')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    await set('sms.perSiteADay', Number(count));
    await expect(send('+12025550199')).rejects.toThrow('smsLimit');
    shiftClock(25 * 3_600_000);
    await send('+12025550110', { userId, ip: '192.0.2.9' });
    shiftClock(0);
    await set('sms.perSiteADay', 1000);
    await set('sms.perAccountADay', 100);
  });

  it('requested in parallel can’t exceed the limit', async () => {
    await set('sms.perPhoneADay', 5);
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, () => send('+12025550120')),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  it('are sent only to the allowed countries', async () => {
    await set('sms.countries', ['972', '44']);
    await expect(send('+12025550121')).rejects.toThrow('smsCountryRefused');
    await send('+972501234567');
    await set('sms.countries', []);
    await send('+12025550121');
    expect((await set('sms.countries', ['+972'])).status).toBe(422);
  });

  it('can be tested on a phone within the limits', async () => {
    expect((await root().post('/mails/settings/sms/test', { phone: '+12025550130' })).status).toBe(
      200,
    );
    await runDueJobs();
    expect(await last()).toMatchObject({ phone: '+12025550130', state: 'sent' });
    expect((await root().post('/mails/settings/sms/test', { phone: '0501234567' })).status).toBe(
      400,
    );
    await set('sms.perPhoneADay', 0);
    expect(
      (await root().post('/mails/settings/sms/test', { phone: '+12025550130' })).body.code,
    ).toEqual([1816]);
    expect((await root().delete('/mails/settings/sms')).status).toBe(200);
    expect(
      (await root().post('/mails/settings/sms/test', { phone: '+12025550130' })).body.code,
    ).toEqual([2210]);
  });
});
