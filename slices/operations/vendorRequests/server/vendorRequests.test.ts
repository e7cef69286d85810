import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FinansitFake } from '../../../../drivers/accounting/testing/finansit.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import {
  connectAccounting,
  startAccountingFake,
} from '../../../money/accounting/server/testing/accountingFake.ts';
import {
  createTestCompany,
  type TestCompany,
} from '../../../money/ledger/server/testing/testCompany.ts';

interface Item {
  id: number;
  port: string;
  screen: string;
  status: number | null;
  isFailure: boolean;
  problem: string;
}
interface VendorRequestDetail extends Item {
  requestHeaders: { name: string; value: string }[];
  responseBody: string;
}

let app: TestApp;
let company: TestCompany;
let finansit: FinansitFake;
beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  company = await createTestCompany(app);
  finansit = await startAccountingFake(app);
});
afterAll(async () => {
  await app.close();
  await finansit.stop();
});

const testConnection = async () => {
  await app.root.post(`/companies/${company.companyId}/accounting/try`);
  await app.portal.services.vendors.requestLog.flush();
};
const list = async (query = '') =>
  (await app.root.get<{ items: Item[] }>(`/vendor-requests${query}`)).body.items;

it('the last request to a service and the last failed one are shown, without secrets', async () => {
  expect(await list()).toEqual([]);
  await connectAccounting(app, company.companyId, finansit);
  await testConnection();
  finansit.rude('slowDown');
  await testConnection();
  await testConnection();
  const items = await list();
  expect(items).toMatchObject([
    { status: 200, isFailure: false },
    { status: 429, isFailure: true, problem: '' },
  ]);
  expect(items[0]).toMatchObject({
    port: 'accounting',
    screen: `/companies/${company.companyId}/accounting`,
  });
  const { body, text } = await app.root.get<VendorRequestDetail>(
    `/vendor-requests/${items[1]?.id}`,
  );
  expect(body.responseBody).toContain('Slow down');
  expect(body.requestHeaders).toContainEqual({ name: 'authorization', value: '•••' });
  expect(text).not.toContain(finansit.secret);
  await testConnection();
  expect((await list()).map(({ id }) => id)).toEqual(items.map(({ id }) => id));
});

it('a service that doesn’t respond is shown with the reason in the viewer’s language', async () => {
  await finansit.stop();
  await testConnection();
  expect(await list('?port=accounting')).toMatchObject([
    { status: null, isFailure: true, problem: expect.stringContaining('connection was refused') },
    { status: 200 },
  ]);
  expect(await list('?outcome=failed')).toMatchObject([{ status: null }]);
  expect(await list('?port=sms')).toEqual([]);
  await app.root.put('/header/language', { language: 'he' });
  expect((await list())[0]).toMatchObject({ problem: expect.stringContaining('החיבור נדחה') });
  await app.root.put('/header/language', { language: 'en' });
});

it('only root can see them', async () => {
  for (const role of ['siteAdmin', 'billingAdmin', 'user'] as const) {
    const other = await app.signInAs(role);
    expect((await other.get('/vendor-requests')).status, role).toBe(403);
  }
  expect((await app.root.get('/vendor-requests/999999')).status).toBe(404);
});
