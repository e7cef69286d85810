import { expect, vi } from 'vitest';
import { testPassword } from '../server/testing/app.ts';
import type { TestClient } from '../server/testing/client.ts';
import {
  testCompanyBank,
  testCompanySettings,
} from '../slices/money/ledger/server/testing/testCompany.ts';
import { payerProfile, terms } from '../slices/money/payments/server/testing/paymentHarness.ts';
import { sliceExamples } from './examples.ts';

async function requireOk<T>(
  answer: Promise<{ status: number; body: T; text: string }>,
): Promise<T> {
  const { status, body, text } = await answer;
  if (status !== 200) throw new Error(`Could not be made: ${status} ${text}`);
  return body;
}

/** Creates one object of each kind through the API, so that every screen has content. */
export async function fillPortal(root: TestClient): Promise<void> {
  await requireOk(
    root.post('/groups', { name: 'Night shift', description: 'Who may restart servers at night' }),
  );
  await requireOk(
    root.post('/firewall/groups', {
      name: 'Web servers',
      description: 'What a web server lets in',
    }),
  );
  const agreement = await requireOk(
    root.post<{ id: string; siteId: string }>('/agreements', {
      settings: { title: 'Data processing', audience: 'newUsers', roles: [], blocks: 'nothing' },
    }),
  );
  expect(agreement.id).toBeTruthy();
  const page = {
    title: { en: 'House rules', he: 'כללי הבית' },
    section: 'support',
    icon: 'book',
    kind: 'html',
    url: '',
  };
  const sites = await requireOk(root.get<{ items: { id: string; siteHost: string }[] }>('/sites'));
  const siteHost = sites.items[0]?.siteHost ?? '';
  await requireOk(
    root.post(`/sites/${encodeURIComponent(siteHost)}/externalPages`, {
      ...page,
      html: '<h1>House rules</h1><p>Be kind.</p>',
      isEnabled: true,
    }),
  );
  const company = await requireOk(root.post<{ id: string }>('/companies', testCompanySettings));
  await requireOk(root.put(`/companies/${company.id}/billingProperties`, testCompanyBank));
  await requireOk(
    root.put(`/companies/${company.id}/siteAdmin`, {
      siteIds: sites.items.slice(0, 1).map(({ id }) => id),
      adminIds: [],
    }),
  );
  await requireOk(
    root.put(`/companies/${company.id}/payments/stripe`, {
      ...terms,
      baseAddress: '',
      secret: 'sk_test_nobody',
    }),
  );
  const authority = {
    environment: 'tsandbox',
    baseAddress: '',
    clientId: 'nobody',
    userName: 'dana',
    softwareNumber: '12345678',
  };
  await requireOk(
    root.put(`/companies/${company.id}/taxAuthority`, {
      ...authority,
      clientSecret: 'a-secret',
      refreshToken: 'a-token-once',
    }),
  );
  const steps = [
    { kind: 'reminder', days: 3 },
    { kind: 'fee', days: 10, mode: 'percent', amount: '2.5' },
    { kind: 'suspend', days: 21 },
  ];
  await requireOk(root.put(`/companies/${company.id}/dunning`, { isOn: true, steps }));
  await requireOk(root.put('/billing', payerProfile));
  const threshold = { basis: 'forecast', percent: 100, blocks: false, powersOff: false };
  await requireOk(
    root.post('/budgets', {
      name: 'House',
      amount: '0.01',
      thresholds: [threshold, { ...threshold, basis: 'actual', percent: 1 }],
    }),
  );
  await requireOk(root.post('/users', { email: 'customer@example.test', password: testPassword }));
  await requireOk(root.post('/apikeys', { name: 'Automation', type: 'external' }));
  await requireOk(root.post('/forgot', { email: 'root@example.test' }));
  await vi.waitFor(
    async () => expect((await root.get<{ items: unknown[] }>('/mails')).body.items).not.toEqual([]),
    {
      timeout: 20_000,
      interval: 100,
    },
  );
  for (const example of await sliceExamples()) await example.create(root);
}
