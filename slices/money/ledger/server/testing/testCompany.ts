import { sql } from 'kysely';
import type { TestApp } from '../../../../../server/testing/app.ts';
import type { TestClient } from '../../../../../server/testing/client.ts';

/** A company that sells at the root site in USD, its billing administrator, and a customer. */
export interface TestCompany {
  companyId: string;
  clerk: TestClient;
  customer: TestClient;
  /** `/billingManage/{companyId}/{externalId}` of the customer. */
  path: string;
}

export const testCompanySettings = {
  ...{
    legalName: 'Example Clouds Ltd',
    street: '1 Example Street',
    city: 'Haifa',
    region: '',
    postalCode: '',
    country: 'IL',
    taxNumber: '',
  },
  ...{ currency: 'USD', documentSeries: 'INV', numberFormat: '{series}-{number}' },
};

export const testCompanyBank = {
  ...{
    paymentDays: 14,
    minDeposit: '5',
    bankName: 'Example Bank',
    bankHolder: 'Example Clouds Ltd',
  },
  ...{ bankAccount: 'DE89370400440532013000', bankSwift: 'EXMPDEFF', taxes: [] },
};

export async function createTestCompany(
  app: TestApp,
  settings: { currency?: string } = {},
): Promise<TestCompany> {
  const clerk = await app.signInAs('billingAdmin');
  const customer = await app.signInAs('user');
  const { body } = await app.root.post<{ id: string }>('/companies', {
    ...testCompanySettings,
    ...settings,
  });
  await app.root.put(`/companies/${body.id}/billingProperties`, testCompanyBank);
  const assigned = await app.root.put(`/companies/${body.id}/siteAdmin`, {
    siteIds: [app.siteId],
    adminIds: [clerk.userId],
  });
  if (assigned.status !== 200) throw new Error(`The site was not given: ${assigned.text}`);
  return {
    companyId: body.id,
    clerk,
    customer,
    path: `/billingManage/${body.id}/${customer.userId}`,
  };
}

/** Manual charges are invoiced, so the customer needs billing details unless exempted here. */
export async function disableBillingProfileRequirement(
  { companyId, clerk }: Pick<TestCompany, 'companyId' | 'clerk'>,
  { userId }: TestClient,
): Promise<void> {
  const answer = await clerk.post(`/billingManage/${companyId}/${userId}/state`, {
    event: 'waive',
    reason: 'It needs none',
  });
  if (answer.status !== 200) throw new Error(`Billing details are still asked for: ${answer.text}`);
}

/**
 * Changes the billing currency of a company despite open balances in the previous currency, which
 * older versions allowed.
 */
export async function setSellerCurrency(
  app: TestApp,
  { companyId }: Pick<TestCompany, 'companyId'>,
  currency: string,
): Promise<void> {
  await sql`update company set currency = ${currency} where id = ${companyId}`.execute(
    app.portal.services.database.db,
  );
}
