import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Tokens } from '../http/port.ts';
import { type AuthorityInvoice, printedNumber, type TaxAuthorityDriver } from './port.ts';
import type { Misbehavior, TaxAuthorityFake } from './testing/authority.ts';

/** A driver and the authority it calls. */
export interface TaxAuthorityBench {
  authority: TaxAuthorityFake;
  driver: TaxAuthorityDriver;
  /** The currently stored tokens. */
  kept(): Tokens;
  /** The same driver with a secret that the authority rejects. */
  wrongKey: TaxAuthorityDriver;
}

export function invoiceOf(more: Partial<AuthorityInvoice> = {}): AuthorityInvoice {
  const item = { code: 'cpu.B', description: 'Processors', quantity: '1', taxRate: '18' };
  return {
    ...{
      invoiceId: randomUUID(),
      number: 'INV-42',
      sellerNumber: '510000003',
      buyerNumber: '510000011',
      buyerName: 'Buyer Ltd',
    },
    ...{
      issuedOn: new Date().toISOString().slice(0, 10),
      beforeDiscount: '6000.1',
      discount: '100.1',
      note: '',
    },
    ...{ net: '5900', tax: '1062', total: '6962' },
    items: [
      { ...item, unitPrice: '5000.1', discount: '100.1', total: '4900', tax: '882' },
      { ...item, code: 'ram.gb', unitPrice: '1000', discount: '0', total: '1000', tax: '180' },
    ],
    ...more,
  };
}

/**
 * Rules for every tax authority driver, tested against an authority that occasionally misbehaves.
 */
export function testTaxAuthorityPort(bench: () => TaxAuthorityBench): void {
  it("returns the authority's minimum amount for a day", async () => {
    expect(await bench().driver.minimumAmount('2024-12-31')).toBe('25000');
    expect(await bench().driver.minimumAmount('2026-06-01')).toBe('5000');
  });

  it('returns the complete number, including the nine digits that are printed', async () => {
    const approval = await bench().driver.approve(invoiceOf());
    expect(approval).toMatchObject({ kind: 'approved', number: expect.stringMatching(/^\d{25}$/) });
    if (approval.kind === 'approved')
      expect(printedNumber(approval.number)).toBe(approval.number.slice(-9));
  });

  it.each<Misbehavior>(['failsBefore', 'dropsAfter', 'failsAfter', 'slowDown'])(
    'throws `away` when the authority %s, and gets the same single number after a retry',
    async (failure) => {
      const invoice = invoiceOf();
      bench().authority.rude(/Approval$/, failure);
      await expect(bench().driver.approve(invoice)).rejects.toMatchObject({ kind: 'away' });
      const first = await bench().driver.approve(invoice);
      expect(await bench().driver.approve(invoice)).toEqual(first);
    },
  );

  it('reports a rejection that arrives with status 200, and accepts a decision once or twice', async () => {
    bench().authority.refusedBuyers.add(510000029);
    const invoice = invoiceOf({ buyerNumber: '510000029' });
    expect(await bench().driver.approve(invoice)).toMatchObject({ kind: 'refused', code: '460' });
    await bench().driver.decide('continue', invoice);
    await bench().driver.decide('continue', invoice);
    expect(bench().authority.decisions.get(invoice.invoiceId)).toBe('Continue');
    const other = invoiceOf({ buyerNumber: '510000029' });
    await bench().driver.approve(other);
    await bench().driver.decide('cancel', other);
    expect(bench().authority.decisions.get(other.invoiceId)).toBe('Cancel');
  });

  it.each<[string, Partial<AuthorityInvoice>, object]>([
    [
      'a number the authority does not know',
      { buyerNumber: '510000037' },
      { code: '431', field: 'customer_vat_number' },
    ],
    ['a day older than a year', { issuedOn: '2020-01-01' }, { code: '434', field: 'invoice_date' }],
    ['a day too far ahead', { issuedOn: '2999-01-01' }, { code: '435', field: 'invoice_date' }],
    ['a number with letters', { buyerNumber: 'DE123456788' }, { field: 'customer_vat_number' }],
    [
      'an amount that no double holds',
      { total: '12345678901234567.89' },
      { field: 'payment_amount_including_vat' },
    ],
    ['amounts that do not add up', { total: '6962.01' }, { field: 'payment_amount_including_vat' }],
  ])('rejects %s as invalid and names the field', async (_case, more, field) => {
    bench().authority.unknownNumbers.add(510000037);
    await expect(bench().driver.approve(invoiceOf(more))).rejects.toMatchObject({
      kind: 'invalid',
      ...field,
    });
  });

  it('reuses one token until it expires, uses each refresh token once, and stores the next one', async () => {
    await bench().driver.check();
    const { refresh } = bench().kept();
    await bench().driver.check();
    expect(bench().kept().refresh).toBe(refresh);
    bench().authority.forgetAccess();
    await Promise.all([bench().driver.check(), bench().driver.check(), bench().driver.check()]);
    expect(bench().kept().refresh).not.toBe(refresh);
  });

  it('reports that a new sign-in is required, without revealing its secrets', async () => {
    await expect(bench().wrongKey.check()).rejects.toMatchObject({
      kind: 'credentials',
      message: expect.not.stringMatching(/wrong/),
    });
    bench().authority.signIn();
    bench().authority.forgetAccess();
    await expect(bench().driver.check()).rejects.toMatchObject({ kind: 'credentials' });
  });
}
