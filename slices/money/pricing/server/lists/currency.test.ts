import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clock } from '../../../../../server/platform/clock.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import { setSpans } from '../rating/spans.ts';

let app: TestApp;
/** A site without its own company or list, below the root site, which sells in USD. */
let siteId: string;
const db = () => app.portal.services.database.db;
beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
});
beforeEach(async () => {
  siteId = await app.makeSite('Harbour');
});
afterAll(() => app.close());

async function makeCompany(currency: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into company (legal_name, street, city, country, tax_number, currency, document_series, number_format)
    values (${`${currency} Ltd`}, 'Street', 'City', 'IL', '510000003', ${currency}, 'INV', '{number}') returning id`.execute(
    db(),
  );
  return rows[0]?.id ?? '';
}
const assignSites = (companyId: string, ...siteIds: string[]) =>
  app.root.put<ErrorBody>(`/companies/${companyId}/siteAdmin`, { siteIds, adminIds: [] });
const makeList = (currency: string, more: object = {}, path = '') =>
  app.root.post<ErrorBody & { id: string }>(`/pricelists${path}`, {
    ...{
      siteId,
      currency,
      items: [{ code: 'cpu.B', hourly: '0.01', monthly: '6', poweredOff: 'free' }],
    },
    ...more,
  });
const soon = () => new Date(clock.now().getTime() + 3_600_000).toISOString();

interface ErrorBody {
  code?: number[];
  errors?: { key?: string; info: string }[];
}
const errorSummary = ({ status, body }: { status: number; body: ErrorBody }) => [
  status,
  body.code?.[0],
  body.errors?.[0]?.key,
];

describe('a price list in a currency other than the company’s billing currency', () => {
  it('is rejected for a site, also in the check, with both currencies, and any currency is valid without a company', async () => {
    expect((await makeList('ILS')).status).toBe(200);
    expect((await assignSites(await makeCompany('ILS'), siteId)).status).toBe(200);
    for (const path of ['', '/preview']) {
      const answer = await makeList('USD', {}, path);
      expect(errorSummary(answer)).toEqual([422, 2980, 'currency']);
      expect(answer.body.errors?.[0]?.info).toBe(
        'This price list is in USD, but ILS Ltd, which bills Harbour, bills in ILS. Use a price list in ILS.',
      );
    }
    expect(errorSummary(await makeList('USD', { validFrom: soon() }))).toEqual([
      422,
      2980,
      'currency',
    ]);
    expect(errorSummary(await makeList('USD', { name: 'Partners' }))).toEqual([
      422,
      2980,
      'currency',
    ]);
    expect((await makeList('ILS', { name: 'Partners' })).status).toBe(200);
  });

  it('is rejected for an account, including one that already has the list', async () => {
    const customer = await app.signInAs('user', { siteId });
    expect((await makeList('EUR', { name: 'Friends', siteId: app.siteId })).status).toBe(200);
    const { id } = (await makeList('ILS', { name: 'Others', siteId: app.siteId })).body;
    expect((await assignSites(await makeCompany('USD'), siteId)).status).toBe(200);
    const assignList = (name: string) =>
      app.root.put<ErrorBody>(`/pricelists/accounts/${customer.userId}`, {
        list: { siteId: app.siteId, name },
      });
    expect(errorSummary(await assignList('Friends'))).toEqual([422, 2980, 'list']);
    expect(
      errorSummary(
        await app.root.post<ErrorBody>(`/pricelists/${id}/accounts`, { email: customer.email }),
      ),
    ).toEqual([422, 2980, 'email']);
    expect((await makeList('USD', { name: 'Right', siteId: app.siteId })).status).toBe(200);
    expect((await assignList('Right')).status).toBe(200);
    expect(
      errorSummary(await makeList('EUR', { name: 'Right', siteId: app.siteId, validFrom: soon() })),
    ).toEqual([422, 2980, 'currency']);
    expect(
      (await app.root.put(`/pricelists/accounts/${customer.userId}`, { list: null })).status,
    ).toBe(200);
    expect(
      (await makeList('EUR', { name: 'Right', siteId: app.siteId, validFrom: soon() })).status,
    ).toBe(200);
    // One of the list's planned versions is in another currency.
    expect(errorSummary(await assignList('Right'))).toEqual([422, 2980, 'list']);
  });

  it('is rejected for the sub-account of an account billed by another company', async () => {
    const parent = await app.signInAs('user');
    await app.signInAs('user', { siteId, parentId: parent.userId });
    await assignSites(await makeCompany('ILS'), siteId);
    expect((await makeList('USD', { name: 'Family', siteId: app.siteId })).status).toBe(200);
    const list = { siteId: app.siteId, name: 'Family' };
    expect(
      errorSummary(
        await app.root.put<ErrorBody>(`/pricelists/accounts/${parent.userId}`, { list }),
      ),
    ).toEqual([422, 2980, 'list']);
  });

  it('is rejected for a site if a site below buys from it and is billed in the previous currency', async () => {
    const subSite = randomUUID();
    await sql`insert into site (id, parent_id, path, name) select ${subSite}, id, path || '/' || ${subSite}, 'Pier' from site where id = ${siteId}`.execute(
      db(),
    );
    await makeList('ILS');
    expect((await assignSites(await makeCompany('ILS'), subSite)).status).toBe(200);
    const answer = await makeList('USD');
    expect(errorSummary(answer)).toEqual([422, 2980, 'currency']);
    expect(answer.body.errors?.[0]?.info).toContain('which bills Pier');
    expect((await makeList('ILS', { siteId: subSite })).status).toBe(200);
    expect((await makeList('USD')).status).toBe(200);
  });
});

describe('a site that sells in another currency', () => {
  it('can’t be assigned to the company because of its own active or planned list, with the currency to use', async () => {
    const companyId = await makeCompany('USD');
    await makeList('ILS', { validFrom: soon() });
    const answer = await assignSites(companyId, siteId);
    expect(errorSummary(answer)).toEqual([422, 2981, 'siteIds.0']);
    expect(answer.body.errors?.[0]?.info).toBe(
      'The site Harbour sells in ILS, but USD Ltd bills in USD, so its customers can’t be invoiced. Create a price list in USD for the site first, or assign the site to a company that bills in ILS.',
    );
    const { rows } = await sql`select from company_site where site_id = ${siteId}`.execute(db());
    expect(rows).toEqual([]);
    expect((await assignSites(await makeCompany('ILS'), siteId)).status).toBe(200);
  });

  it('can’t be assigned because of the list of an account, or of a site below that the company also bills', async () => {
    const customer = await app.signInAs('user', { siteId });
    await makeList('EUR', { name: 'Guests', siteId: app.siteId });
    const ofAccount = (list: object | null) =>
      app.root.put(`/pricelists/accounts/${customer.userId}`, { list });
    await ofAccount({ siteId: app.siteId, name: 'Guests' });
    const companyId = await makeCompany('USD');
    expect(errorSummary(await assignSites(companyId, siteId))).toEqual([422, 2981, 'siteIds.0']);
    await ofAccount(null);
    const subSite = randomUUID();
    await sql`insert into site (id, parent_id, path, name) select ${subSite}, id, path || '/' || ${subSite}, 'Pier' from site where id = ${siteId}`.execute(
      db(),
    );
    await makeList('ILS', { siteId: subSite });
    expect((await assignSites(companyId, siteId)).body.errors?.[0]?.info).toMatch(
      /^The site Pier sells in ILS/,
    );
    expect((await assignSites(await makeCompany('ILS'), subSite)).status).toBe(200);
    expect((await assignSites(companyId, siteId)).status).toBe(200);
  });

  it('can be assigned while it inherits its prices and nothing runs there, but not afterwards', async () => {
    const [first, second] = [await makeCompany('ILS'), await makeCompany('EUR')];
    expect((await assignSites(first, siteId)).status).toBe(200);
    expect((await assignSites(first)).status).toBe(200);
    const customer = await app.signInAs('user', { siteId });
    const subject = {
      type: 'server' as const,
      id: randomUUID(),
      name: 'web',
      ownerId: customer.userId,
      siteId,
    };
    await db()
      .transaction()
      .execute((transaction) =>
        setSpans({ db: transaction, clock }, subject, [
          { item: 'cpu.B', quantity: '1', mode: 'hourly', powerState: 'on' },
        ]),
      );
    const answer = await assignSites(second, siteId);
    expect(errorSummary(answer)).toEqual([422, 2981, 'siteIds.0']);
    // Creating a separate list first isn't suggested. It would be rejected while a parent site is
    // billed in another currency, and wouldn't apply to running resources.
    expect(answer.body.errors?.[0]?.info).toMatch(
      /running services at inherited prices\. Once none are left, assign the site to the company and create a price list in EUR/,
    );
  });

  it('stays with its company if it was assigned before this rule', async () => {
    const companyId = await makeCompany('USD');
    await makeList('ILS');
    await sql`insert into company_site (site_id, company_id) values (${siteId}, ${companyId})`.execute(
      db(),
    );
    const other = await app.makeSite('Other');
    expect((await assignSites(companyId, siteId, other)).status).toBe(200);
  });
});
