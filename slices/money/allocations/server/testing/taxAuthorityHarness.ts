import { sql } from 'kysely';
import { TaxAuthorityFake } from '../../../../../drivers/taxAuthority/testing/authority.ts';
import { clock } from '../../../../../server/platform/clock.ts';
import type { TestApp } from '../../../../../server/testing/app.ts';
import type { TestClient } from '../../../../../server/testing/client.ts';
import {
  createInvoicingCompany,
  type InvoicedCompany,
  runMonth,
  setBillingProfile,
  useServer,
} from '../../../invoices/server/testing/month.ts';
import { defaultPrices } from '../../../pricing/server/defaultPrices.ts';
import { addPriceList } from '../../../pricing/server/index.ts';

/** A company in Israel that sells in ILS, and a simulated tax authority on this machine. */
export interface TaxAuthorityHarness {
  shop: InvoicedCompany;
  authority: TaxAuthorityFake;
}

export const terms = {
  environment: 'tsandbox',
  clientId: 'fake-client',
  userName: 'dana',
  softwareNumber: '12345678',
};
export const sellerNumber = 510000003;
export const buyerNumber = 510000011;

export const startAuthority = async (): Promise<TaxAuthorityFake> => {
  const authority = new TaxAuthorityFake();
  authority.now = () => clock.now();
  return await authority.start();
};

/** Makes the root site sell in a currency from a date on. */
export async function addPriceListInCurrency(
  app: TestApp,
  currency: string,
  from: string,
): Promise<void> {
  const { db } = app.portal.services.database;
  await addPriceList(
    { db },
    { siteId: app.siteId, currency, validFrom: new Date(from), items: defaultPrices },
  );
}

export async function openTaxAuthorityHarness(
  app: TestApp,
  authority: TaxAuthorityFake,
  settings: { currency?: string } = {},
): Promise<TaxAuthorityHarness> {
  await sql`delete from company_site`.execute(app.portal.services.database.db);
  const company = await createInvoicingCompany(app, { settings: { currency: 'ILS', ...settings } });
  return { shop: company, authority };
}

/** Signs in at the authority and connects the company as root. */
export async function connectTaxAuthority(
  app: TestApp,
  { shop, authority }: TaxAuthorityHarness,
  more: object = {},
): Promise<void> {
  const refreshToken = authority.signIn();
  const body = {
    ...terms,
    baseAddress: authority.origin,
    clientSecret: authority.clientSecret,
    refreshToken,
    ...more,
  };
  const { status, text } = await app.root.put(`/companies/${shop.companyId}/taxAuthority`, body);
  if (status !== 200) throw new Error(`The authority could not be connected: ${text}`);
}

export const business = {
  ...{
    kind: 'company',
    name: 'Buyer Ltd',
    street: '3 Example Street',
    city: 'Haifa',
    postalCode: '3100001',
    country: 'IL',
  },
  taxNumber: String(buyerNumber),
};

/** Creates a customer with usage, by default a business in Israel that needs no verification. */
export async function makeBuyer(
  app: TestApp,
  { shop }: TaxAuthorityHarness,
  profile: object = business,
  more: { email?: string } = {},
): Promise<TestClient> {
  const client = await app.signInAs('user', more);
  await setBillingProfile(client, profile);
  const { db } = app.portal.services.database;
  await sql`update user_account set billing_state = 3 where id = ${client.userId}`.execute(db);
  await useServer(app, client.userId, shop.period, 500);
  return client;
}

/** Deletes recorded usage, so that the site's next company doesn't invoice it too. */
export async function clearUsage(app: TestApp): Promise<void> {
  const { db } = app.portal.services.database;
  await sql`alter table span disable trigger user`.execute(app.administration.db);
  await sql`delete from span`.execute(db);
  await sql`alter table span enable trigger user`.execute(app.administration.db);
}

export interface IssuedDocument {
  id: string;
  number: string;
  kind: string;
  total: string;
  mailed: { state: string } | null;
  allocation: { state: string; number: string | null; isHeld: boolean } | null;
}

/** Issues the month's invoices and returns the customer's invoice as the customer sees it. */
export async function issueInvoiceTo(
  client: TestClient,
  { shop }: TaxAuthorityHarness,
): Promise<IssuedDocument> {
  await runMonth(shop.clerk, shop.run);
  const document = await latestDocument(client);
  if (!document) throw new Error('Nothing was issued.');
  return document;
}

export async function latestDocument(client: TestClient): Promise<IssuedDocument | undefined> {
  return (await client.get<{ items: IssuedDocument[] }>('/billing/documents')).body.items.find(
    ({ kind }) => kind === 'invoice',
  );
}
