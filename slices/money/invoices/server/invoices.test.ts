import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestClient } from '../../../../server/testing/client.ts';
import { setSellerCurrency, testCompanySettings } from '../../ledger/server/testing/testCompany.ts';
import {
  app,
  buyer,
  company,
  customer,
  customerPath,
  db,
  documents,
  type ErrorBody,
  errorSummary,
  type InvoiceDetail,
  invoices,
  openInvoicingHarness,
  readInvoice,
} from './testing/harness.ts';
import { type RunOverview, runMonth, setBillingProfile, useServer } from './testing/month.ts';

openInvoicingHarness();

describe('an invoicing run', () => {
  it('charges the usage with tax, assigns a number and posts it', async () => {
    const [one, two] = [await buyer(10), await buyer(1)];
    const overview = await runMonth(company.clerk, company.run);
    expect(overview).toMatchObject({
      run: { state: 'done', progress: 100 },
      counts: { issued: 2, blocked: 0 },
      documents: 2,
    });
    const { body: monthToDate } = await one.get<{ totals: { amount: string }[] }>(
      '/billing/monthToDate',
    );
    expect(monthToDate.totals).toEqual([]);
    const invoice = await readInvoice(one);
    const net = invoice.lines.reduce((sum, line) => sum + Number(line.amount) * 100, 0);
    expect(Math.round(net)).toBe(Math.round(Number(invoice.net) * 100));
    expect(invoice.taxes).toEqual([{ name: 'VAT', rate: '18', amount: invoice.tax }]);
    expect(Number(invoice.tax)).toBeCloseTo(Number(invoice.net) * 0.18, 1);
    expect((await documents()).map(({ number }) => number)).toEqual(['INV-1', 'INV-2']);
    const { body } = await one.get<{ items: { kind: string; amount: string }[] }>(
      '/billing/history',
    );
    expect(body.items).toMatchObject([{ kind: 'charge', amount: invoice.total }]);
    expect((await two.get<{ items: unknown[] }>('/billing/documents')).body.items).toHaveLength(1);
    const { rows } = await sql<{ kind: string; amount: string }>`
      select a.kind, trim_scale(sum(p.amount))::text as amount from ledger_posting p join ledger_account a on a.id = p.account_id
      where a.company_id = ${company.companyId} and a.kind <> 'customer' group by a.kind order by a.kind`.execute(
      db(),
    );
    const all = await invoices();
    const sum = (field: 'net' | 'tax') =>
      String(Number(all.reduce((total, row) => total + Number(row[field]), 0).toFixed(2)));
    expect(rows).toEqual([
      { kind: 'revenue', amount: sum('net') },
      { kind: 'tax', amount: sum('tax') },
    ]);
  });

  it('that is repeated issues nothing twice and continues with the remaining customers', async () => {
    const one = await buyer();
    await runMonth(company.clerk, company.run);
    const before = await readInvoice(one);
    await buyer();
    expect((await runMonth(company.clerk, company.run)).counts).toMatchObject({ issued: 2 });
    expect(await readInvoice(one)).toEqual(before);
    expect((await documents()).map(({ number }) => number)).toEqual(['INV-1', 'INV-2']);
  });

  it('creates drafts only on request, and issues the same lines', async () => {
    const one = await buyer();
    expect((await runMonth(company.clerk, company.run, false)).counts).toMatchObject({
      draft: 1,
      issued: 0,
    });
    const draft = await readInvoice(one);
    expect((await one.get(`/billing/invoices/${draft.id}`)).status).toBe(404);
    await runMonth(company.clerk, company.run);
    const { lines, net, total } = await readInvoice(one);
    const itemAmounts = (found: InvoiceDetail['lines']) =>
      found.map(({ item, amount }) => [item, amount]);
    expect([itemAmounts(lines), net, total]).toEqual([
      itemAmounts(draft.lines),
      draft.net,
      draft.total,
    ]);
  });

  it('is rejected during the month, while another run is active, and for a company the caller has no access to', async () => {
    const now = new Date().toISOString().slice(0, 7);
    const start = (client: TestClient, path: string, body: object = { issues: true }) =>
      client.post<ErrorBody>(`${path}/run`, body);
    const tooEarly = await start(company.clerk, `/invoicing/${company.companyId}/${now}`);
    expect(errorSummary(tooEarly)).toEqual([422, 2850, undefined]);
    expect(tooEarly.body.errors?.[0]?.info).toMatch(
      / can be invoiced from [A-Z]\w+ \d{1,2}, 20\d\d, \d{1,2}:\d\d [AP]M UTC, /,
    );
    expect(
      errorSummary(await start(company.clerk, `/invoicing/${company.companyId}/2020-13`)),
    ).toEqual([400, 1000, 'period']);
    expect(errorSummary(await start(await app.signInAs('billingAdmin'), company.run))).toEqual([
      404,
      1001,
      undefined,
    ]);
    expect((await start(customer, company.run)).status).toBe(403);
    expect(errorSummary(await company.clerk.post<ErrorBody>(`${company.run}/stop`))).toEqual([
      409,
      2852,
      undefined,
    ]);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => start(company.clerk, company.run)),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(errorSummary(answer)).toEqual([409, 2851, undefined]);
  });

  it('charges a sub-account’s usage to its parent, and root’s usage to no one', async () => {
    const parent = await buyer();
    const subAccount = await app.signInAs('user', { parentId: parent.userId });
    await useServer(app, subAccount.userId, company.period, 3, 'of the child');
    await useServer(app, app.root.userId, company.period);
    expect((await runMonth(company.clerk, company.run)).counts).toMatchObject({
      issued: 1,
      blocked: 0,
      empty: 0,
    });
    const { lines } = await readInvoice(parent);
    expect(new Set(lines.map(({ owner, subjectName }) => `${subjectName}: ${owner}`))).toEqual(
      new Set(['web: null', `of the child: ${subAccount.email}`]),
    );
    // The child moves to another parent after the month was assigned, and isn't charged again.
    await sql`update user_account set parent_id = ${(await buyer()).userId} where id = ${subAccount.userId}`.execute(
      db(),
    );
    await runMonth(company.clerk, company.run);
    expect(await readInvoice(parent)).toMatchObject({ lines });
  });

  it('creates no invoice for customers without billable usage', async () => {
    await setBillingProfile(customer);
    expect((await runMonth(company.clerk, company.run)).counts).toEqual({
      draft: 0,
      blocked: 0,
      empty: 0,
      issued: 0,
    });
    expect((await company.clerk.get(customerPath(customer, 'status'))).status).toBe(404);
  });
});

describe('a validation error', () => {
  type ValidationResult = {
    items: {
      customer: { id: string };
      faults: { code: string; link: string; isBlocking: boolean }[];
    }[];
    blocked: number;
  };
  const check = async (query = '') =>
    (await company.clerk.get<ValidationResult>(`${company.run}/validation${query}`)).body;
  const codes = async (client: TestClient) =>
    (await check()).items
      .find((row) => row.customer.id === client.userId)
      ?.faults.map(({ code }) => code);

  it('is also shown for customers who moved to a site of another company before they had an invoice', async () => {
    const mover = await app.signInAs('user');
    await useServer(app, mover.userId, company.period, 10);
    expect(await codes(mover)).toEqual(['profileMissing']);
    const siteId = await app.makeSite('Beside');
    await sql`update site set path = ${siteId} where id = ${siteId}`.execute(db());
    await sql`update user_account set site_id = ${siteId} where id = ${mover.userId}`.execute(db());
    expect(await codes(mover)).toEqual(['profileMissing']);
  });

  it.each<[string, () => Promise<void>, string, () => Promise<unknown>]>([
    [
      'no billing details',
      async () => undefined,
      'profileMissing',
      () =>
        company.clerk.post(`/billingManage/${company.companyId}/${customer.userId}/state`, {
          event: 'waive',
          reason: 'None needed',
        }),
    ],
    [
      'disapproved details',
      async () => {
        await setBillingProfile(customer);
        await company.clerk.post(`/billingManage/${company.companyId}/${customer.userId}/state`, {
          event: 'disapprove',
          reason: 'A test',
        });
      },
      'profileDisapproved',
      () =>
        company.clerk.post(`/billingManage/${company.companyId}/${customer.userId}/state`, {
          event: 'approve',
          reason: 'A test',
        }),
    ],
    [
      'a tax number that waits to be verified',
      async () => {
        await setBillingProfile(customer, { kind: 'company', taxNumber: 'DE123456788' });
        await company.clerk.post(`/billingManage/${company.companyId}/${customer.userId}/state`, {
          event: 'review',
          reason: 'A test',
        });
      },
      'taxNumberUnverified',
      () =>
        company.clerk.post(`/billingManage/${company.companyId}/${customer.userId}/state`, {
          event: 'verify',
          reason: 'A test',
        }),
    ],
    [
      'another currency than the company’s',
      async () => {
        await setBillingProfile(customer);
        await setSellerCurrency(app, company, 'EUR');
      },
      'currencyForeign',
      () => setSellerCurrency(app, company, 'USD'),
    ],
  ])(
    '%s blocks only that customer, is reported with its location, and the next run after the fix issues the invoice',
    async (_case, introduceFault, code, repair) => {
      await useServer(app, customer.userId, company.period);
      await introduceFault();
      const other = code === 'currencyForeign' ? null : await buyer();
      expect(await codes(customer)).toEqual([code]);
      expect((await check('?show=blocked')).items.map((row) => row.customer.id)).toEqual([
        customer.userId,
      ]);
      const link = (await check()).items.find((row) => row.customer.id === customer.userId)
        ?.faults[0]?.link;
      expect(link).toMatch(code === 'currencyForeign' ? /^\/companies\// : /^\/billingManage\//);
      expect((await runMonth(company.clerk, company.run)).counts).toMatchObject({
        blocked: 1,
        issued: other ? 1 : 0,
      });
      expect((await invoices()).find((row) => row.customer.id === customer.userId)).toMatchObject({
        state: 'blocked',
        faults: [{ code }],
      });
      const log = async () =>
        (
          await company.clerk.get<{ items: { entry: string }[] }>(customerPath(customer, 'log'))
        ).body.items.map(({ entry }) => entry);
      expect((await log()).at(-1)).toMatch(/^The invoice wasn’t issued\. /);
      await repair();
      expect(await codes(customer)).toEqual([]);
      expect((await runMonth(company.clerk, company.run)).counts).toMatchObject({
        blocked: 0,
        issued: other ? 2 : 1,
      });
    },
  );

  it('of the company blocks all customers and is shown at the top', async () => {
    await buyer();
    await app.root.put(`/companies/${company.companyId}/settings`, {
      ...testCompanySettings,
      street: '',
      taxNumber: '',
    });
    expect(
      (await company.clerk.get<RunOverview>(company.run)).body.faults.map(({ code }) => code),
    ).toEqual(['companyAddress', 'companyTaxNumber', 'noAllocation']);
    expect((await runMonth(company.clerk, company.run)).counts).toMatchObject({
      blocked: 1,
      issued: 0,
    });
  });

  it('for an implausible number of lines waits for manual review', async () => {
    await setBillingProfile(customer);
    await useServer(app, customer.userId, company.period);
    await sql`
      insert into span (subject_type, subject_id, subject_name, owner_id, site_id, item, price_item_id, quantity, mode, from_at, to_at, hours_from)
      select subject_type, gen_random_uuid(), subject_name, owner_id, site_id, item, price_item_id, quantity, mode, from_at, to_at, hours_from
      from span cross join generate_series(1, 10000)`.execute(db());
    expect((await runMonth(company.clerk, company.run)).counts).toMatchObject({
      blocked: 1,
      issued: 0,
    });
    expect((await company.clerk.get(customerPath(customer, 'status'))).body).toMatchObject({
      isHeld: true,
      faults: [{ code: 'tooManyLines' }],
    });
    // Only administrators of the company are notified.
    const readNotices = async (client: TestClient) =>
      (await client.get<{ news: { id: string; path: string }[] }>('/dashboard')).body.news;
    const expectedNotice = {
      id: `invoices.held.${company.companyId}.${company.period}`,
      path: `${company.run}/invoicing`,
    };
    expect(await readNotices(company.clerk)).toContainEqual(
      expect.objectContaining(expectedNotice),
    );
    expect(await readNotices(customer)).not.toContainEqual(expect.objectContaining(expectedNotice));
    expect((await company.clerk.post(customerPath(customer, 'release'))).status).toBe(200);
    expect(await readNotices(company.clerk)).not.toContainEqual(
      expect.objectContaining(expectedNotice),
    );
    expect((await runMonth(company.clerk, company.run)).counts).toMatchObject({ issued: 1 });
    expect(
      errorSummary(await company.clerk.post<ErrorBody>(customerPath(customer, 'release'))),
    ).toEqual([409, 2855, undefined]);
  });
});
