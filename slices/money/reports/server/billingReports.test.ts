import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readReach } from '../../../../server/platform/access/objectAccess.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { parseCsv } from '../../../../server/platform/csv.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { paymentTypeTitles } from '../../../people/users/contract/paymentTypes.ts';
import {
  createTestCompany,
  disableBillingProfileRequirement,
  type TestCompany,
} from '../../ledger/server/testing/testCompany.ts';
import type { ReportId } from '../rules.ts';
import { findReport, type ReportQuery, reportCsv, runReport } from './run.ts';

let app: TestApp;
let company: TestCompany;
const db = () => app.portal.services.database.db;
const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  company = await createTestCompany(app);
}, 60_000);
afterAll(() => app.close());

type Cells = Record<string, unknown>;
const cellsFor = async (client: TestClient, id: ReportId, query = ''): Promise<Cells[]> =>
  (await client.get<{ items: { cells: Cells }[] }>(`/reports/${id}/rows?${query}`)).body.items.map(
    ({ cells }) => cells,
  );

/** The cells of a report as shown to a site's administrator at a given time. */
async function cellsAt(
  siteId: string,
  id: ReportId,
  query: ReportQuery,
  now = new Date(),
): Promise<Cells[]> {
  const actor = {
    userId: randomUUID(),
    siteId,
    sitePath: siteId === app.siteId ? siteId : `${app.siteId}/${siteId}`,
    role: 'siteAdmin' as const,
  };
  const ctx = {
    db: db(),
    clock: { now: () => now },
    actor: { ...actor, reach: await readReach(db(), actor) },
    language: 'en',
    services: app.portal.services,
  } as unknown as SignedInContext;
  return (await runReport(ctx, findReport(ctx, id), query)).items.map(({ cells }) => cells);
}

async function makeReseller(name: string): Promise<{ siteId: string; listId: string | undefined }> {
  const siteId = await app.makeSite(name);
  const { rows } = await sql<{ id: string }>`
    insert into price_list (site_id, currency, version, valid_from) values (${siteId}, 'USD', 1, '2020-01-01') returning id`.execute(
    db(),
  );
  return { siteId, listId: rows[0]?.id };
}

it('reseller margins are shown for the reader’s own tier and below, and add up to the charges', async () => {
  const { siteId, listId } = await makeReseller('Reseller');
  await sql`
    insert into price_item (price_list_id, code, position, resource, unit, hourly, monthly, powered_off)
    select ${listId}, code, position, resource, unit, hourly * 2, monthly * 2, powered_off from price_item item
    join price_list list on list.id = item.price_list_id and list.site_id = ${app.siteId} and list.name = ''`.execute(
    db(),
  );
  const customer = await app.signInAs('user', { email: 'customer@reseller.test', siteId });
  await sql`
    insert into span (subject_type, subject_id, subject_name, owner_id, site_id, item, price_item_id, quantity, mode, from_at, to_at, hours_from)
    select 'server', ${randomUUID()}, 'web', ${customer.userId}, ${siteId}, code, id, 4, 'hourly', month.at, month.at + interval '100 hours', month.at
    from price_item, (select date_trunc('month', now() - interval '1 month') + interval '1 day' as at) as month
    where price_list_id = ${listId} and code = 'cpu.B'`.execute(db());
  const cellsOf = (client: TestClient) =>
    cellsFor(client, 'resellerMargins', 'month=1&filter=customer@reseller.test');
  const all = await cellsOf(app.root);
  expect(all).toHaveLength(2);
  const retail = Number(all.find(({ tier }) => tier === 'Reseller')?.retail);
  expect(retail).toBeGreaterThan(0);
  expect(all.reduce((sum, { margin }) => sum + Math.round(Number(margin) * 100), 0)).toBe(
    Math.round(retail * 100),
  );
  expect(all.map(({ margin }) => Number(margin))).toEqual([retail / 2, retail / 2]);
  expect((await cellsAt(siteId, 'resellerMargins', { month: 1 })).map(({ tier }) => tier)).toEqual([
    'Reseller',
  ]);
  const billingAdmin = await app.signInAs('billingAdmin');
  expect(await cellsOf(billingAdmin)).toEqual([]);
  await sql`
    with made as (
      insert into company (legal_name, country, currency, document_series, number_format) values ('Reseller Ltd', 'IL', 'ILS', 'A', '{series}-{number}') returning id
    ), sells as (insert into company_site (site_id, company_id) select ${siteId}, id from made)
    insert into company_admin (company_id, user_id) select id, ${billingAdmin.userId} from made`.execute(
    db(),
  );
  expect((await cellsOf(billingAdmin)).map(({ tier }) => tier)).toEqual(['Reseller']);
  // A site's sales remain its own after the customer moves away.
  const billCells = await cellsOf(billingAdmin);
  await sql`update user_account set site_id = ${await app.makeSite('Beside the reseller')} where id = ${customer.userId}`.execute(
    db(),
  );
  expect(await cellsOf(billingAdmin)).toEqual(billCells);
  await sql`update user_account set site_id = ${siteId} where id = ${customer.userId}`.execute(
    db(),
  );
  expect((await app.root.get('/reports/resellerMargins/rows?month=13')).status).toBe(400);
});

it('a purchase in another currency shows the rate and its date, or that no rate is known', async () => {
  const siteId = await app.makeSite('Seller abroad');
  const { rows } = await sql<{ id: string; at: string }>`
    with list as (insert into price_list (site_id, currency, version, valid_from) values (${siteId}, 'ILS', 1, '2020-01-01') returning id),
    item as (
      insert into price_item (price_list_id, code, position, resource, unit, hourly, monthly, powered_off)
      select list.id, item.code, 1, item.resource, item.unit, 1, null, 'charge' from list, price_item item where item.code = 'cpu.B' limit 1 returning id
    )
    select id, to_char(date_trunc('month', now()) - interval '1 month' + interval '3 days', 'YYYY-MM-DD') as at from item`.execute(
    db(),
  );
  const { id: itemId, at } = rows[0] ?? { id: '', at: '' };
  const customer = await app.signInAs('user', { email: 'customer@abroad.test', siteId });
  await sql`
    insert into span (subject_type, subject_id, subject_name, owner_id, site_id, item, price_item_id, quantity, mode, from_at, to_at, hours_from)
    values ('server', ${randomUUID()}, 'web', ${customer.userId}, ${siteId}, 'cpu.B', ${itemId}, 2, 'hourly', ${at}::timestamptz, ${at}::timestamptz + interval '100 hours', ${at}::timestamptz)`.execute(
    db(),
  );
  // The site above sells the running item in another currency, which counts as a price.
  await sql`
    insert into span (subject_type, subject_id, subject_name, owner_id, site_id, item, price_item_id, quantity, mode, from_at, hours_from)
    values ('server', ${randomUUID()}, 'runs', ${customer.userId}, ${siteId}, 'cpu.B', ${itemId}, 2, 'hourly', date_trunc('second', now()), date_trunc('second', now()))`.execute(
    db(),
  );
  expect(
    await cellsFor(app.root, 'naServicesForRootReport', 'filter=customer@abroad.test'),
  ).toEqual([]);
  const sellerRows = async () =>
    (await cellsFor(app.root, 'resellerMargins', 'month=1&filter=customer@abroad.test')).find(
      ({ tier }) => tier === 'Seller abroad',
    ) ?? {};
  const expectedCells = { retail: '200.00', currency: 'ILS', wholesale_currency: 'USD' };
  expect(await sellerRows()).toMatchObject({
    ...expectedCells,
    rate: null,
    rate_day: null,
    converted: null,
    margin: null,
  });
  const hebrew = {
    db: db(),
    clock: { now: () => new Date() },
    actor: { role: 'root', reach: { kind: 'all' } },
    language: 'he',
    services: app.portal.services,
  } as unknown as SignedInContext;
  const csv = async () =>
    (
      await Array.fromAsync(reportCsv(hebrew, findReport(hebrew, 'resellerMargins'), { month: 1 }))
    ).join('');
  const line = (text: string) =>
    text.split('\r\n').find((each) => each.startsWith('Seller abroad')) ?? '';
  expect(line(await csv()).match(/אין שער חליפין/g)).toHaveLength(3);
  const columns = (await app.root.get<{ columns: Cells[] }>('/reports/resellerMargins')).body
    .columns;
  const column = (columnKey: string) => columns.find(({ key }) => key === columnKey);
  expect(column('margin')).toMatchObject({
    type: 'money',
    currency: 'currency',
    missing: 'No exchange rate',
  });
  expect(column('wholesale')).toMatchObject({
    type: 'money',
    currency: 'wholesale_currency',
    missing: null,
  });
  const wholesale = Number((await sellerRows()).wholesale);
  expect(wholesale).toBeGreaterThan(0);
  expect(
    (await app.root.post('/exchangeRates', { base: 'USD', quote: 'ILS', day: at, rate: '3.7051' }))
      .status,
  ).toBe(200);
  const converted = Math.round(wholesale * 370.51) / 100;
  expect(await sellerRows()).toMatchObject({
    ...{ ...expectedCells, rate: '3.7051', rate_day: at },
    ...{ converted: converted.toFixed(2), margin: (200 - converted).toFixed(2) },
  });
  expect(line(await csv())).toContain(
    `200.00,ILS,${(await sellerRows()).wholesale},USD,3.7051,${at},${converted.toFixed(2)},${(200 - converted).toFixed(2)}`,
  );
});

it('an item without a price at the topmost site is shown to its administrators, not to the reseller’s', async () => {
  const { siteId, listId } = await makeReseller('Seller of more');
  const addPriceItem = (code: string, hourly: number, monthly: number | null) =>
    sql`insert into price_item (price_list_id, code, position, resource, unit, powered_off, hourly, monthly)
      select ${listId}, ${code}, 1, resource, unit, powered_off, ${hourly}::numeric, ${monthly}::numeric from price_item where code = 'cpu.B' limit 1`.execute(
      db(),
    );
  await addPriceItem('cpu.B', 1, null);
  await addPriceItem('license.own', 0.25, 20);
  const customer = await app.signInAs('user', { email: 'customer@more.test', siteId });
  const meter = (item: string, name: string, mode: string, endsAt: Date | null = null) =>
    sql`
    insert into span (subject_type, subject_id, subject_name, owner_id, site_id, item, price_item_id, quantity, mode, from_at, to_at, hours_from)
    select 'server', gen_random_uuid(), ${name}, ${customer.userId}, ${siteId}, code, id, 2, ${mode}, ${daysAgo(2)}, ${endsAt}, ${daysAgo(2)}
    from price_item where price_list_id = ${listId} and code = ${item}`.execute(db());
  await meter('cpu.B', 'sold-above', 'hourly');
  await meter('license.own', 'ended', 'hourly', daysAgo(1));
  await meter('license.own', 'by-the-hour', 'hourly');
  await meter('license.own', 'by-the-month', 'monthly');
  const [hourly, monthly, ...more] = await cellsFor(
    app.root,
    'naServicesForRootReport',
    'sorting=name',
  );
  expect(hourly).toMatchObject({
    email: customer.email,
    site: 'Seller of more',
    name: 'by-the-hour',
    item: 'license.own',
    sold_for: '0.25',
  });
  expect(hourly).toMatchObject({ quantity: '2', currency: 'USD' });
  expect(monthly).toMatchObject({ name: 'by-the-month', mode: 'monthly', sold_for: '20' });
  expect(more).toEqual([]);
  expect(await cellsAt(siteId, 'naServicesForRootReport', {})).toEqual([]);
  expect(await cellsFor(company.clerk, 'naServicesForRootReport')).toHaveLength(2);
});

it('accounting transactions show every balance change of a month, from opening to closing balance', async () => {
  const postTransaction = async (kind: string, input: object) =>
    (
      await company.clerk.post<{ id: string; balance: string }>(`${company.path}/${kind}`, {
        key: randomUUID(),
        reason: 'A test',
        ...input,
      })
    ).body;
  await disableBillingProfileRequirement(company, company.customer);
  const usdAmount = (amount: string) => ({ amount, currency: 'USD' });
  await postTransaction('payments', usdAmount('100'));
  await postTransaction('credits', usdAmount('10.50'));
  const charge = await postTransaction('charges', { ...usdAmount('130.25'), mayOwe: true });
  expect((await postTransaction('writeOffs', usdAmount('0.75'))).balance).toBe('-19');
  expect(
    (
      await postTransaction('refunds', {
        transactionId: charge.id,
        kind: 'reduction',
        amount: '20',
      })
    ).balance,
  ).toBe('1');
  const [row, ...others] = await cellsFor(company.clerk, 'usersTransactionsHistoryForAcms');
  expect(others).toEqual([]);
  const amounts = {
    deposits: '100',
    charges: '-130.25',
    credits: '10.5',
    refunds: '20',
    disputes: '0',
    written_off: '0.75',
  };
  expect(row).toMatchObject({
    email: company.customer.email,
    currency: 'USD',
    opening: '0',
    ...amounts,
    closing: '1',
  });
  const inTwoMonths = new Date(Date.now() + 62 * 86_400_000);
  expect(
    await cellsAt(app.siteId, 'usersTransactionsHistoryForAcms', { month: 1 }, inTwoMonths),
  ).toMatchObject([{ opening: '1', deposits: '0', charges: '0', closing: '1' }]);
  // Each amount is signed by its effect on the account. The total is the account's balance,
  // regardless of the displayed page.
  const { body: page } = await company.clerk.get<{
    items: { cells: { amount: string } }[];
    totals: object[];
  }>(
    `/reports/transactionsReport/rows?filter=${encodeURIComponent(company.customer.email)}&sorting=amount&size=5`,
  );
  expect(page.items.map(({ cells }) => cells.amount)).toEqual([
    '-130.25',
    '0.75',
    '10.5',
    '20',
    '100',
  ]);
  expect(page.totals).toEqual([{ key: 'amount', currency: 'USD', amount: '1' }]);
});

it('every payment method is shown in the reader’s language', async () => {
  const hebrewAdmin = await app.signInAs('billingAdmin');
  expect((await hebrewAdmin.put('/header/language', { language: 'he' })).status).toBe(200);
  const { body } = await hebrewAdmin.get<{
    columns: { key: string; words: Record<string, string> }[];
  }>('/reports/billingHierarchy');
  const paymentLabels = body.columns.find(({ key }) => key === 'payment')?.words ?? {};
  expect(Object.keys(paymentLabels).sort()).toEqual(Object.keys(paymentTypeTitles).sort());
  expect(paymentLabels['Credit Card']).toBe('כרטיס אשראי');
  for (const word of Object.values(paymentLabels)) expect(word).toMatch(/^[א-ת ]+$/);
});

it('the exported file of a report matches the screen: kinds, payment types and reasons in the reader’s language', async () => {
  const customer = await app.signInAs('user', { email: 'in-words@example.test' });
  await disableBillingProfileRequirement(company, customer);
  await sql`update user_account set payment_type = 'Credit Card & Deposit' where id = ${customer.userId}`.execute(
    db(),
  );
  const path = `/billingManage/${company.companyId}/${customer.userId}`;
  const more = { key: randomUUID(), amount: '9', currency: 'USD', reason: 'A look', mayOwe: true };
  const { body: charge } = await company.clerk.post<{ id: string }>(`${path}/charges`, more);
  const refund = {
    key: randomUUID(),
    transactionId: charge.id,
    kind: 'reduction',
    amount: '4',
    reason: 'Was down',
  };
  await company.clerk.post(`${path}/refunds`, refund);
  const context = {
    db: db(),
    clock: { now: () => new Date() },
    actor: { role: 'root', reach: { kind: 'all' } },
    language: 'he',
    services: app.portal.services,
  } as unknown as SignedInContext;
  const linesFor = async (id: string) =>
    parseCsv(
      (
        await Array.fromAsync(
          reportCsv(context, findReport(context, id), { filter: customer.email }),
        )
      ).join(''),
    ).rows.slice(1);
  expect((await linesFor('billingHierarchy'))[0]).toContain('כרטיס אשראי ופיקדון');
  const kinds = (await linesFor('transactionsReport')).map((cells) => [
    cells.find((cell) => ['חיוב', 'הפחתה'].includes(cell)),
    cells.at(-1),
  ]);
  expect(kinds).toEqual([
    ['הפחתה', expect.stringMatching(/^חשבונית זיכוי עבור INV-\d+: Was down$/)],
    ['חיוב', 'A look'],
  ]);
});
