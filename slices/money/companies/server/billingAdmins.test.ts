import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { companyEndpoints } from '../contract.ts';
import { errorSummary, properties, settings } from './testing/company.ts';

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  admin = await app.signInAs('billingAdmin');
});
afterAll(() => app.close());

describe('a billing administrator assigned to the company', () => {
  let path: string;
  beforeAll(async () => {
    path = `/companies/${(await app.root.post<{ id: string }>('/companies', settings)).body.id}`;
    expect(
      (await app.root.put(`${path}/billingProperties`, { ...properties, approvalAbove: '500' }))
        .status,
    ).toBe(200);
    expect(
      (await app.root.put(`${path}/siteAdmin`, { siteIds: [], adminIds: [admin.userId] })).status,
    ).toBe(200);
  });

  it('can change its address, tax number, terms and taxes, and the log has the user and both values', async () => {
    const corrected = { ...settings, street: '2 Quay', taxNumber: '' };
    const taxes = [{ name: 'VAT', rate: '19', validFrom: '2020-01-01', validTo: null }];
    expect((await admin.put(`${path}/settings`, corrected)).status).toBe(200);
    const terms = {
      ...properties,
      paymentDays: 30,
      minDeposit: '20',
      foreignTax: 'export',
      mailsDocuments: false,
      taxes,
    };
    expect(
      (await admin.put(`${path}/billingProperties`, { ...terms, approvalAbove: '500' })).status,
    ).toBe(200);
    expect((await admin.get(path)).body).toMatchObject({
      ...{ settings: corrected, canBill: true, canManage: false },
      billingProperties: {
        taxes,
        paymentDays: 30,
        minDeposit: '20',
        foreignTax: 'export',
        mailsDocuments: false,
        approvalAbove: '500',
      },
    });
    const { rows } = await sql<{ operation: string; before: object; after: object }>`
      select operation, before, after from audit_entry where actor_id = ${admin.userId} and outcome = 'done' and target_type = 'company'
      order by id desc limit 2`.execute(app.portal.services.database.db);
    expect(rows).toMatchObject([
      {
        operation: 'updateCompanyBilling',
        before: { paymentDays: 14 },
        after: { paymentDays: 30 },
      },
      {
        operation: 'updateCompanySettings',
        before: { street: settings.street },
        after: { street: '2 Quay' },
      },
    ]);
  });

  const otherwise: Record<string, string> = {
    ...{
      currency: 'EUR',
      documentSeries: 'OTHER',
      numberFormat: '{number}',
      bankName: 'Mine',
      bankHolder: 'Me',
    },
    ...{ bankAccount: 'GB29NWBK60161331926819', bankSwift: 'EXMPDEFF', approvalAbove: '900' },
  };
  const declared = [
    companyEndpoints.updateCompanySettings,
    companyEndpoints.updateCompanyBilling,
  ].flatMap(({ path: at, fields }) =>
    Object.entries(fields).map(
      ([field, { title, why }]) =>
        [field, at.endsWith('/settings') ? 'settings' : 'billingProperties', title, why] as const,
    ),
  );
  it.each(declared)(
    'can send %s of the %s unchanged, but a different value is rejected with the reason, changes nothing and is logged',
    async (field, part, title, description) => {
      type CompanyResponse = Record<typeof part, Record<string, unknown>> & {
        shut: Record<typeof part, { field: string; why: string }[]>;
      };
      const read = async (client: TestClient) => (await client.get<CompanyResponse>(path)).body;
      const before = await read(admin);
      expect(before.shut[part]).toContainEqual({ field, why: description.en });
      expect((await read(app.root)).shut).toEqual({ settings: [], billingProperties: [] });
      const answer = await admin.put<{ errors: { key: string; info: string }[] }>(
        `${path}/${part}`,
        {
          ...before[part],
          [field]: otherwise[field],
        },
      );
      expect(errorSummary(answer)).toEqual([403, 2977, field]);
      expect(answer.body.errors[0]?.info).toBe(
        `Your changes weren’t saved. ${title.en} can be changed by: Operator of the portal. ${description.en}`,
      );
      expect(await read(admin)).toEqual(before);
      const { rows } = await sql<{ outcome: string; detail: string[] }>`
      select outcome, detail from audit_entry where actor_id = ${admin.userId} order by id desc limit 1`.execute(
        app.portal.services.database.db,
      );
      expect(rows).toMatchObject([{ outcome: 'refused', detail: ['fieldNotAllowed'] }]);
      expect((await admin.put(`${path}/${part}`, before[part])).status).toBe(200);
    },
  );

  it('sees all read-only fields at once, in their language', async () => {
    await admin.put('/header/language', { language: 'he' });
    const answer = await admin.put<{ errors: { key: string; info: string }[] }>(
      `${path}/settings`,
      {
        ...settings,
        currency: 'EUR',
        documentSeries: 'X',
      },
    );
    expect(answer.body.errors.map(({ key }) => key)).toEqual(['currency', 'documentSeries']);
    expect(answer.body.errors[0]?.info).toContain('המחירים, היתרות והמסמכים הם במטבע זה');
    await admin.put('/header/language', { language: 'en' });
  });
});
