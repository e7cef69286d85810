import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { shiftClock } from '../../../../../server/platform/clock.ts';
import { writeMonth } from '../../../../../server/platform/notify/index.ts';
import type { TestClient } from '../../../../../server/testing/client.ts';
import { testCompanySettings } from '../../../ledger/server/testing/testCompany.ts';
import {
  app,
  buyer,
  company,
  customerPath,
  db,
  documents,
  type ErrorBody,
  errorSummary,
  type InvoiceDetail,
  openInvoicingHarness,
  readInvoice,
} from '../testing/harness.ts';
import { runMonth, setBillingProfile } from '../testing/month.ts';

openInvoicingHarness();

describe('an invoice line', () => {
  it('is explained with its usage, the price list and version, the formula and the rounding', async () => {
    const one = await buyer();
    await runMonth(company.clerk, company.run);
    const { id, lines } = await readInvoice(one);
    const [line] = lines;
    const own = await one.get(`/billing/invoices/${id}/${line?.id}`);
    expect(own.body).toMatchObject({
      ...{ agrees: true, decimals: 2, line: { item: 'cpu.B' } },
      events: [
        {
          quantity: '2',
          mode: 'hourly',
          version: 1,
          from: `${company.period}-03T10:00:00.000Z`,
          to: `${company.period}-03T20:00:00.000Z`,
        },
      ],
      calculation: {
        item: 'cpu.B',
        amount: expect.stringContaining(line?.amount ?? '?'),
        parts: [{ hours: 10, formula: expect.stringContaining('10 h × 2 ×') }],
      },
    });
    expect((await company.clerk.get(`${customerPath(one, 'invoice')}/${line?.id}`)).body).toEqual(
      own.body,
    );
    expect((await one.get(`/billing/invoices/${id}/999999999`)).status).toBe(404);
  });

  it('and the invoice, its documents, and downloads are hidden from other users', async () => {
    const one = await buyer();
    const two = await buyer();
    await runMonth(company.clerk, company.run);
    const { id, lines, documents: printedDocuments } = await readInvoice(one);
    const otherBillingAdmin = await app.signInAs('billingAdmin');
    for (const client of [two, otherBillingAdmin]) {
      expect((await client.get(`/billing/invoices/${id}`)).status).toBe(404);
      expect((await client.get(`/billing/invoices/${id}/${lines[0]?.id}`)).status).toBe(404);
      expect(
        (await client.get(`/invoice/download?document=${printedDocuments[0]?.id}`)).status,
      ).toBe(404);
      expect((await client.get(`/invoice/download?document=${randomUUID()}`)).status).toBe(404);
    }
    expect((await otherBillingAdmin.get<{ items: unknown[] }>('/invoicing')).body.items).toEqual(
      [],
    );
    expect(
      (await company.clerk.get<{ items: unknown[] }>('/invoicing')).body.items.length,
    ).toBeGreaterThan(0);
    for (const path of ['status', 'invoice', 'log', 'finansitPayload'])
      expect((await otherBillingAdmin.get(customerPath(one, path))).status).toBe(404);
    expect(
      (await two.get<{ items: { invoiceId: string }[] }>('/billing/documents')).body.items.map(
        (item) => item.invoiceId,
      ),
    ).not.toContain(id);
  });
});

describe('a document', () => {
  it('can be downloaded as a page in the customer’s language and direction, and as CSV', async () => {
    const one = await buyer();
    await one.put('/header/language', { language: 'he' });
    await setBillingProfile(one, { name: '<script>alert(1)</script>' });
    await runMonth(company.clerk, company.run);
    const { documents: printedDocuments, lines, total } = await readInvoice(one);
    const page = await one.get(`/invoice/download?document=${printedDocuments[0]?.id}`);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('content-security-policy')).toMatch(
      /^sandbox; default-src 'none'; style-src 'sha256-/,
    );
    expect(page.text).toContain('<html lang="he" dir="rtl">');
    expect(page.text).toContain('חשבונית מס');
    expect(page.text).toContain('&lt;script&gt;');
    expect(page.text).not.toContain('<script>');
    const anonymousAnswer = await fetch(
      `${app.address}/invoice/download?document=${printedDocuments[0]?.id}`,
      {
        headers: { cookie: one.cookie },
      },
    );
    expect(await anonymousAnswer.text()).toBe(page.text);
    const csv = (
      await company.clerk.get(`/invoice/download?document=${printedDocuments[0]?.id}&format=csv`)
    ).text
      .trim()
      .split('\r\n');
    expect(csv).toHaveLength(1 + lines.length + 3);
    expect(Number(csv.at(-1)?.split(',')[6])).toBe(Number(total));
  });

  it('shows the accounting export preview, and that no accounting service is connected', async () => {
    const one = await buyer();
    await runMonth(company.clerk, company.run, false);
    interface ExportedPayloads {
      payloads: {
        number: string | null;
        payload: string;
        wasSent: boolean;
        handOver: object | null;
      }[];
      note: string;
    }
    const draft = await company.clerk.get<ExportedPayloads>(customerPath(one, 'finansitPayload'));
    expect(draft.body).toMatchObject({
      isConnected: false,
      payloads: [{ number: null, wasSent: false, handOver: null }],
    });
    expect(JSON.parse(draft.body.payloads[0]?.payload ?? '')).toMatchObject({
      documentNumber: null,
    });
    await runMonth(company.clerk, company.run);
    const issued = await company.clerk.get<ExportedPayloads>(customerPath(one, 'finansitPayload'));
    expect(issued.body).toMatchObject({
      isConnected: false,
      payloads: [{ number: 'INV-1', wasSent: false, handOver: null }],
    });
    expect(JSON.parse(issued.body.payloads[0]?.payload ?? '')).toMatchObject({
      documentNumber: 'INV-1',
      seller: { taxNumber: '510000003' },
    });
    expect(issued.body.note).toContain('documents aren’t exported');
    const log = await company.clerk.get<{ items: { entry: string }[] }>(customerPath(one, 'log'));
    expect(log.body.items.at(-1)?.entry).toContain('INV-1');
  });

  it('keeps its original details when the company or customer changes', async () => {
    const one = await buyer();
    await runMonth(company.clerk, company.run);
    const path = `/invoice/download?document=${(await readInvoice(one)).documents[0]?.id}`;
    const before = (await one.get(path)).text;
    await setBillingProfile(one, { name: 'Sam Other' });
    await app.root.put(`/companies/${company.companyId}/settings`, {
      ...testCompanySettings,
      legalName: 'Renamed Ltd',
      taxNumber: '510000003',
    });
    expect((await one.get(path)).text).toBe(before);
  });

  it('leaves no gap in the numbers when it is rejected', async () => {
    await Promise.all([buyer(), buyer(), buyer()]);
    await sql`
      create function refuse_second() returns trigger language plpgsql as $$ begin
        if new.written = 'INV-2' and not exists (select from invoice_log where entry ->> 'en' = 'mended') then
          raise exception 'no paper' using errcode = 'lock_not_available'; end if; return new; end $$`.execute(
      app.administration.db,
    );
    await sql`create trigger refuse_second after insert on invoice_document for each row execute function refuse_second()`.execute(
      app.administration.db,
    );
    try {
      expect((await runMonth(company.clerk, company.run)).run.state).toBe('failed');
      expect((await documents()).map(({ number }) => number)).toEqual(['INV-1']);
    } finally {
      await sql`drop trigger refuse_second on invoice_document`.execute(app.administration.db);
      await sql`drop function refuse_second`.execute(app.administration.db);
    }
    expect((await runMonth(company.clerk, company.run)).run.state).toBe('done');
    expect((await documents()).map(({ number }) => number)).toEqual(['INV-1', 'INV-2', 'INV-3']);
  });
});

describe('a credit note', () => {
  const credit = (client: TestClient, more: object = {}) =>
    company.clerk.post<ErrorBody & InvoiceDetail['documents'][number]>(
      customerPath(client, 'creditNotes'),
      {
        key: randomUUID(),
        reason: 'A test',
        ...more,
      },
    );

  it('credits part of a line with its tax, in its own number series, then everything remaining, to the last minor unit', async () => {
    const one = await buyer(100);
    await runMonth(company.clerk, company.run);
    const { lines, total } = await readInvoice(one);
    const partialCredit = await credit(one, { lines: [{ lineId: lines[0]?.id, amount: '0.07' }] });
    expect(partialCredit.body).toMatchObject({
      kind: 'creditNote',
      number: 'INV-CN-1',
      net: '-0.07',
      tax: '-0.01',
      total: '-0.08',
    });
    expect((await readInvoice(one)).lines[0]?.credited).toBe('0.07');
    const rest = await credit(one);
    expect(rest.body).toMatchObject({ number: 'INV-CN-2' });
    expect(Number(partialCredit.body.total) + Number(rest.body.total)).toBeCloseTo(
      -Number(total),
      6,
    );
    expect(errorSummary(await credit(one))).toEqual([422, 2854, 'lines']);
    const { body } = await one.get<{ items: { balance: string }[] }>('/billing/history');
    expect(body.items[0]?.balance).toBe('0');
  });

  it('and its invoice are listed in the transactions in the reader’s language, with reason, number and link', async () => {
    const one = await buyer(100);
    await runMonth(company.clerk, company.run);
    const { id: invoiceId } = await readInvoice(one);
    const { number } = (await credit(one)).body;
    type Booked = {
      reason: string;
      document: { id: string; invoiceId: string; kind: string; number: string };
    };
    const listDocuments = async (client: TestClient, path: string) =>
      (await client.get<{ items: Booked[] }>(path)).body.items;
    const [note, charge] = await listDocuments(one, '/billing/history');
    const invoice = charge?.document.number;
    expect(charge).toMatchObject({
      reason: `Invoice for ${writeMonth(company.period, 'en')}`,
      document: { invoiceId, kind: 'invoice' },
    });
    expect(note).toMatchObject({
      reason: `Credit note for ${invoice}: A test`,
      document: { invoiceId, kind: 'creditNote', number },
    });
    const path = `/billingManage/${company.companyId}/${one.userId}/history`;
    expect((await listDocuments(company.clerk, path)).map(({ document }) => document)).toEqual([
      note?.document,
      charge?.document,
    ]);
    const [month = ''] = writeMonth(company.period, 'en').split(' ');
    expect(await listDocuments(one, `/billing/history?filter=${month}`)).toEqual([charge]);
    expect(await listDocuments(one, `/billing/history?filter=${number}`)).toEqual([note]);
    const csv = (await one.get('/billing/history/csv')).text.trim().split('\r\n');
    expect([
      csv[0]?.split(',').at(-1),
      csv[1]?.split(',').at(-1),
      csv[2]?.split(',').at(-1),
    ]).toEqual(['document', number, invoice]);
    await one.put('/header/language', { language: 'he' });
    expect((await listDocuments(one, '/billing/history')).map(({ reason }) => reason)).toEqual([
      `חשבונית זיכוי עבור ${invoice}: A test`,
      `חשבונית לחודש ${writeMonth(company.period, 'he')}`,
    ]);
  });

  it('above the company’s limit requires second approval, gets no number before approval, and is written once', async () => {
    const one = await buyer(100);
    await runMonth(company.clerk, company.run);
    const second = await app.signInAs('billingAdmin');
    await sql`insert into company_admin (company_id, user_id) values (${company.companyId}, ${second.userId})`.execute(
      db(),
    );
    await sql`update company set approval_above = 0.01 where id = ${company.companyId}`.execute(
      db(),
    );
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => credit(one, { key })));
    const approvalId = (answers[0]?.body as { approvalId?: string } | undefined)?.approvalId;
    for (const { body } of answers) expect(body).toEqual({ approvalId });
    expect((await documents()).filter(({ kind }) => kind === 'creditNote')).toEqual([]);
    expect(
      (await company.clerk.post(`/billingAccess/approvals/${approvalId}/approve`)).status,
    ).toBe(422);
    const approvals = await Promise.all(
      Array.from({ length: 5 }, () =>
        second.post(`/billingAccess/approvals/${approvalId}/approve`),
      ),
    );
    expect(approvals.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await credit(one, { key })).body).toMatchObject({
      kind: 'creditNote',
      number: 'INV-CN-1',
      approvalId,
    });
    expect((await documents()).filter(({ kind }) => kind === 'creditNote')).toHaveLength(1);
    await sql`update company set approval_above = 1000 where id = ${company.companyId}`.execute(
      db(),
    );
    const { body } = await one.get<{ items: { balance: string }[] }>('/billing/history');
    expect(body.items[0]?.balance).toBe('0');
  });

  it('does not refund written-off amounts', async () => {
    const one = await buyer(100);
    await runMonth(company.clerk, company.run);
    const { lines, total } = await readInvoice(one);
    const entry = { key: randomUUID(), amount: '0.02', currency: 'USD', reason: 'Failed' };
    expect(
      (
        await company.clerk.post(
          `/billingManage/${company.companyId}/${one.userId}/writeOffs`,
          entry,
        )
      ).status,
    ).toBe(200);
    const all = await credit(one);
    expect(errorSummary(all)).toEqual([422, 2965, 'lines']);
    expect(all.body.errors?.[0]?.info).toContain(` ${(Number(total) - 0.02).toFixed(2)} USD`);
    expect((await credit(one, { lines: [{ lineId: lines[0]?.id, amount: '0.05' }] })).status).toBe(
      200,
    );
  });

  it('is created once per key, and rejects different lines, lines of other invoices, excess amounts and unissued invoices', async () => {
    const one = await buyer(100);
    const two = await buyer(100);
    await runMonth(company.clerk, company.run, false);
    expect(errorSummary(await credit(one))).toEqual([422, 2853, undefined]);
    await runMonth(company.clerk, company.run);
    const [mine, otherLine] = [
      (await readInvoice(one)).lines[0],
      (await readInvoice(two)).lines[0],
    ];
    const input = { key: randomUUID(), lines: [{ lineId: mine?.id, amount: '0.05' }] };
    const answers = await Promise.all(Array.from({ length: 10 }, () => credit(one, input)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.number}`))).toEqual(
      new Set(['200 INV-CN-1']),
    );
    expect(
      (await credit(one, { ...input, lines: [{ lineId: mine?.id, amount: '0.050' }] })).body.number,
    ).toBe('INV-CN-1');
    for (const other of [
      { lines: [{ lineId: mine?.id, amount: '0.04' }] },
      { lines: undefined },
      { reason: 'Another one' },
    ])
      expect(errorSummary(await credit(one, { ...input, ...other }))).toEqual([409, 2808, 'key']);
    expect(
      errorSummary(await credit(one, { lines: [{ lineId: otherLine?.id, amount: '0.05' }] })),
    ).toEqual([404, 1001, 'lines.0.lineId']);
    expect(
      errorSummary(await credit(one, { lines: [{ lineId: mine?.id, amount: mine?.amount }] })),
    ).toEqual([422, 2854, 'lines.0.amount']);
    expect(
      errorSummary(await credit(one, { lines: [{ lineId: mine?.id, amount: '0.001' }] })),
    ).toEqual([422, 2810, 'lines.0.amount']);
    for (const amount of ['0', '-1', 'NaN', '1e5'])
      expect((await credit(one, { lines: [{ lineId: mine?.id, amount }] })).status).toBe(400);
    shiftClock(6 * 60_000);
    expect((await credit(one)).body.code).toEqual([1800]);
  });
});

describe('the database', () => {
  it('rejects changes to issued documents and gaps in the numbers', async () => {
    const one = await buyer();
    await runMonth(company.clerk, company.run);
    const { id } = await readInvoice(one);
    await expect(sql`update invoice set net = 1 where id = ${id}`.execute(db())).rejects.toThrow(
      /is issued/,
    );
    await expect(sql`delete from invoice where id = ${id}`.execute(db())).rejects.toThrow(
      /is issued/,
    );
    await expect(
      sql`delete from invoice_line where invoice_id = ${id}`.execute(db()),
    ).rejects.toThrow(/is issued/);
    await expect(
      sql`update invoice_line set amount = 1 where invoice_id = ${id}`.execute(db()),
    ).rejects.toThrow(/permission denied/);
    await expect(sql`delete from invoice_document`.execute(db())).rejects.toThrow(
      /permission denied/,
    );
    await expect(
      sql`insert into invoice (company_id, period, user_id, currency) select company_id, period, user_id, currency from invoice where id = ${id}`.execute(
        db(),
      ),
    ).rejects.toThrow(/unique/);
    await expect(
      sql`insert into invoice_document (invoice_id, company_id, user_id, kind, series, number, written, currency, net, tax, issued_at, language, facts, transaction_id)
        select invoice_id, company_id, user_id, 'creditNote', series, 7, 'INV-7', currency, net, tax, issued_at, language, facts, transaction_id from invoice_document where invoice_id = ${id}`.execute(
        db(),
      ),
    ).rejects.toThrow(/none before it/);
  });
});
