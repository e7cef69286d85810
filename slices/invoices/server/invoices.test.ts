import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shiftClock } from '../../../server/platform/clock.ts';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import type { TestClient } from '../../../server/testing/client.ts';
import { ledgerProblems } from '../../ledger/server/index.ts';
import { shopSettings } from '../../ledger/server/testing/shop.ts';
import { invoiceProblems } from './index.ts';
import { giveProfile, type InvoicingShop, openInvoicingShop, type RunOverview, runMonth, useServer } from './testing/month.ts';

let app: TestApp;
const db = () => app.portal.services.database.db;
/** Each test sells at a site of its own. */
let shop: InvoicingShop;
let customer: TestClient;

beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  await sql`delete from company_site`.execute(db());
  shop = await openInvoicingShop(app);
  customer = await app.signInAs('user');
});
afterEach(async () => {
  shiftClock(0);
  expect(await ledgerProblems(db())).toEqual([]);
  expect(await invoiceProblems(db())).toEqual([]);
  await sql`alter table span disable trigger user`.execute(db());
  await sql`delete from span`.execute(db());
  await sql`alter table span enable trigger user`.execute(db());
});
afterAll(() => app.close());

interface Refused {
  code?: number[];
  errors?: { key?: string; info: string }[];
}
const refused = ({ status, body }: { status: number; body: Refused }) => [status, body.code?.[0], body.errors?.[0]?.key];
interface InvoiceItem {
  id: string;
  state: string;
  net: string;
  tax: string;
  total: string;
  number: string | null;
  documentId: string | null;
  customer: { email: string; id: string };
  faults: { code: string; link: string; isBlocking: boolean }[];
}
interface Whole {
  id: string;
  net: string;
  tax: string;
  total: string;
  lines: { id: number; amount: string; item: string; subjectName: string; credited: string; owner: string | null }[];
  documents: { id: string; kind: string; number: string; net: string; tax: string; total: string }[];
  taxes: { name: string; rate: string; amount: string }[];
}
const invoices = async () => (await shop.clerk.get<{ items: InvoiceItem[] }>(`${shop.run}/invoicing?size=0`)).body.items;
const ofCustomer = (who: TestClient, what: string) => `${shop.run}/customers/${who.userId}/${what}`;
const whole = async (who: TestClient) => (await shop.clerk.get<Whole>(ofCustomer(who, 'invoice'))).body;
const documents = async () =>
  (await shop.clerk.get<{ items: { number: string; kind: string; total: string }[] }>(`${shop.run}/documenting?size=0`)).body.items;

async function buyer(hours = 10): Promise<TestClient> {
  const client = await app.signInAs('user');
  await giveProfile(client);
  await useServer(app, client.userId, shop.period, hours);
  return client;
}

describe('a run', () => {
  it('charges what was used, with tax, numbers it and books it', async () => {
    const [one, two] = [await buyer(10), await buyer(1)];
    const overview = await runMonth(shop.clerk, shop.run);
    expect(overview).toMatchObject({ run: { state: 'done', progress: 100 }, counts: { issued: 2, blocked: 0 }, documents: 2 });
    const { body: bill } = await one.get<{ totals: { amount: string }[] }>('/billing/monthToDate');
    expect(bill.totals).toEqual([]);
    const invoice = await whole(one);
    const net = invoice.lines.reduce((sum, line) => sum + Number(line.amount) * 100, 0);
    expect(Math.round(net)).toBe(Math.round(Number(invoice.net) * 100));
    expect(invoice.taxes).toEqual([{ name: 'VAT', rate: '18', amount: invoice.tax }]);
    expect(Number(invoice.tax)).toBeCloseTo(Number(invoice.net) * 0.18, 1);
    expect((await documents()).map(({ number }) => number)).toEqual(['INV-1', 'INV-2']);
    const { body } = await one.get<{ items: { kind: string; amount: string }[] }>('/billing/history');
    expect(body.items).toMatchObject([{ kind: 'charge', amount: invoice.total }]);
    expect((await two.get<{ items: unknown[] }>('/billing/documents')).body.items).toHaveLength(1);
    const { rows } = await sql<{ kind: string; amount: string }>`
      select a.kind, trim_scale(sum(p.amount))::text as amount from ledger_posting p join ledger_account a on a.id = p.account_id
      where a.company_id = ${shop.companyId} and a.kind <> 'customer' group by a.kind order by a.kind`.execute(db());
    const all = await invoices();
    const sum = (field: 'net' | 'tax') => String(Number(all.reduce((total, row) => total + Number(row[field]), 0).toFixed(2)));
    expect(rows).toEqual([
      { kind: 'revenue', amount: sum('net') },
      { kind: 'tax', amount: sum('tax') },
    ]);
  });

  it('that comes again issues nothing twice and goes on with who comes after', async () => {
    const one = await buyer();
    await runMonth(shop.clerk, shop.run);
    const before = await whole(one);
    await buyer();
    expect((await runMonth(shop.clerk, shop.run)).counts).toMatchObject({ issued: 2 });
    expect(await whole(one)).toEqual(before);
    expect((await documents()).map(({ number }) => number)).toEqual(['INV-1', 'INV-2']);
  });

  it('writes drafts only when that is asked for, and the same lines once it issues', async () => {
    const one = await buyer();
    expect((await runMonth(shop.clerk, shop.run, false)).counts).toMatchObject({ draft: 1, issued: 0 });
    const draft = await whole(one);
    expect((await one.get(`/billing/invoices/${draft.id}`)).status).toBe(404);
    await runMonth(shop.clerk, shop.run);
    const { lines, net, total } = await whole(one);
    const facts = (found: Whole['lines']) => found.map(({ item, amount }) => [item, amount]);
    expect([facts(lines), net, total]).toEqual([facts(draft.lines), draft.net, draft.total]);
  });

  it('is refused while the month runs, twice at once, and of a company that is not given to one', async () => {
    const now = new Date().toISOString().slice(0, 7);
    const start = (client: TestClient, path: string, body: object = { issues: true }) => client.post<Refused>(`${path}/run`, body);
    expect(refused(await start(shop.clerk, `/invoicing/${shop.companyId}/${now}`))).toEqual([422, 2850, undefined]);
    expect(refused(await start(shop.clerk, `/invoicing/${shop.companyId}/2020-13`))).toEqual([400, 1000, 'period']);
    expect(refused(await start(await app.signInAs('billingAdmin'), shop.run))).toEqual([404, 1001, undefined]);
    expect((await start(customer, shop.run)).status).toBe(403);
    expect(refused(await shop.clerk.post<Refused>(`${shop.run}/stop`))).toEqual([409, 2852, undefined]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => start(shop.clerk, shop.run)));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(refused(answer)).toEqual([409, 2851, undefined]);
  });

  it('charges the use of a child to its parent, and of the house to nobody', async () => {
    const parent = await buyer();
    const child = await app.signInAs('user', { parentId: parent.userId });
    await useServer(app, child.userId, shop.period, 3, 'of the child');
    await useServer(app, app.root.userId, shop.period);
    expect((await runMonth(shop.clerk, shop.run)).counts).toMatchObject({ issued: 1, blocked: 0, empty: 0 });
    const { lines } = await whole(parent);
    expect(new Set(lines.map(({ owner, subjectName }) => `${subjectName}: ${owner}`))).toEqual(
      new Set(['web: null', `of the child: ${child.email}`]),
    );
    // Moved to another parent after the month was settled, it is not charged again.
    await sql`update user_account set parent_id = ${(await buyer()).userId} where id = ${child.userId}`.execute(db());
    await runMonth(shop.clerk, shop.run);
    expect(await whole(parent)).toMatchObject({ lines });
  });

  it('has no invoice for who used nothing that costs', async () => {
    await giveProfile(customer);
    expect((await runMonth(shop.clerk, shop.run)).counts).toEqual({ draft: 0, blocked: 0, empty: 0, issued: 0 });
    expect((await shop.clerk.get(ofCustomer(customer, 'status'))).status).toBe(404);
  });
});

describe('a fault', () => {
  type Checked = { items: { customer: { id: string }; faults: { code: string; link: string; isBlocking: boolean }[] }[]; blocked: number };
  const check = async (query = '') => (await shop.clerk.get<Checked>(`${shop.run}/validation${query}`)).body;
  const codes = async (who: TestClient) =>
    (await check()).items.find((row) => row.customer.id === who.userId)?.faults.map(({ code }) => code);

  it.each<[string, () => Promise<void>, string, () => Promise<unknown>]>([
    [
      'no billing details',
      async () => undefined,
      'profileMissing',
      () => shop.clerk.post(`/billingManage/${shop.companyId}/${customer.userId}/state`, { event: 'waive', reason: 'None needed' }),
    ],
    [
      'disapproved details',
      async () => {
        await giveProfile(customer);
        await shop.clerk.post(`/billingManage/${shop.companyId}/${customer.userId}/state`, { event: 'disapprove', reason: 'A test' });
      },
      'profileDisapproved',
      () => shop.clerk.post(`/billingManage/${shop.companyId}/${customer.userId}/state`, { event: 'approve', reason: 'A test' }),
    ],
    [
      'a tax number that waits to be verified',
      async () => {
        await giveProfile(customer, { kind: 'company', taxNumber: 'DE123456789' });
        await shop.clerk.post(`/billingManage/${shop.companyId}/${customer.userId}/state`, { event: 'review', reason: 'A test' });
      },
      'taxNumberUnverified',
      () => shop.clerk.post(`/billingManage/${shop.companyId}/${customer.userId}/state`, { event: 'verify', reason: 'A test' }),
    ],
    [
      'another currency than the company’s',
      async () => {
        await giveProfile(customer);
        await app.root.put(`/companies/${shop.companyId}/settings`, { ...shopSettings, taxNumber: '510000003', currency: 'EUR' });
      },
      'currencyForeign',
      () => app.root.put(`/companies/${shop.companyId}/settings`, { ...shopSettings, taxNumber: '510000003' }),
    ],
  ])('%s blocks that customer alone, is told with its place, and once mended the next run issues', async (_what, spoil, code, mend) => {
    await useServer(app, customer.userId, shop.period);
    await spoil();
    const other = code === 'currencyForeign' ? null : await buyer();
    expect(await codes(customer)).toEqual([code]);
    expect((await check('?show=blocked')).items.map((row) => row.customer.id)).toEqual([customer.userId]);
    const link = (await check()).items.find((row) => row.customer.id === customer.userId)?.faults[0]?.link;
    expect(link).toMatch(code === 'currencyForeign' ? /^\/companies\// : /^\/billingManage\//);
    expect((await runMonth(shop.clerk, shop.run)).counts).toMatchObject({ blocked: 1, issued: other ? 1 : 0 });
    expect((await invoices()).find((row) => row.customer.id === customer.userId)).toMatchObject({ state: 'blocked', faults: [{ code }] });
    const log = async () =>
      (await shop.clerk.get<{ items: { entry: string }[] }>(ofCustomer(customer, 'log'))).body.items.map(({ entry }) => entry);
    expect((await log()).at(-1)).toMatch(/^Not issued: /);
    await mend();
    expect(await codes(customer)).toEqual([]);
    expect((await runMonth(shop.clerk, shop.run)).counts).toMatchObject({ blocked: 0, issued: other ? 2 : 1 });
  });

  it('of the company blocks everybody and is told on top', async () => {
    await buyer();
    await app.root.put(`/companies/${shop.companyId}/settings`, { ...shopSettings, street: '', taxNumber: '' });
    expect((await shop.clerk.get<RunOverview>(shop.run)).body.faults.map(({ code }) => code)).toEqual([
      'companyAddress',
      'companyTaxNumber',
    ]);
    expect((await runMonth(shop.clerk, shop.run)).counts).toMatchObject({ blocked: 1, issued: 0 });
  });

  it('of more lines than a month ever has waits for a person', async () => {
    await giveProfile(customer);
    await useServer(app, customer.userId, shop.period);
    await sql`
      insert into span (subject_type, subject_id, subject_name, owner_id, site_id, item, price_item_id, quantity, mode, from_at, to_at, hours_from)
      select subject_type, gen_random_uuid(), subject_name, owner_id, site_id, item, price_item_id, quantity, mode, from_at, to_at, hours_from
      from span cross join generate_series(1, 10000)`.execute(db());
    expect((await runMonth(shop.clerk, shop.run)).counts).toMatchObject({ blocked: 1, issued: 0 });
    expect((await shop.clerk.get(ofCustomer(customer, 'status'))).body).toMatchObject({ isHeld: true, faults: [{ code: 'tooManyLines' }] });
    expect((await shop.clerk.post(ofCustomer(customer, 'release'))).status).toBe(200);
    expect((await runMonth(shop.clerk, shop.run)).counts).toMatchObject({ issued: 1 });
    expect(refused(await shop.clerk.post<Refused>(ofCustomer(customer, 'release')))).toEqual([409, 2855, undefined]);
  });
});

describe('a line', () => {
  it('is explained by what was had, the price list and its version, the formula and the rounding', async () => {
    const one = await buyer();
    await runMonth(shop.clerk, shop.run);
    const { id, lines } = await whole(one);
    const [line] = lines;
    const own = await one.get(`/billing/invoices/${id}/${line?.id}`);
    expect(own.body).toMatchObject({
      ...{ agrees: true, decimals: 2, line: { item: 'cpu.B' } },
      events: [
        { quantity: '2', mode: 'hourly', version: 1, from: `${shop.period}-03T10:00:00.000Z`, to: `${shop.period}-03T20:00:00.000Z` },
      ],
      reckoning: {
        item: 'cpu.B',
        amount: expect.stringContaining(line?.amount ?? '?'),
        parts: [{ hours: 10, formula: expect.stringContaining('10 h × 2 ×') }],
      },
    });
    expect((await shop.clerk.get(`${ofCustomer(one, 'invoice')}/${line?.id}`)).body).toEqual(own.body);
    expect((await one.get(`/billing/invoices/${id}/999999999`)).status).toBe(404);
  });

  it('and the invoice, its documents and downloads are nobody else’s', async () => {
    const one = await buyer();
    const two = await buyer();
    await runMonth(shop.clerk, shop.run);
    const { id, lines, documents: papers } = await whole(one);
    const stranger = await app.signInAs('billingAdmin');
    for (const client of [two, stranger]) {
      expect((await client.get(`/billing/invoices/${id}`)).status).toBe(404);
      expect((await client.get(`/billing/invoices/${id}/${lines[0]?.id}`)).status).toBe(404);
      expect((await client.get(`/invoice/download?document=${papers[0]?.id}`)).status).toBe(404);
      expect((await client.get(`/invoice/download?document=${randomUUID()}`)).status).toBe(404);
    }
    expect((await stranger.get<{ items: unknown[] }>('/invoicing')).body.items).toEqual([]);
    expect((await shop.clerk.get<{ items: unknown[] }>('/invoicing')).body.items.length).toBeGreaterThan(0);
    for (const what of ['status', 'invoice', 'log', 'finansitPayload'])
      expect((await stranger.get(ofCustomer(one, what))).status).toBe(404);
    expect(
      (await two.get<{ items: { invoiceId: string }[] }>('/billing/documents')).body.items.map((item) => item.invoiceId),
    ).not.toContain(id);
  });
});

describe('a document', () => {
  it('is downloaded as a page in the customer’s language and direction, and as CSV', async () => {
    const one = await buyer();
    await one.put('/header/language', { language: 'he' });
    await giveProfile(one, { name: '<script>alert(1)</script>' });
    await runMonth(shop.clerk, shop.run);
    const { documents: papers, lines, total } = await whole(one);
    const page = await one.get(`/invoice/download?document=${papers[0]?.id}`);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'; style-src 'sha256-/);
    expect(page.text).toContain('<html lang="he" dir="rtl">');
    expect(page.text).toContain('חשבונית מס');
    expect(page.text).toContain('&lt;script&gt;');
    expect(page.text).not.toContain('<script>');
    const outside = await fetch(`${app.address}/invoice/download?document=${papers[0]?.id}`, { headers: { cookie: one.cookie } });
    expect(await outside.text()).toBe(page.text);
    const csv = (await shop.clerk.get(`/invoice/download?document=${papers[0]?.id}&format=csv`)).text.trim().split('\r\n');
    expect(csv).toHaveLength(1 + lines.length + 3);
    expect(Number(csv.at(-1)?.split(',').at(-2))).toBe(Number(total));
  });

  it('is shown as an accounting service would be sent it, and that none is connected', async () => {
    const one = await buyer();
    await runMonth(shop.clerk, shop.run, false);
    const draft = await shop.clerk.get<{ payloads: object[] }>(ofCustomer(one, 'finansitPayload'));
    expect(draft.body).toMatchObject({ isConnected: false, payloads: [{ documentNumber: null }] });
    await runMonth(shop.clerk, shop.run);
    const issued = await shop.clerk.get<{ payloads: object[]; note: string }>(ofCustomer(one, 'finansitPayload'));
    expect(issued.body).toMatchObject({ isConnected: false, payloads: [{ documentNumber: 'INV-1', seller: { taxNumber: '510000003' } }] });
    expect(issued.body.note).toContain('nothing has been sent');
    const log = await shop.clerk.get<{ items: { entry: string }[] }>(ofCustomer(one, 'log'));
    expect(log.body.items.at(-1)?.entry).toContain('INV-1');
  });

  it('keeps what stood on it when company and customer change', async () => {
    const one = await buyer();
    await runMonth(shop.clerk, shop.run);
    const path = `/invoice/download?document=${(await whole(one)).documents[0]?.id}`;
    const before = (await one.get(path)).text;
    await giveProfile(one, { name: 'Sam Other' });
    await app.root.put(`/companies/${shop.companyId}/settings`, { ...shopSettings, legalName: 'Renamed Ltd', taxNumber: '510000003' });
    expect((await one.get(path)).text).toBe(before);
  });

  it('of one who is refused leaves no hole in the numbers', async () => {
    await Promise.all([buyer(), buyer(), buyer()]);
    await sql`
      create function refuse_second() returns trigger language plpgsql as $$ begin
        if new.written = 'INV-2' and not exists (select from invoice_log where entry ->> 'en' = 'mended') then
          raise exception 'no paper' using errcode = 'lock_not_available'; end if; return new; end $$`.execute(db());
    await sql`create trigger refuse_second after insert on invoice_document for each row execute function refuse_second()`.execute(db());
    try {
      expect((await runMonth(shop.clerk, shop.run)).run.state).toBe('failed');
      expect((await documents()).map(({ number }) => number)).toEqual(['INV-1']);
    } finally {
      await sql`drop trigger refuse_second on invoice_document`.execute(db());
      await sql`drop function refuse_second`.execute(db());
    }
    expect((await runMonth(shop.clerk, shop.run)).run.state).toBe('done');
    expect((await documents()).map(({ number }) => number)).toEqual(['INV-1', 'INV-2', 'INV-3']);
  });
});

describe('a credit note', () => {
  const credit = (who: TestClient, more: object = {}) =>
    shop.clerk.post<Refused & Whole['documents'][number]>(ofCustomer(who, 'creditNotes'), { key: randomUUID(), reason: 'A test', ...more });

  it('takes back a part of a line with its tax, in a series of its own, and then all that is left, to the last coin', async () => {
    const one = await buyer(100);
    await runMonth(shop.clerk, shop.run);
    const { lines, total } = await whole(one);
    const part = await credit(one, { lines: [{ lineId: lines[0]?.id, amount: '0.07' }] });
    expect(part.body).toMatchObject({ kind: 'creditNote', number: 'INV-CN-1', net: '-0.07', tax: '-0.01', total: '-0.08' });
    expect((await whole(one)).lines[0]?.credited).toBe('0.07');
    const rest = await credit(one);
    expect(rest.body).toMatchObject({ number: 'INV-CN-2' });
    expect(Number(part.body.total) + Number(rest.body.total)).toBeCloseTo(-Number(total), 6);
    expect(refused(await credit(one))).toEqual([422, 2854, 'lines']);
    const { body } = await one.get<{ items: { balance: string }[] }>('/billing/history');
    expect(body.items[0]?.balance).toBe('0');
  });

  it('of the same key is one, of a stranger’s line or too much is refused, and none before the invoice is issued', async () => {
    const one = await buyer(100);
    const two = await buyer(100);
    await runMonth(shop.clerk, shop.run, false);
    expect(refused(await credit(one))).toEqual([422, 2853, undefined]);
    await runMonth(shop.clerk, shop.run);
    const [mine, foreign] = [(await whole(one)).lines[0], (await whole(two)).lines[0]];
    const asked = { key: randomUUID(), lines: [{ lineId: mine?.id, amount: '0.05' }] };
    const answers = await Promise.all(Array.from({ length: 10 }, () => credit(one, asked)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.number}`))).toEqual(new Set(['200 INV-CN-1']));
    expect(refused(await credit(one, { lines: [{ lineId: foreign?.id, amount: '0.05' }] }))).toEqual([404, 1001, 'lines.0.lineId']);
    expect(refused(await credit(one, { lines: [{ lineId: mine?.id, amount: mine?.amount }] }))).toEqual([422, 2854, 'lines.0.amount']);
    expect(refused(await credit(one, { lines: [{ lineId: mine?.id, amount: '0.001' }] }))).toEqual([422, 2810, 'lines.0.amount']);
    for (const amount of ['0', '-1', 'NaN', '1e5']) expect((await credit(one, { lines: [{ lineId: mine?.id, amount }] })).status).toBe(400);
    shiftClock(6 * 60_000);
    expect((await credit(one)).body.code).toEqual([1800]);
  });
});

describe('the database itself', () => {
  it('lets nobody change what is issued, nor leave out a number', async () => {
    const one = await buyer();
    await runMonth(shop.clerk, shop.run);
    const { id } = await whole(one);
    await expect(sql`update invoice set net = 1 where id = ${id}`.execute(db())).rejects.toThrow(/is issued/);
    await expect(sql`delete from invoice where id = ${id}`.execute(db())).rejects.toThrow(/is issued/);
    await expect(sql`delete from invoice_line where invoice_id = ${id}`.execute(db())).rejects.toThrow(/is issued/);
    await expect(sql`update invoice_line set amount = 1 where invoice_id = ${id}`.execute(db())).rejects.toThrow(/append-only/);
    await expect(sql`delete from invoice_document`.execute(db())).rejects.toThrow(/append-only/);
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
