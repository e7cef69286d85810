import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { clock } from '../../../../../server/platform/clock.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import type { TestClient } from '../../../../../server/testing/client.ts';
import { postInvoice } from '../../../ledger/server/index.ts';
import { testCompanyBank } from '../../../ledger/server/testing/testCompany.ts';
import { invoiceProblems } from '../invariants.ts';
import {
  app,
  buyer,
  company,
  db,
  type ErrorBody,
  errorSummary,
  type InvoiceDetail,
  openInvoicingHarness,
  readInvoice,
} from '../testing/harness.ts';
import { createInvoicingCompany, runMonth, vat } from '../testing/month.ts';
import { valuesOf } from '../testing/xmlValues.ts';

openInvoicingHarness();

interface Posted extends ErrorBody {
  id: string | null;
  approvalId: string | null;
  balance: string;
}
const pathOf = (client: TestClient) => `/billingManage/${company.companyId}/${client.userId}`;
const post = (client: TestClient, kind: string, body: object) =>
  company.clerk.post<Posted>(`${pathOf(client)}/${kind}`, {
    key: randomUUID(),
    reason: 'Was down',
    ...body,
  });
const refund = (
  client: TestClient,
  transactionId: string,
  kind: 'reduction' | 'moneyBack',
  amount: string,
  more: object = {},
) => post(client, 'refunds', { transactionId, kind, amount, ...more });
const pay = (client: TestClient, amount: string) =>
  post(client, 'payments', { amount, currency: 'USD' });

interface Transaction {
  id: string;
  kind: string;
  amount: string;
  effect: string;
  document: { number: string; kind: string } | null;
}
const history = async (client: TestClient) =>
  (await company.clerk.get<{ items: Transaction[] }>(`${pathOf(client)}/history`)).body.items;
const chargeOf = async (client: TestClient) =>
  (await history(client)).find(({ kind }) => kind === 'charge')?.id ?? '';

/** The company's revenue and the tax due according to the ledger, by account kind. */
async function readRevenue(): Promise<Record<string, string>> {
  const { rows } = await sql<{ kind: string; amount: string }>`
    select a.kind, trim_scale(sum(p.amount))::text as amount from ledger_posting p join ledger_account a on a.id = p.account_id
    where a.company_id = ${company.companyId} and a.kind in ('revenue', 'tax') group by a.kind`.execute(
    db(),
  );
  return Object.fromEntries(rows.map(({ kind, amount }) => [kind, amount]));
}
const creditNotesOf = ({ documents }: InvoiceDetail) =>
  documents
    .filter(({ kind }) => kind === 'creditNote')
    .map(({ number, net, tax, total }) => [number, net, tax, total]);
const ublOf = async (documentId: string | undefined) =>
  (await company.clerk.get(`/invoice/download?document=${documentId}&format=ubl`)).text;

/** Creates a customer with an invoice of 9.60 plus 1.73 VAT. */
async function invoicedCustomer(): Promise<TestClient> {
  const customer = await buyer(300);
  await runMonth(company.clerk, company.run);
  expect(await readInvoice(customer)).toMatchObject({ net: '9.6', tax: '1.73', total: '11.33' });
  return customer;
}

describe('a reduction of an invoiced charge', () => {
  it('creates a credit note with tax that is emailed, exported and recorded, and the last one credits the rest', async () => {
    const customer = await invoicedCustomer();
    const charge = await chargeOf(customer);
    expect((await refund(customer, charge, 'reduction', '5')).body.balance).toBe('-6.33');
    expect(creditNotesOf(await readInvoice(customer))).toEqual([
      ['INV-CN-1', '-4.24', '-0.76', '-5'],
    ]);
    expect(await readRevenue()).toEqual({ revenue: '5.36', tax: '0.97' });
    expect((await history(customer))[0]).toMatchObject({
      kind: 'refund',
      effect: '5',
      document: { number: 'INV-CN-1', kind: 'creditNote' },
    });
    const note = (await readInvoice(customer)).documents.find(({ kind }) => kind === 'creditNote');
    const ubl = await ublOf(note?.id);
    expect(valuesOf(ubl, 'LegalMonetaryTotal/PayableAmount')).toEqual(['5.00']);
    expect(valuesOf(ubl, 'TaxTotal/TaxAmount')).toEqual(['0.76']);
    expect(valuesOf(ubl, 'PaymentTerms/Note')).toEqual(['Credited to the customer’s account.']);
    const { rows } = await sql`select from invoice_mail where document_id = ${note?.id}`.execute(
      db(),
    );
    expect(rows).toHaveLength(1);
    expect(errorSummary(await refund(customer, charge, 'reduction', '6.34'))).toEqual([
      422,
      2812,
      'amount',
    ]);
    expect((await refund(customer, charge, 'reduction', '6.33')).body.balance).toBe('0');
    expect(creditNotesOf(await readInvoice(customer))).toHaveLength(2);
    expect(await readRevenue()).toEqual({ revenue: '0', tax: '0' });
    const { lines } = await readInvoice(customer);
    expect(lines.map(({ credited }) => credited)).toEqual(lines.map(({ amount }) => amount));
  });

  it('is created once per key, and rejects another amount and fractions of a minor unit', async () => {
    const customer = await invoicedCustomer();
    const charge = await chargeOf(customer);
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => refund(customer, charge, 'reduction', '1', { key })),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect((await refund(customer, charge, 'reduction', '1.00', { key })).body.id).toBe(
      answers[0]?.body.id,
    );
    expect(creditNotesOf(await readInvoice(customer))).toHaveLength(1);
    expect(errorSummary(await refund(customer, charge, 'reduction', '2', { key }))).toEqual([
      409,
      2808,
      'key',
    ]);
    expect(errorSummary(await refund(customer, charge, 'reduction', '0.001'))).toEqual([
      422,
      2810,
      'amount',
    ]);
  });

  it('above the company’s limit requires second approval and gets no number before it', async () => {
    const customer = await invoicedCustomer();
    await app.root.put(`/companies/${company.companyId}/billingProperties`, {
      ...testCompanyBank,
      taxes: [vat],
      approvalAbove: '4',
    });
    const { approvalId, id } = (await refund(customer, await chargeOf(customer), 'reduction', '5'))
      .body;
    expect([id, creditNotesOf(await readInvoice(customer))]).toEqual([null, []]);
    expect(
      (await app.root.post<Posted>(`/billingAccess/approvals/${approvalId}/approve`)).body.balance,
    ).toBe('-6.33');
    expect(creditNotesOf(await readInvoice(customer))).toEqual([
      ['INV-CN-1', '-4.24', '-0.76', '-5'],
    ]);
  });

  it('that would leave only one minor unit and its tax credits the rest', async () => {
    const customer = await invoicedCustomer();
    const charge = await chargeOf(customer);
    expect((await refund(customer, charge, 'reduction', '11.31')).status).toBe(200);
    expect(creditNotesOf(await readInvoice(customer))).toEqual([
      ['INV-CN-1', '-9.58', '-1.73', '-11.31'],
    ]);
    expect((await refund(customer, charge, 'reduction', '0.01')).status).toBe(200);
    expect((await refund(customer, charge, 'reduction', '0.01')).status).toBe(200);
    expect(await readRevenue()).toEqual({ revenue: '0', tax: '0' });
  });

  it('with discounts and several taxes matches its documents, however it is split', async () => {
    await sql`delete from company_site`.execute(db());
    const own = await createInvoicingCompany(app, {
      taxes: [vat, { ...vat, name: 'City', rate: '1.5' }],
    });
    Object.assign(company, own);
    const customer = await buyer(377);
    await sql`
      insert into discount (company_id, user_id, title, kind, value, currency, from_month, created_at)
      values (${own.companyId}, ${customer.userId}, 'Loyal', 'percent', 33.33, 'USD', ${`${own.period}-01`}::date, now())`.execute(
      db(),
    );
    await runMonth(own.clerk, own.run);
    const charge = await chargeOf(customer);
    const { total } = await readInvoice(customer);
    for (const amount of ['0.01', '3.33', '0.02', '1.11', '2'])
      expect((await refund(customer, charge, 'reduction', amount)).status).toBe(200);
    expect(await invoiceProblems(db())).toEqual([]);
    const remaining = (Number(total) - 6.47).toFixed(2);
    expect((await refund(customer, charge, 'reduction', remaining)).body.balance).toBe('0');
    expect(await readRevenue()).toEqual({ revenue: '0', tax: '0' });
    expect(await invoiceProblems(db())).toEqual([]);
  });

  it('of a charge without a document, from before charges had one, is in the ledger only', async () => {
    const { userId } = await app.signInAs('user');
    const customer = { userId } as TestClient;
    const ctx = { db: db(), clock, actor: null, note: () => undefined } as unknown as Context;
    const holder = {
      id: userId,
      siteId: app.siteId,
      company: { id: company.companyId, currency: 'USD' },
    };
    const { id } = await db()
      .transaction()
      .execute(async (transaction) => {
        const posted = await postInvoice({ ...ctx, db: transaction }, holder, {
          key: `old:${userId}`,
          amount: '10',
          tax: '0',
          currency: 'USD',
          reason: 'An old charge',
        });
        await sql`insert into ledger_bare_charge (transaction_id) values (${posted.id})`.execute(
          transaction,
        );
        return posted;
      });
    expect((await refund(customer, id, 'reduction', '4')).body.balance).toBe('-6');
    expect((await history(customer))[0]).toMatchObject({ kind: 'refund', document: null });
  });
});

describe('a refund', () => {
  it('of an invoiced charge has a credit note that is marked as a refund, reverses the tax and keeps the balance', async () => {
    const customer = await invoicedCustomer();
    const charge = await chargeOf(customer);
    expect(errorSummary(await refund(customer, charge, 'moneyBack', '5'))).toEqual([
      422,
      2966,
      'amount',
    ]);
    await pay(customer, '11.33');
    expect((await refund(customer, charge, 'moneyBack', '5')).body.balance).toBe('0');
    const { documents, lines } = await readInvoice(customer);
    const note = documents.find(({ kind }) => kind === 'creditNote');
    expect(note).toMatchObject({ number: 'INV-CN-1', net: '-4.24', tax: '-0.76' });
    expect(valuesOf(await ublOf(note?.id), 'PaymentTerms/Note')).toEqual([
      'Refunded to the customer.',
    ]);
    expect(await readRevenue()).toEqual({ revenue: '5.36', tax: '0.97' });
    // Lines that were refunded can't be credited again.
    expect(lines.some(({ credited }) => credited !== '0')).toBe(true);
    expect(errorSummary(await refund(customer, charge, 'reduction', '6.34'))).toEqual([
      422,
      2812,
      'amount',
    ]);
  });

  it('of a deposit reverses no sale and has no document', async () => {
    const customer = await invoicedCustomer();
    const { id } = (await pay(customer, '20')).body;
    expect((await refund(customer, id ?? '', 'moneyBack', '5')).status).toBe(200);
    expect((await history(customer))[0]).toMatchObject({ kind: 'refund', document: null });
    expect(creditNotesOf(await readInvoice(customer))).toEqual([]);
  });
});

it('without a matching credit note, or with a different one, is reported by the verification script', async () => {
  const customer = await invoicedCustomer();
  const charge = await chargeOf(customer);
  await refund(customer, charge, 'reduction', '5');
  const broken = app.administration.db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    await sql`update invoice_document set tax = tax - 0.01, net = net + 0.01 where kind = 'creditNote' and user_id = ${customer.userId}`.execute(
      transaction,
    );
    const problems = await invoiceProblems(transaction);
    await sql`delete from invoice_document where kind = 'creditNote' and user_id = ${customer.userId}`.execute(
      transaction,
    );
    throw new Error([...problems, ...(await invoiceProblems(transaction))].join('\n'));
  });
  await expect(broken).rejects.toThrow(
    /of tax, its taxes[\s\S]*takes back[\s\S]*no credit note says so/,
  );
});
