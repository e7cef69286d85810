import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shiftClock } from '../../../../../server/platform/clock.ts';
import { withDb } from '../../../../../server/platform/http/callContext.ts';
import { systemContext } from '../../../../../server/platform/systemContext.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { TestClient } from '../../../../../server/testing/client.ts';
import { mailsTo } from '../../../../../server/testing/outbox.ts';
import { postInvoice } from '../../../ledger/server/index.ts';
import {
  createTestCompany,
  setSellerCurrency,
  type TestCompany,
  testCompanyBank,
  testCompanySettings,
} from '../../../ledger/server/testing/testCompany.ts';
import { invoiceProblems } from '../invariants.ts';

let app: TestApp;
let testCompany: TestCompany;
let second: TestClient;
let customer: TestClient;
let path = '';
const db = () => app.portal.services.database.db;
beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  testCompany = await createTestCompany(app);
  second = await app.signInAs('billingAdmin');
  await app.root.put(`/companies/${testCompany.companyId}/siteAdmin`, {
    siteIds: [app.siteId],
    adminIds: [testCompany.clerk.userId, second.userId],
  });
});
beforeEach(async () => {
  await setTerms({});
  await setSettings({ taxNumber: '516179157' });
  customer = await app.signInAs('user');
  path = `/billingManage/${testCompany.companyId}/${customer.userId}`;
  await live('IL');
});
afterEach(async () => {
  shiftClock(0);
  await setSellerCurrency(app, testCompany, 'USD');
});
afterAll(() => app.close());

const setTerms = async (more: object) => {
  const taxes = [{ name: 'VAT', rate: '17.5', validFrom: '2020-01-01', validTo: null }];
  const answer = await app.root.put(`/companies/${testCompany.companyId}/billingProperties`, {
    ...testCompanyBank,
    taxes,
    approvalAbove: '1000',
    ...more,
  });
  expect(answer.status, answer.text).toBe(200);
};
const setSettings = async (more: object) => {
  const answer = await app.root.put(`/companies/${testCompany.companyId}/settings`, {
    ...testCompanySettings,
    ...more,
  });
  expect(answer.status, answer.text).toBe(200);
};
const live = async (country: string) => {
  const profile = {
    kind: 'person',
    name: 'Alex Example',
    street: '2 Example Street',
    city: 'Example',
    region: '',
    postalCode: '10115',
  };
  const answer = await customer.put('/billing', { ...profile, country, taxNumber: '' });
  expect(answer.status, answer.text).toBe(200);
};

interface Document {
  id: string;
  invoiceId: string;
  number: string;
  origin: string;
  net: string;
  tax: string;
  total: string;
  dueOn: string;
  mailed: object | null;
}
interface Recorded {
  id: string | null;
  approvalId: string | null;
  balance: string;
  document: Document | null;
  code?: number[];
  errors?: { key?: string; info: string }[];
}
interface Preview {
  net: string;
  tax: string;
  total: string;
  taxes: object[];
  taxNote: string | null;
  dueOn: string;
  balanceAfter: string;
  faults: { code: string; link: string }[];
}
interface ExplainAnswer {
  manual: {
    reason: string;
    chargedAt: string;
    chargedBy: string | null;
    approvedBy: string | null;
  } | null;
  agrees: boolean;
}
interface Invoice {
  lines: { id: number; subjectName: string; title: string }[];
  taxes: object[];
}
const charge = (amount: string, more: object = {}) =>
  testCompany.clerk.post<Recorded>(`${path}/charges`, {
    ...{
      key: randomUUID(),
      amount,
      currency: 'USD',
      reason: 'Moving a rack',
      mayOwe: true,
      ...more,
    },
  });
const preview = async (amount: string) => {
  const answer = await testCompany.clerk.post<Preview>(`${path}/charges/preview`, {
    amount,
    currency: 'USD',
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const documents = async () =>
  (await customer.get<{ items: Document[] }>('/billing/documents?size=0')).body.items;
const balance = async () =>
  (await customer.get<{ balances: { amount: string }[] }>('/billing')).body.balances[0]?.amount ??
  '0';
const errorSummary = ({ status, body }: { status: number; body: Recorded }) => [
  status,
  body.code?.[0],
  body.errors?.[0]?.key,
];
const credit = (documentId: string | undefined) =>
  testCompany.clerk.post<{ total: string }>(`${path}/invoice/${documentId}/creditNotes`, {
    key: `credit-${documentId}`,
    reason: 'Our mistake',
  });
/** Counts all rows that a charge writes, for any customer. */
const readCharges = async () =>
  (
    await sql<{ counts: object }>`
      select jsonb_build_object('invoices', (select count(*) from invoice), 'lines', (select count(*) from invoice_line),
        'documents', (select count(*) from invoice_document), 'charges', (select count(*) from invoice_charge),
        'transactions', (select count(*) from ledger_transaction), 'postings', (select count(*) from ledger_posting),
        'byHand', (select count(*) from ledger_by_hand), 'approvals', (select count(*) from ledger_approval),
        'mails', (select count(*) from invoice_mail), 'log', (select count(*) from invoice_log),
        'series', (select coalesce(sum(last), 0) from invoice_series)) as counts`.execute(db())
  ).rows[0]?.counts;

describe('a manual charge', () => {
  it('is a separate invoice that matches the preview: number, taxes, line, files, email and due date', async () => {
    const chargePreview = await preview('99.99');
    expect(chargePreview).toMatchObject({
      net: '99.99',
      tax: '17.5',
      total: '117.49',
      taxNote: null,
      balanceAfter: '-117.49',
      faults: [],
    });
    const { status, body } = await charge('99.99');
    expect([status, body.approvalId, body.balance]).toEqual([200, null, '-117.49']);
    const { net, tax, total, dueOn } = chargePreview;
    expect(body.document).toMatchObject({
      origin: 'charge',
      net,
      tax,
      total,
      dueOn,
      mailed: { state: expect.any(String) },
    });
    const invoiceId = body.document?.invoiceId;
    const { body: invoice } = await customer.get<Invoice>(`/billing/invoices/${invoiceId}`);
    expect(invoice).toMatchObject({
      lines: [{ subjectName: 'Moving a rack', title: 'Charge', amount: '99.99' }],
      taxes: chargePreview.taxes,
    });
    for (const format of ['pdf', 'html', 'csv', 'ubl'])
      expect(
        (await customer.get(`/invoice/download?document=${body.document?.id}&format=${format}`))
          .status,
      ).toBe(200);
    const mail = (await mailsTo(app.portal, customer.email)).find(
      ({ kind }) => kind === 'invoices.issued',
    );
    expect(mail?.text).toContain(body.document?.number);
    const month = new Date().toISOString().slice(0, 7);
    const listed = await testCompany.clerk.get<{ items: Document[] }>(
      `/invoicing/${testCompany.companyId}/${month}/documenting?kind=charge&filter=${customer.email}`,
    );
    expect(listed.body.items).toMatchObject([{ number: body.document?.number, origin: 'charge' }]);
    const { body: history } = await customer.get<{ items: object[] }>('/billing/history');
    expect(history.items).toMatchObject([
      { reason: 'Moving a rack', document: { invoiceId, number: body.document?.number } },
    ]);
    const next = (await charge('1')).body.document?.number;
    const sequenceNumber = (number = '') => Number(number.split('-').at(-1));
    expect(sequenceNumber(next)).toBe(sequenceNumber(body.document?.number) + 1);
  });

  it('has an exact preview for many amounts, tax rates and currencies', async () => {
    for (const [currency, rates] of [
      ['USD', ['17.5']],
      ['USD', ['5', '9.975']],
      ['JPY', ['10']],
    ] as const) {
      await setSellerCurrency(app, testCompany, currency);
      await setTerms({
        approvalAbove: null,
        taxes: rates.map((rate, index) => ({
          name: `T${index}`,
          rate,
          validFrom: '2020-01-01',
          validTo: null,
        })),
      });
      for (const cents of [1, 3, 50, 333, 999, 12_345, 99_999, 7_777_777]) {
        const money = {
          amount: currency === 'JPY' ? String(cents) : (cents / 100).toFixed(2),
          currency,
        };
        const { body: chargePreview } = await testCompany.clerk.post<Preview>(
          `${path}/charges/preview`,
          money,
        );
        const { body } = await testCompany.clerk.post<Recorded>(`${path}/charges`, {
          ...money,
          key: randomUUID(),
          reason: 'A test',
          mayOwe: true,
        });
        const { net, tax, total } = chargePreview;
        expect(body.document).toMatchObject({ net, tax, total });
        expect(body.balance).toBe(chargePreview.balanceAfter);
      }
    }
  });

  it.each([
    [
      'outside the scope of the company’s taxes',
      { foreignTax: 'outside' },
      'outside its territory',
    ],
    ['as an export', { foreignTax: 'export' }, 'export'],
  ])('is not taxed %s, and states that', async (_case, terms, note) => {
    await setTerms(terms);
    await live('DE');
    const chargePreview = await preview('50');
    expect(chargePreview).toMatchObject({
      tax: '0',
      total: '50',
      taxes: [],
      taxNote: expect.stringContaining(note),
    });
    expect((await charge('50')).body.document).toMatchObject({ net: '50', tax: '0', total: '50' });
  });

  it('creates one invoice per idempotency key under 50 concurrent requests, and rejects different content', async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => charge(index % 2 ? '10' : '10.00', { key })),
    );
    expect(
      new Set(answers.map(({ status, body }) => `${status} ${body.id} ${body.document?.number}`))
        .size,
    ).toBe(1);
    expect(await documents()).toHaveLength(1);
    for (const more of [{ reason: 'Something else' }, { mayOwe: false }, { amount: '11' }])
      expect(errorSummary(await charge('10', { key, ...more }))).toEqual([409, 2808, 'key']);
    const paymentInput = { key, amount: '10', currency: 'USD', reason: 'Moving a rack' };
    expect(
      errorSummary(await testCompany.clerk.post<Recorded>(`${path}/payments`, paymentInput)),
    ).toEqual([409, 2808, 'key']);
    // A later rate change doesn't affect issued invoices.
    await setTerms({
      taxes: [{ name: 'VAT', rate: '20', validFrom: '2020-01-01', validTo: null }],
    });
    expect((await charge('10', { key })).body.document).toMatchObject({ total: '11.75' });
    expect(await balance()).toBe('-11.75');
  });

  it('without credit is rejected unless the balance covers it including tax', async () => {
    await testCompany.clerk.post(`${path}/payments`, {
      key: randomUUID(),
      amount: '117.5',
      currency: 'USD',
      reason: 'A transfer',
    });
    expect(errorSummary(await charge('100.01', { mayOwe: false }))).toEqual([422, 2811, 'amount']);
    expect((await charge('100', { mayOwe: false })).body).toMatchObject({ balance: '0' });
    expect(await documents()).toHaveLength(1);
  });

  it('can be reversed once by a credit note, including its tax', async () => {
    const { document } = (await charge('100')).body;
    const { rows: log } = await sql<{ entry: string }>`
      select entry ->> 'en' as entry from invoice_log where invoice_id = ${document?.invoiceId}`.execute(
      db(),
    );
    expect(log).toEqual([
      { entry: `Issued as ${document?.number} for 117.50 USD and booked to the ledger.` },
    ]);
    expect((await credit(document?.id)).body.total).toBe('-117.5');
    expect((await credit(document?.id)).body.total).toBe('-117.5');
    expect(await balance()).toBe('0');
  });

  it('shows who charged it and why to billing administrators, but only the reason to the customer', async () => {
    const { document } = (await charge('100')).body;
    const invoiceAddress = `${path}/invoices/${document?.invoiceId}`;
    const [line] = (await testCompany.clerk.get<Invoice>(invoiceAddress)).body.lines;
    const explanation = (
      await testCompany.clerk.get<ExplainAnswer>(`${invoiceAddress}/${line?.id}`)
    ).body;
    expect(explanation).toMatchObject({
      agrees: true,
      manual: { reason: 'Moving a rack', chargedBy: testCompany.clerk.email, approvedBy: null },
    });
    const own = (
      await customer.get<ExplainAnswer>(`/billing/invoices/${document?.invoiceId}/${line?.id}`)
    ).body;
    expect(own).toMatchObject({
      agrees: true,
      manual: { reason: 'Moving a rack', chargedBy: null, approvedBy: null },
    });
    const otherBillingAdmin = await app.signInAs('billingAdmin');
    expect((await otherBillingAdmin.get(invoiceAddress)).status).toBe(404);
    expect((await otherBillingAdmin.get(`${invoiceAddress}/${line?.id}`)).status).toBe(404);
    expect((await testCompany.clerk.get(`${path}/invoices/${randomUUID()}`)).status).toBe(404);
  });

  it('is not part of the monthly charges, and fees and charges are reversed as fees and charges', async () => {
    const { document } = (await charge('10')).body;
    const month = new Date().toISOString().slice(0, 7);
    expect(
      (
        await testCompany.clerk.get(
          `/invoicing/${testCompany.companyId}/${month}/customers/${customer.userId}/invoice`,
        )
      ).status,
    ).toBe(404);
    expect(
      (
        await customer.post(`${path}/invoice/${document?.id}/creditNotes`, {
          key: 'mine-own-key',
          reason: 'Mine',
        })
      ).status,
    ).toBe(403);
  });
});

describe('a charge above the limit', () => {
  it('is issued only after second approval, and records the requester and the approver', async () => {
    const before = await documents();
    const key = randomUUID();
    const { body } = await charge('1000', { key });
    expect(body).toMatchObject({
      id: null,
      document: null,
      approvalId: expect.any(String),
      balance: '0',
    });
    expect((await charge('1000', { key })).body.approvalId).toBe(body.approvalId);
    expect(errorSummary(await charge('1001', { key }))).toEqual([409, 2808, 'key']);
    expect(await documents()).toEqual(before);
    expect(
      (await mailsTo(app.portal, customer.email)).filter(({ kind }) => kind === 'invoices.issued'),
    ).toEqual([]);
    const approve = (client: TestClient) =>
      client.post<Recorded>(`/billingAccess/approvals/${body.approvalId}/approve`);
    expect((await approve(testCompany.clerk)).body.code).toEqual([2896]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => approve(second)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await balance()).toBe('-1175');
    const { document } = (await charge('1000', { key })).body;
    expect(document).toMatchObject({ origin: 'charge', total: '1175' });
    const invoicePath = `${path}/invoices/${document?.invoiceId}`;
    const [line] = (await testCompany.clerk.get<Invoice>(invoicePath)).body.lines;
    expect(
      (await second.get<ExplainAnswer>(`${invoicePath}/${line?.id}`)).body.manual,
    ).toMatchObject({
      ...{ chargedBy: testCompany.clerk.email, approvedBy: second.email },
    });
  });

  it('issues nothing when rejected, and its number goes to the next document', async () => {
    const before = await readCharges();
    const { approvalId } = (await charge('5000')).body;
    expect(
      (await second.post(`/billingAccess/approvals/${approvalId}/decline`, { reason: 'Not this' }))
        .status,
    ).toBe(200);
    expect({ ...(await readCharges()), approvals: 0 }).toEqual({ ...before, approvals: 0 });
  });

  it('is not issued for an amount that differs from the one approved', async () => {
    const { approvalId } = (await charge('2000')).body;
    await setTerms({
      taxes: [{ name: 'VAT', rate: '20', validFrom: '2020-01-01', validTo: null }],
    });
    const before = await readCharges();
    const answer = await second.post<Recorded>(`/billingAccess/approvals/${approvalId}/approve`);
    expect([answer.status, answer.body.code, answer.body.errors?.[0]?.info]).toEqual([
      ...[
        409,
        [2969],
        expect.stringContaining('request was for 2350 USD, but the amount is now 2400 USD'),
      ],
    ]);
    expect(await readCharges()).toEqual(before);
    await setTerms({});
    expect((await second.post(`/billingAccess/approvals/${approvalId}/approve`)).status).toBe(200);
  });

  it('stays pending when the customer can no longer be invoiced', async () => {
    const { approvalId } = (await charge('5000')).body;
    await testCompany.clerk.post(`${path}/state`, { event: 'disapprove', reason: 'A test' });
    const answer = await second.post<Recorded>(`/billingAccess/approvals/${approvalId}/approve`);
    expect(errorSummary(answer)).toEqual([422, 2968, undefined]);
    await testCompany.clerk.post(`${path}/state`, { event: 'approve', reason: 'A test' });
    expect((await second.post(`/billingAccess/approvals/${approvalId}/approve`)).status).toBe(200);
  });
});

describe('an invalid charge', () => {
  it('is rejected with a list of the missing fields, and nothing is saved', async () => {
    customer = await app.signInAs('user');
    path = `/billingManage/${testCompany.companyId}/${customer.userId}`;
    const before = await readCharges();
    expect((await preview('10')).faults).toMatchObject([{ code: 'profileMissing', link: path }]);
    const answer = await charge('10');
    expect(errorSummary(answer)).toEqual([422, 2968, undefined]);
    expect(answer.body.errors?.[0]?.info).toContain('No billing details');
    await setSettings({ taxNumber: '' });
    expect((await charge('10')).body.errors?.[0]?.info).toContain('No billing details');
    expect((await preview('10')).faults.map(({ code }) => code)).toEqual([
      'companyTaxNumber',
      'profileMissing',
    ]);
    expect(await readCharges()).toEqual(before);
    await setSettings({ taxNumber: '516179157' });
    await live('IL');
    expect((await charge('10')).status).toBe(200);
  });

  it('charges the paying account of a sub-account', async () => {
    customer = await app.signInAs('user', { parentId: customer.userId });
    path = `/billingManage/${testCompany.companyId}/${customer.userId}`;
    expect((await preview('10')).faults.map(({ code }) => code)).toEqual(['paidByOther']);
    expect((await charge('10')).body.errors?.[0]?.info).toContain('Charge the paying account');
  });

  it.each([
    ['in another currency', { currency: 'EUR' }, [422, 2809, 'currency']],
    ['in parts of a coin', { amount: '0.001' }, [422, 2810, 'amount']],
    ['below a coin', { amount: '-5' }, [400, 1000, 'amount']],
    ['with a price of one’s own', { tax: '0' }, [400, 1000, 'tax']],
    ['without a reason', { reason: '' }, [400, 1000, 'reason']],
  ])('%s', async (_case, more, expected) => {
    const before = await readCharges();
    expect(errorSummary(await charge('10', more))).toEqual(expected);
    expect(await readCharges()).toEqual(before);
  });

  it.each(['invoice_charge', 'invoice_mail', 'ledger_by_hand', 'audit_entry'])(
    'leaves nothing behind when %s can no longer be written, and the same key then issues it without a gap',
    async (table) => {
      const before = await readCharges();
      const key = randomUUID();
      await sql`create function no_more() returns trigger language plpgsql as $$ begin raise exception 'no more'; end $$`.execute(
        app.administration.db,
      );
      await sql`create trigger no_more before insert on ${sql.table(table)} for each row execute function no_more()`.execute(
        app.administration.db,
      );
      const answer = await charge('10', { key });
      await sql`drop trigger no_more on ${sql.table(table)}`.execute(app.administration.db);
      await sql`drop function no_more()`.execute(app.administration.db);
      expect(answer.status).toBe(500);
      expect(await readCharges()).toEqual(before);
      expect(await balance()).toBe('0');
      expect((await charge('10', { key })).body.document).toMatchObject({ total: '11.75' });
      expect(await invoiceProblems(db())).toEqual([]);
    },
  );

  it('`ledger verify` reports a charge without an invoice', async () => {
    const { portal, siteId } = app;
    const ctx = systemContext(portal.services, {
      site: await portal.sites.byId(siteId),
      log: portal.app.log as never,
    });
    const booking = ctx.db.transaction().execute(async (transaction) => {
      const holder = {
        id: customer.userId,
        siteId,
        company: { id: testCompany.companyId, currency: 'USD' },
      };
      const chargeEntry = {
        key: 'bare:charge',
        amount: '5',
        tax: '0',
        currency: 'USD',
        reason: 'Bare',
      };
      await postInvoice(withDb(ctx, transaction), holder, chargeEntry);
      throw new Error((await invoiceProblems(transaction)).join());
    });
    await expect(booking).rejects.toThrow(/bare:charge\) was booked and no invoice says so/);
  });
});
