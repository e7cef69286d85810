import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestClient } from '../../../../../server/testing/client.ts';
import {
  testCompanyBank,
  testCompanySettings,
} from '../../../ledger/server/testing/testCompany.ts';
import {
  app,
  company,
  customerPath,
  db,
  type InvoiceDetail,
  invoices,
  openInvoicingHarness,
  readInvoice,
} from '../testing/harness.ts';
import { runMonth, setBillingProfile, useServer, vat } from '../testing/month.ts';
import { valuesOf } from '../testing/xmlValues.ts';

openInvoicingHarness();

const german = { country: 'DE', taxNumber: 'DE123456788' };
const setCompany = async (settings: object, more: object = {}) => {
  const path = `/companies/${company.companyId}`;
  const answers = [
    await app.root.put(`${path}/settings`, { ...testCompanySettings, ...settings }),
    await app.root.put(`${path}/billingProperties`, { ...testCompanyBank, taxes: [vat], ...more }),
  ];
  for (const { status, text } of answers) expect(status, text).toBe(200);
};
/** Creates a customer abroad with usage. A business customer is French and has a VAT number. */
async function buyer(profile: object = {}): Promise<TestClient> {
  const client = await app.signInAs('user');
  await setBillingProfile(client, {
    city: 'Paris',
    postalCode: '75001',
    country: 'FR',
    ...profile,
  });
  await useServer(app, client.userId, company.period, 100);
  return client;
}
const business = { kind: 'company', name: 'Acheteur SARL', taxNumber: 'FR12345678901' };
const verify = async ({ userId }: TestClient) => {
  const answer = await company.clerk.post(`/billingManage/${company.companyId}/${userId}/state`, {
    event: 'verify',
    reason: 'VIES said so',
  });
  expect(answer.status, answer.text).toBe(200);
};
const documentOf = async (client: TestClient, format: string, index = 0) =>
  (
    await client.get(
      `/invoice/download?document=${(await readInvoice(client)).documents[index]?.id}&format=${format}`,
    )
  ).text;
const faultsOf = async (client: TestClient) => {
  const { items } = (
    await company.clerk.get<{ items: { id: string; faults: { code: string }[] }[] }>(
      `${company.run}/validation?size=0`,
    )
  ).body;
  return items.find(({ id }) => id === client.userId)?.faults.map(({ code }) => code);
};

/**
 * The VAT data in the UBL: category and rate of the lines, the VAT breakdown, and both VAT numbers.
 */
function vatOf(ubl: string) {
  const line = ubl.includes('<CreditNote ') ? 'CreditNoteLine' : 'InvoiceLine';
  const numberOf = (party: string) =>
    valuesOf(ubl, `Accounting${party}Party/Party/PartyTaxScheme/CompanyID`);
  return {
    lines: [...new Set(valuesOf(ubl, `${line}/Item/ClassifiedTaxCategory/ID`))],
    rates: [...new Set(valuesOf(ubl, `${line}/Item/ClassifiedTaxCategory/Percent`))],
    tax: valuesOf(ubl, 'TaxTotal/TaxAmount'),
    reason: valuesOf(ubl, 'TaxTotal/TaxSubtotal/TaxCategory/TaxExemptionReasonCode'),
    numbers: [...numberOf('Supplier'), ...numberOf('Customer')],
  };
}

describe('a business in another EU country', () => {
  it('with a verified number is reverse-charged, with category AE, a note on the document and both numbers', async () => {
    await setCompany(german);
    const client = await buyer(business);
    await verify(client);
    await runMonth(company.clerk, company.run);
    const invoice = (
      await company.clerk.get<InvoiceDetail & { taxNote: string | null }>(
        customerPath(client, 'invoice'),
      )
    ).body;
    expect(invoice).toMatchObject({ tax: '0', taxes: [], total: invoice.net });
    expect(invoice.taxNote).toMatch(/^Reverse charge/);
    expect(vatOf(await documentOf(client, 'ubl'))).toEqual({
      ...{
        lines: ['AE'],
        rates: ['0'],
        tax: ['0.00'],
        reason: ['VATEX-EU-AE'],
        numbers: ['DE123456788', 'FR12345678901'],
      },
    });
    expect(await documentOf(client, 'html')).toContain(
      'Reverse charge: the customer accounts for the VAT',
    );
    await company.clerk.post(customerPath(client, 'creditNotes'), {
      key: 'credit-of-reverse',
      reason: 'A test',
    });
    expect(vatOf(await documentOf(client, 'ubl', 1))).toMatchObject({
      lines: ['AE'],
      reason: ['VATEX-EU-AE'],
    });
    expect(await documentOf(client, 'html', 1)).toContain('Reverse charge');
  });

  it('with a number confirmed by VIES is also reverse-charged without manual review, but not with a number unknown to VIES', async () => {
    await setCompany(german);
    const [known, unknown] = [await buyer(business), await buyer(business)];
    const recordCheck = async ({ userId }: TestClient, state: string) =>
      sql`insert into tax_number_check (user_id, number, state, answered_for, answered_at) values (${userId}, ${business.taxNumber}, ${state}, now(), now())`.execute(
        db(),
      );
    await recordCheck(known, 'valid');
    await recordCheck(unknown, 'invalid');
    await runMonth(company.clerk, company.run);
    expect((await readInvoice(known)).tax).toBe('0');
    expect(Number((await readInvoice(unknown)).tax)).toBeGreaterThan(0);
  });

  it('is still taxed as domestic after a payment, because a payment verifies the payer and not the number', async () => {
    await setCompany(german);
    const client = await buyer(business);
    const body = {
      key: `cent-${client.userId}`,
      amount: '0.01',
      currency: 'USD',
      reason: 'A cent',
    };
    expect(
      (
        await company.clerk.post(
          `/billingManage/${company.companyId}/${client.userId}/payments`,
          body,
        )
      ).status,
    ).toBe(200);
    expect((await client.get('/billing')).body).toMatchObject({ state: { value: 3 } });
    expect(await faultsOf(client)).toEqual(['vatNumberUnverified']);
    await runMonth(company.clerk, company.run);
    expect(Number((await readInvoice(client)).tax)).toBeGreaterThan(0);
  });

  it('loses its manual verification with another number or country, and when VIES later reports the number as invalid', async () => {
    await setCompany(german);
    const recordCheck = async ({ userId }: TestClient, number: string, state: string, at: string) =>
      sql`insert into tax_number_check (user_id, number, state, answered_for, answered_at) values (${userId}, ${number}, ${state}, now(), ${at}::timestamptz)`.execute(
        db(),
      );
    const managed = async ({ userId }: TestClient) =>
      (
        await company.clerk.get<{ numberConfirmed: { by: string; counts: boolean } | null }>(
          `/billingManage/${company.companyId}/${userId}`,
        )
      ).body.numberConfirmed;
    const clients = [
      await buyer(business),
      await buyer(business),
      await buyer(business),
      await buyer(business),
      await buyer(business),
    ] as const;
    const [unchanged, otherNumber, otherCountry, denied, deniedBefore] = clients;
    await recordCheck(deniedBefore, business.taxNumber, 'invalid', '2026-01-01T00:00:00Z');
    for (const client of clients) {
      await verify(client);
      expect(await managed(client)).toMatchObject({ by: company.clerk.email, counts: true });
    }
    await setBillingProfile(unchanged, {
      city: 'Lyon',
      postalCode: '69001',
      country: 'FR',
      ...business,
    });
    await setBillingProfile(otherNumber, {
      city: 'Paris',
      postalCode: '75001',
      country: 'FR',
      ...business,
      taxNumber: 'FR99999999999',
    });
    await setBillingProfile(otherCountry, {
      city: 'Wien',
      postalCode: '1010',
      country: 'AT',
      ...business,
      taxNumber: 'ATU12345678',
    });
    await recordCheck(denied, business.taxNumber, 'invalid', '2999-01-01T00:00:00Z');
    expect(await Promise.all(clients.map(managed))).toMatchObject([
      { counts: true },
      null,
      null,
      { counts: false },
      { counts: true },
    ]);
    // Restoring the number does not restore its verification.
    await setBillingProfile(otherNumber, {
      city: 'Paris',
      postalCode: '75001',
      country: 'FR',
      ...business,
    });
    expect(await managed(otherNumber)).toBeNull();
    expect(await Promise.all([unchanged, denied, deniedBefore].map(faultsOf))).toEqual([
      [],
      ['vatNumberUnverified'],
      [],
    ]);
    expect(await faultsOf(otherNumber)).toContain('taxNumberUnverified');
    await runMonth(company.clerk, company.run);
    for (const client of [unchanged, deniedBefore])
      expect((await readInvoice(client)).tax).toBe('0');
    expect(Number((await readInvoice(denied)).tax)).toBeGreaterThan(0);
  });

  it('that is sent back to review loses its manual verification until it is verified again', async () => {
    await setCompany(german);
    const client = await buyer(business);
    await verify(client);
    const move = (event: string) =>
      company.clerk.post(`/billingManage/${company.companyId}/${client.userId}/state`, {
        event,
        reason: 'A doubt',
      });
    expect((await move('review')).body).toEqual({ state: 5, approvalId: null });
    expect(await faultsOf(client)).toEqual(['taxNumberUnverified', 'vatNumberUnverified']);
    await verify(client);
    expect(await faultsOf(client)).toEqual([]);
  });

  it('with an unverified number is taxed as domestic, as the validation reports', async () => {
    await setCompany(german);
    const [client, user] = [await buyer(business), await buyer()];
    expect([await faultsOf(client), await faultsOf(user)]).toEqual([['vatNumberUnverified'], []]);
    await runMonth(company.clerk, company.run);
    for (const customer of [client, user])
      expect(vatOf(await documentOf(customer, 'ubl'))).toMatchObject({
        lines: ['S'],
        rates: ['18'],
        reason: [],
      });
  });

  it('is taxed as domestic by a company outside the EU, or without a number', async () => {
    await setCompany({ taxNumber: '510000003' });
    const client = await buyer(business);
    await verify(client);
    await runMonth(company.clerk, company.run);
    expect((await readInvoice(client)).taxes).toMatchObject([{ rate: '18' }]);
  });
});

describe('a customer outside the EU', () => {
  const american = { city: 'Austin', region: 'TX', postalCode: '73301', country: 'US' };
  it.each([
    ['home', { lines: ['S'], rates: ['18'], reason: [], numbers: ['DE123456788'] }, null],
    [
      'outside',
      { lines: ['O'], rates: [], tax: ['0.00'], reason: ['VATEX-EU-O'], numbers: [] },
      'Not subject to VAT',
    ],
    [
      'export',
      {
        lines: ['G'],
        rates: ['0'],
        tax: ['0.00'],
        reason: ['VATEX-EU-G'],
        numbers: ['DE123456788'],
      },
      'No VAT is charged: export.',
    ],
  ])('is taxed as defined by the company: %s', async (foreignTax, expected, note) => {
    await setCompany(german, { foreignTax });
    const client = await buyer(american);
    await runMonth(company.clerk, company.run);
    expect(vatOf(await documentOf(client, 'ubl'))).toMatchObject(expected);
    const page = await documentOf(client, 'html');
    if (note) expect(page).toContain(note);
    else expect(page).not.toContain('VAT is charged');
  });
});

it('a customer who moves between calculation and issuing waits for the next run', async () => {
  await setCompany(german);
  const client = await buyer(business);
  await verify(client);
  await sql`
    create function move_buyer() returns trigger language plpgsql as $$ begin
      update billing_profile set country = 'DE', tax_number = 'DE999999999' where user_id = (select user_id from invoice where id = new.invoice_id); return new; end $$`.execute(
    app.administration.db,
  );
  await sql`create trigger move_buyer after insert on invoice_log for each row when (new.entry ->> 'en' like 'Lines calculated%') execute function move_buyer()`.execute(
    app.administration.db,
  );
  try {
    await runMonth(company.clerk, company.run);
  } finally {
    await sql`drop trigger move_buyer on invoice_log`.execute(app.administration.db);
    await sql`drop function move_buyer`.execute(app.administration.db);
  }
  const mine = async () => (await invoices()).find(({ customer }) => customer.id === client.userId);
  expect((await mine())?.faults.map(({ code }) => code)).toEqual(['taxedOtherwise']);
  await runMonth(company.clerk, company.run);
  expect(await mine()).toMatchObject({ state: 'issued', faults: [] });
  expect((await readInvoice(client)).taxes).toMatchObject([{ rate: '18' }]);
});
