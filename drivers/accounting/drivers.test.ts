import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpSend } from '../http/port.ts';
import { type Bookkeeper, testAccountingPort, unusualDocument } from './conformance.ts';
import { createHttpSend } from './createHttpSend.ts';
import { finansitDriver } from './finansit.ts';
import type { AccountingSettings } from './port.ts';
import { FinansitFake } from './testing/finansit.ts';

const now = () => new Date();

describe('Finansit', () => {
  const fake = new FinansitFake();
  let settings: AccountingSettings;
  let bookkeeper: Bookkeeper;
  beforeAll(async () => {
    await fake.start();
    const { address, secret, signingSecret } = fake;
    settings = { address, secret, signingSecret, now };
    bookkeeper = {
      driver: finansitDriver(settings, createHttpSend()),
      wrongSecret: finansitDriver({ ...settings, secret: 'wrong-secret' }, createHttpSend()),
      elsewhere: finansitDriver(
        { ...settings, address: `${fake.origin}/nothing` },
        createHttpSend(),
      ),
      kept: () => fake.documents,
      rude: (failureModes) => fake.rude(failureModes),
      refuse: (refusal) => {
        fake.refusal = refusal;
      },
    };
  });
  afterAll(() => fake.stop());
  testAccountingPort(() => bookkeeper);

  it('signs requests, and the receiver rejects another signing secret and an expired signature', async () => {
    for (const wrong of [
      { signingSecret: 'wrong-signing' },
      { now: () => new Date(Date.now() - 3_600_000) },
    ])
      await expect(
        finansitDriver({ ...settings, ...wrong }, createHttpSend()).handOver(unusualDocument()),
      ).rejects.toMatchObject({
        kind: 'credentials',
        resultCode: 'SIGNATURE',
      });
  });

  it('sends no request to a hostname that resolves to a forbidden address', async () => {
    const before = fake.asked.length;
    const rejectingAsk = createHttpSend({
      lookupFor: () => (_hostname, _options, callback) => callback(new Error('not there'), ''),
    });
    const settingsByHostname = {
      ...settings,
      address: fake.address.replace('127.0.0.1', 'localhost'),
    };
    await expect(finansitDriver(settingsByHostname, rejectingAsk).check()).rejects.toMatchObject({
      kind: 'away',
      message: expect.stringContaining('not there'),
    });
    expect(fake.asked).toHaveLength(before);
  });

  const fakeResponse =
    (status: number, text: string): HttpSend =>
    async () => ({ status, headers: {}, text });
  const exportWith = (httpSend: HttpSend) =>
    finansitDriver(settings, httpSend).handOver(unusualDocument());

  it.each([
    [200, '{"code":17,"text":"Closed period"}', 'refused'],
    [400, 'no', 'refused'],
    [404, '{"code":"NO_CUSTOMER"}', 'refused'],
    [409, '{"code":"BUSY"}', 'away'],
    [200, '{"code":0}', 'away'],
    [200, 'null', 'away'],
    [200, '[]', 'away'],
  ])('treats the response %i %s as: %s', async (status, text, kind) => {
    await expect(exportWith(fakeResponse(status, text))).rejects.toMatchObject({
      name: 'AccountingFailure',
      kind,
    });
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'nonsense',
    7,
    `https://${'x'.repeat(1001)}`,
  ])('drops a document link to %s', async (link) => {
    const receipt = await exportWith(
      fakeResponse(200, JSON.stringify({ code: 0, documentId: 'F1', link })),
    );
    expect(receipt).toEqual({ reference: 'F1', resultCode: '0', text: '', documentLink: '' });
  });

  it('never exposes its secrets, even when the other side repeats them', async () => {
    const failing = exportWith(
      fakeResponse(
        400,
        JSON.stringify({ code: 'E', text: `${settings.secret} and ${settings.signingSecret}` }),
      ),
    );
    await expect(failing).rejects.toThrow('E: ••• and •••');
  });
});

it('stops reading an endless response', async () => {
  const fake = await new FinansitFake().start();
  fake.refusal = { code: 'LONG', text: 'x'.repeat(100_000) };
  const driver = finansitDriver({ ...fake, address: fake.address, now }, createHttpSend());
  await expect(driver.handOver(unusualDocument())).rejects.toMatchObject({
    kind: 'away',
    message: expect.stringContaining('too long'),
  });
  await fake.stop();
});
