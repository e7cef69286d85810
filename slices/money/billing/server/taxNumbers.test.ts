import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ViesFake } from '../../../../drivers/taxNumbers/testing/vies.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { systemOf } from '../../dunning/server/testing/debts.ts';
import {
  createTestCompany,
  type TestCompany,
  testCompanySettings,
} from '../../ledger/server/testing/testCompany.ts';
import { payerProfile } from '../../payments/server/testing/paymentHarness.ts';
import { checkTaxNumbers } from './taxNumbers.ts';

let app: TestApp;
let company: TestCompany;
let customer: TestClient;
const vies = new ViesFake();
const db = () => app.portal.services.database.db;

beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  company = await createTestCompany(app);
  await app.root.put(`/companies/${company.companyId}/settings`, {
    ...testCompanySettings,
    country: 'DE',
    taxNumber: 'DE123456788',
  });
  await vies.start();
});
beforeEach(async () => {
  customer = await app.signInAs('user');
  await set('billing.viesAddress', vies.origin);
  await set('billing.asksVies', true);
  vies.asked.length = 0;
});
afterEach(() => sql`delete from billing_profile`.execute(db()));
afterAll(async () => {
  await app.close();
  await vies.stop();
});

const set = async (id: string, value: unknown) => {
  const answer = await app.root.put(`/settings/${id}`, { value });
  expect(answer.status, answer.text).toBe(200);
};
const runDueJobs = async () => checkTaxNumbers(await systemOf(app));
const makeDue = () =>
  sql`update tax_number_check set ask_at = now() - interval '1 minute'`.execute(db());
const business = async (country: string, taxNumber: string, more: object = {}) => {
  const answer = await customer.put('/billing', {
    ...payerProfile,
    kind: 'company',
    name: 'Example SARL',
    country,
    taxNumber,
    ...more,
  });
  expect(answer.status, answer.text).toBe(200);
};
interface Billing {
  taxNumberCheck: {
    number: string;
    state: string;
    requestId: string;
    name: string;
    answeredFor: string | null;
    note: string;
  } | null;
}
const readTaxNumberCheck = async () =>
  (await customer.get<Billing>('/billing')).body.taxNumberCheck;

it('no external service is called before an administrator enables it', async () => {
  await set('billing.asksVies', false);
  await business('FR', '12345678901');
  await runDueJobs();
  expect([vies.asked, await readTaxNumberCheck()]).toEqual([[], null]);
});

it('an EU VAT number is checked in the background together with the seller’s, and the result is saved and shown to both', async () => {
  vies.valid.set('12345678901', 'EXAMPLE SARL');
  await business('FR', '12345678901');
  expect(await readTaxNumberCheck()).toBeNull();
  await runDueJobs();
  await runDueJobs();
  expect(vies.asked).toEqual([
    {
      countryCode: 'FR',
      vatNumber: '12345678901',
      requesterMemberStateCode: 'DE',
      requesterNumber: '123456788',
    },
  ]);
  const known = {
    number: 'FR12345678901',
    state: 'valid',
    requestId: 'WAPI1',
    name: 'EXAMPLE SARL',
    answeredFor: '2026-03-01',
  };
  expect(await readTaxNumberCheck()).toMatchObject({
    ...known,
    note: 'VIES confirmed this VAT number on 2026-03-01.',
  });
  const managed = await company.clerk.get<Billing>(
    `/billingManage/${company.companyId}/${customer.userId}`,
  );
  expect(managed.body.taxNumberCheck).toMatchObject(known);
});

it('an unanswered check results in unknown and is repeated with increasing delays, keeping the previous result', async () => {
  vies.valid.delete('12345678901');
  vies.failing.set('12345678901', 'MS_UNAVAILABLE');
  await business('FR', '12345678901');
  await runDueJobs();
  await runDueJobs();
  expect(vies.asked).toHaveLength(1);
  expect(await readTaxNumberCheck()).toMatchObject({
    state: 'waiting',
    problem: 'The service returned the error MS_UNAVAILABLE.',
  });
  vies.failing.delete('12345678901');
  await makeDue();
  await runDueJobs();
  expect(await readTaxNumberCheck()).toMatchObject({
    state: 'invalid',
    problem: '',
    note: 'VIES rejected this VAT number on 2026-03-01.',
  });
  vies.failing.set('12345678901', 'TIMEOUT');
  await makeDue();
  await runDueJobs();
  expect(await readTaxNumberCheck()).toMatchObject({
    state: 'invalid',
    problem: 'The service returned the error TIMEOUT.',
  });
  vies.failing.delete('12345678901');
});

it.each([
  ['Greece', 'GR', '123456789', 'EL'],
  ['Northern Ireland', 'GB', 'XI110305878', 'XI'],
])('a VAT number of %s is checked with its own prefix', async (_case, country, number, letters) => {
  await business(country, number);
  await runDueJobs();
  expect(vies.asked).toMatchObject([{ countryCode: letters }]);
});

it('a changed VAT number is checked again, but numbers of private customers or from outside the EU never are', async () => {
  await business('FR', '12345678901');
  await runDueJobs();
  await business('FR', '99999999999');
  expect(await readTaxNumberCheck()).toBeNull();
  await runDueJobs();
  expect(vies.asked.map(({ vatNumber }) => vatNumber)).toEqual(['12345678901', '99999999999']);
  await business('CH', 'CHE123456788');
  await customer.put('/billing', payerProfile);
  await makeDue();
  await runDueJobs();
  expect([vies.asked.length, await readTaxNumberCheck()]).toEqual([2, null]);
});
