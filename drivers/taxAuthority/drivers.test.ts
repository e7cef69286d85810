import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TokenKeeper, Tokens } from '../http/port.ts';
import { invoiceOf, type TaxAuthorityBench, testTaxAuthorityPort } from './conformance.ts';
import { createHttpSend } from './createHttpSend.ts';
import { israelDriver } from './israel.ts';
import { TaxAuthorityFake } from './testing/authority.ts';

const none = new Date(0);
/** Stores tokens in memory and serializes renewals. */
function tokenStore(first: Tokens): TokenKeeper & { now(): Tokens } {
  let storedTokens = first;
  let last: Promise<unknown> = Promise.resolve();
  return {
    now: () => storedTokens,
    read: async () => storedTokens,
    renew: (stale, renew) => {
      const next = last.then(async () => {
        if (storedTokens.access === stale) storedTokens = await renew(storedTokens.refresh);
        return storedTokens;
      });
      last = next.catch(() => undefined);
      return next;
    },
  };
}

describe('the Israel Tax Authority', () => {
  const authority = new TaxAuthorityFake();
  let bench: TaxAuthorityBench;
  const settingsOf = (refresh: string) => {
    const tokens = tokenStore({ access: '', accessUntil: none, refresh, refreshUntil: null });
    const common = {
      environment: 'tsandbox',
      baseAddress: authority.origin,
      clientId: authority.clientId,
    } as const;
    return {
      ...common,
      clientSecret: authority.clientSecret,
      userName: 'dana',
      softwareNumber: '12345678',
      tokens,
      now: () => new Date(),
    };
  };
  beforeAll(() => authority.start());
  beforeEach(() => {
    const settings = settingsOf(authority.signIn());
    const wrongSettings = { ...settingsOf('a-refresh-token'), clientSecret: 'wrong-secret' };
    bench = {
      authority,
      driver: israelDriver(settings, createHttpSend()),
      kept: settings.tokens.now,
      wrongKey: israelDriver(wrongSettings, createHttpSend()),
    };
  });
  afterAll(() => authority.stop());
  testTaxAuthorityPort(() => bench);

  it('writes identifiers as integers, amounts as numbers and the correct invoice type', async () => {
    const invoice = invoiceOf({ number: 'A-VERY-LONG-SERIES-2026-000042' });
    await bench.driver.approve(invoice);
    expect(authority.approvals.get(invoice.invoiceId)?.body).toMatchObject({
      ...{
        invoice_type: 305,
        vat_number: 510000003,
        customer_vat_number: 510000011,
        accounting_software_number: 12345678,
      },
      ...{
        invoice_reference_number: 'NG-SERIES-2026-000042'.slice(-20),
        payment_amount: 5900,
        amount_before_discount: 6000.1,
      },
      items: [{ index: 1, catalog_id: 'cpu.B', total_amount: 4900 }, { index: 2 }],
    });
  });

  it('requests a new token and retries when the current one was revoked', async () => {
    await bench.driver.check();
    authority.forgetAccess();
    expect(await bench.driver.approve(invoiceOf())).toMatchObject({ kind: 'approved' });
  });

  it('sends no request to a hostname that isn’t public', async () => {
    const lookup = (
      _name: string,
      _options: unknown,
      callback: (error: Error, address: string) => void,
    ) => callback(new Error('not public'), '');
    const driver = israelDriver(
      { ...settingsOf('any-token'), baseAddress: 'http://tax.example.test' },
      createHttpSend({ lookupFor: () => lookup as never }),
    );
    await expect(driver.check()).rejects.toMatchObject({ kind: 'away' });
  });
});
