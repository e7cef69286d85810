import { beforeAll, describe, expect, it } from 'vitest';
import { type SmsCarrier, testSmsPort } from './conformance.ts';
import { createHttpSend } from './createHttpSend.ts';
import { httpSmsDriver } from './http.ts';
import { actLikeTwilio, SmsVendor } from './testing/vendor.ts';
import { twilioDriver } from './twilio.ts';

const account = { sid: 'AC0123', token: 'canary-token' };

describe('a Twilio-compatible provider', () => {
  let carrier: SmsCarrier;
  const settings = () => ({
    baseAddress: `${carrier.vendor.origin}/`,
    accountSid: account.sid,
    authToken: account.token,
    sender: '+12025550123',
  });
  beforeAll(async () => {
    const vendor = await SmsVendor.start();
    actLikeTwilio(vendor, account);
    const read: SmsCarrier['read'] = ({ body }) => {
      const form = new URLSearchParams(body);
      return { phone: form.get('To') ?? '', text: form.get('Body') ?? '' };
    };
    carrier = { vendor, read } as SmsCarrier;
    carrier.driver = twilioDriver(settings(), createHttpSend());
  });

  it('returns the message ID, and gets the sender or the messaging service', async () => {
    expect((await carrier.driver.send({ phone: '+12025550199', text: 'x' })).reference).toMatch(
      /^SM\d+$/,
    );
    expect(new URLSearchParams(carrier.vendor.asked.at(-1)?.body).get('From')).toBe('+12025550123');
    await twilioDriver({ ...settings(), sender: 'MG77' }, createHttpSend()).send({
      phone: '+12025550199',
      text: 'x',
    });
    expect(
      Object.fromEntries(new URLSearchParams(carrier.vendor.asked.at(-1)?.body)),
    ).toMatchObject({ MessagingServiceSid: 'MG77' });
  });

  it('rejects an invalid number permanently with the reason, and a wrong token temporarily', async () => {
    await expect(carrier.driver.send({ phone: '+0', text: 'x' })).rejects.toMatchObject({
      isPermanent: true,
      message: expect.stringContaining("(21211): “Invalid 'To'"),
    });
    const driver = twilioDriver({ ...settings(), authToken: 'wrong' }, createHttpSend());
    const failure = await driver
      .send({ phone: '+12025550199', text: 'x' })
      .catch((error: Error) => error);
    expect(failure).toMatchObject({ isPermanent: false, message: expect.stringContaining('401') });
    expect(String(failure)).not.toContain('wrong');
  });

  testSmsPort(() => carrier);
});

describe.each([
  {
    name: 'JSON',
    headers: 'Content-Type: application/json\nX-Key: {secret}',
    body: '{"to":"{phone}","message":"{text}"}',
    read: (body: string) => {
      const { to, message } = JSON.parse(body) as { to: string; message: string };
      return { phone: to, text: message };
    },
  },
  {
    name: 'a form',
    headers: 'Content-Type: application/x-www-form-urlencoded\nX-Key: {secret}',
    body: 'to={phone}&message={text}',
    read: (body: string) => {
      const form = new URLSearchParams(body);
      return { phone: form.get('to') ?? '', text: form.get('message') ?? '' };
    },
  },
])('a provider that accepts $name over HTTP', ({ headers, body, read }) => {
  let carrier: SmsCarrier;
  beforeAll(async () => {
    const vendor = await SmsVendor.start();
    const settings = {
      method: 'POST' as const,
      address: `${vendor.origin}/send`,
      headers,
      body,
      secret: 'canary-key',
    };
    carrier = {
      vendor,
      driver: httpSmsDriver(settings, createHttpSend()),
      read: (request) => read(request.body),
    };
  });
  it('gets the key', async () => {
    await carrier.driver.send({ phone: '+12025550199', text: 'x' });
    expect(carrier.vendor.asked.at(-1)).toMatchObject({
      method: 'POST',
      path: '/send',
      headers: { 'x-key': 'canary-key' },
    });
  });
  testSmsPort(() => carrier);
});

describe('a provider that expects all parameters in the URL', () => {
  let carrier: SmsCarrier;
  beforeAll(async () => {
    const vendor = await SmsVendor.start();
    const address = `${vendor.origin}/send?to={phone}&text={text}&key={secret}`;
    const read: SmsCarrier['read'] = ({ path }) => {
      const { searchParams } = new URL(path, vendor.origin);
      return { phone: searchParams.get('to') ?? '', text: searchParams.get('text') ?? '' };
    };
    carrier = {
      vendor,
      read,
      driver: httpSmsDriver(
        { method: 'GET', address, headers: '', body: 'unused', secret: 'a&b' },
        createHttpSend(),
      ),
    };
  });
  it('gets the key URL-encoded and no body', async () => {
    await carrier.driver.send({ phone: '+12025550199', text: 'x' });
    expect(carrier.vendor.asked.at(-1)).toMatchObject({
      body: '',
      path: expect.stringContaining('&key=a%26b'),
    });
  });
  testSmsPort(() => carrier);
});
