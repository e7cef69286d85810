import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { type ErrorBody, errorSummary, properties, settings } from './testing/company.ts';

let app: TestApp;
let admin: TestClient;
let user: TestClient;
beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  admin = await app.signInAs('billingAdmin');
  user = await app.signInAs('user');
});
afterAll(() => app.close());

const make = async (overrides: object = {}): Promise<string> =>
  (await app.root.post<{ id: string }>('/companies', { ...settings, ...overrides })).body.id;

describe('a company', () => {
  it('is created, read and changed by root', async () => {
    const id = await make();
    const path = `/companies/${id}`;
    expect((await app.root.get(path)).body).toMatchObject({
      settings,
      sites: [],
      admins: [],
      canManage: true,
    });
    expect((await app.root.get<{ numberExample: string }>(path)).body.numberExample).toMatch(
      /^INV-\d{4}-000042$/,
    );
    await app.root.put(`${path}/settings`, { ...settings, legalName: 'Renamed Ltd' });
    expect((await app.root.put(`${path}/billingProperties`, properties)).status).toBe(200);
    const { body } = await app.root.get<{
      billingProperties: { bankAccount: string; minDeposit: string };
    }>(path);
    expect(body).toMatchObject({
      settings: { legalName: 'Renamed Ltd' },
      billingProperties: { taxes: properties.taxes, minDeposit: '10' },
    });
    expect(body.billingProperties.bankAccount).toBe('DE89370400440532013000');
  });

  it.each<
    ['settings' | 'billingProperties' | 'siteAdmin', (mine: string, clerkId: string) => object]
  >([
    ['settings', (mine) => ({ ...settings, city: mine })],
    ['billingProperties', (mine) => ({ ...properties, bankName: mine })],
    ['siteAdmin', (mine, clerkId) => ({ siteIds: [], adminIds: mine === 'One' ? [clerkId] : [] })],
  ])(
    'whose %s two users opened is saved by the first one only, even in parallel, and by a user who has seen that change',
    async (part, input) => {
      const path = `/companies/${await make()}`;
      const read = async () =>
        (await app.root.get<{ versions: Record<typeof part, string> }>(path)).body;
      const initial = await read();
      const { userId } = await app.signInAs('billingAdmin');
      const save = (mine: string, expectedVersion?: string) =>
        app.root.put<ErrorBody>(`${path}/${part}`, {
          ...input(mine, userId),
          ...(expectedVersion && { seen: expectedVersion }),
        });
      const answers = await Promise.all(
        ['One', 'One', 'One'].map((mine) => save(mine, initial.versions[part])),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const answer of answers.filter(({ status }) => status !== 200))
        expect(errorSummary(answer)).toEqual([409, 2995, 'seen']);
      const saved = await read();
      expect(errorSummary(await save('Two', initial.versions[part]))).toEqual([409, 2995, 'seen']);
      expect(await read()).toEqual(saved);
      // Changes to other sections, or without a version, don't conflict.
      expect(
        Object.keys(saved.versions).filter(
          (name) => saved.versions[name as typeof part] !== initial.versions[name as typeof part],
        ),
      ).toEqual([part]);
      expect((await save('Two', saved.versions[part])).status).toBe(200);
      expect((await save('One')).status).toBe(200);
      expect(await read()).toEqual(saved);
    },
  );

  it.each<[string, object, number, string]>([
    ['a wrong tax number', { taxNumber: '510000004' }, 2815, 'taxNumber'],
    ['an unknown country', { country: 'XX', taxNumber: '' }, 2806, 'country'],
    ['an unknown currency', { currency: 'QQQ' }, 2807, 'currency'],
    ['an invalid state', { country: 'US', region: 'Texas', taxNumber: '' }, 2817, 'region'],
    ['a state in a country without states', { region: 'NY' }, 2817, 'region'],
    ['a format without a number', { numberFormat: '{series}' }, 1000, 'numberFormat'],
    ['no name', { legalName: ' ' }, 1000, 'legalName'],
  ])('%s is rejected at its field', async (_case, overrides, expectedCode, key) => {
    const answer = await app.root.post<ErrorBody>('/companies', { ...settings, ...overrides });
    expect([answer.body.errors?.[0]?.key, answer.body.code?.[0]]).toEqual([key, expectedCode]);
  });

  it('has one rate per tax and day', async () => {
    const path = `/companies/${await make()}/billingProperties`;
    const taxes = [
      properties.taxes[0],
      { ...properties.taxes[1], name: 'vat', validFrom: '2024-12-31' },
    ];
    expect(errorSummary(await app.root.put(path, { ...properties, taxes }))).toEqual([
      422,
      2803,
      'taxes.1.validFrom',
    ]);
    expect(
      errorSummary(
        await app.root.put(path, { ...properties, bankAccount: 'DE88370400440532013000' }),
      ),
    ).toEqual([422, 2804, 'bankAccount']);
    expect(errorSummary(await app.root.put(path, { ...properties, minDeposit: '1.001' }))).toEqual([
      422,
      2810,
      'minDeposit',
    ]);
  });

  it('can’t include sites of another company, and can only be assigned to billing administrators', async () => {
    const [one, two] = [await make(), await make({ legalName: 'Second Ltd' })];
    const siteId = await app.makeSite('Taken');
    expect(
      (
        await app.root.put(`/companies/${one}/siteAdmin`, {
          siteIds: [siteId],
          adminIds: [admin.userId],
        })
      ).status,
    ).toBe(200);
    const other = await app.root.get<{ sites: { id: string }[] }>(`/companies/${two}/candidates`);
    expect(other.body.sites.map(({ id }) => id)).not.toContain(siteId);
    const put = (siteIds: string[], adminIds: string[]) =>
      app.root.put<ErrorBody>(`/companies/${two}/siteAdmin`, { siteIds, adminIds });
    expect(errorSummary(await put([siteId], []))).toEqual([409, 2801, 'siteIds.0']);
    expect(errorSummary(await put([], [user.userId]))).toEqual([422, 2802, 'adminIds.0']);
    expect(errorSummary(await put([randomUUID()], []))).toEqual([404, 1001, 'siteIds.0']);
    expect(
      (await admin.get<{ items: { id: string }[] }>('/companies')).body.items.map(({ id }) => id),
    ).toEqual([one]);
    expect((await admin.get(`/companies/${one}`)).body).toMatchObject({ canManage: false });
    expect((await admin.get(`/companies/${two}`)).status).toBe(404);
    expect((await admin.put(`/companies/${two}/settings`, settings)).status).toBe(404);
    expect((await user.put(`/companies/${one}/settings`, settings)).status).toBe(403);
    expect((await admin.post('/companies', settings)).status).toBe(403);
    expect(
      (await admin.put(`/companies/${one}/siteAdmin`, { siteIds: [], adminIds: [] })).status,
    ).toBe(403);
    expect((await user.get('/companies')).status).toBe(403);
  });
});

describe('customers', () => {
  it('are those on the sites of the user’s companies, including sub-sites', async () => {
    const company = await make({ legalName: 'Reseller Ltd' });
    const siteId = await app.makeSite('Reseller');
    const subSite = await app.makeSite('Below');
    await sql`update site set parent_id = ${siteId}, path = ${app.siteId} || '/' || ${siteId} || '/' || ${subSite} where id = ${subSite}`.execute(
      app.portal.services.database.db,
    );
    const { db } = app.portal.services.database;
    const found = [siteId, subSite].map((id, index) => ({
      id,
      email: `customer-${index}@example.test`,
    }));
    for (const { id, email } of found)
      await sql`insert into user_account (site_id, email) values (${id}, ${email})`.execute(db);
    await app.root.put(`/companies/${company}/siteAdmin`, {
      siteIds: [siteId],
      adminIds: [admin.userId],
    });
    const list = await admin.get<{ items: { id: string; email: string; companyId: string }[] }>(
      `/billingAccess?company=${company}`,
    );
    expect(list.body.items.map(({ email }) => email)).toEqual(found.map(({ email }) => email));
    const foreignAdmin = await app.signInAs('billingAdmin');
    expect(
      (await foreignAdmin.get<{ total: number; companies: unknown[] }>('/billingAccess')).body,
    ).toMatchObject({ total: 0, companies: [] });
    const [first, second] = list.body.items;
    const number = (customer: string, value: string | null) =>
      admin.put<ErrorBody>(`/billingManage/${company}/${customer}/number`, { number: value });
    expect((await number(first?.id ?? '', 'C-1')).status).toBe(200);
    expect(errorSummary(await number(second?.id ?? '', 'C-1'))).toEqual([409, 2805, 'number']);
    expect((await number('C-1', 'C-2')).status).toBe(200);
    expect(
      (await admin.get<{ items: { email: string }[] }>('/billingAccess?filter=c-2')).body.items,
    ).toMatchObject([{ email: first?.email }]);
    expect((await number('C-1', null)).status).toBe(404);
    expect((await number(user.userId, 'C-3')).status).toBe(404);
    expect((await number('C-2', null)).status).toBe(200);
    // The ID of another account would make that account's URL ambiguous.
    expect(errorSummary(await number(second?.id ?? '', first?.id ?? ''))).toEqual([
      409,
      2805,
      'number',
    ]);
    expect((await number(second?.id ?? '', second?.id ?? '')).status).toBe(200);
  });

  it('are assigned a number once, even with parallel calls', async () => {
    const company = await make({ legalName: 'Numbers Ltd' });
    const siteId = await app.makeSite('Numbers');
    const { rows } = await sql<{ id: string }>`
      insert into user_account (site_id, email) select ${siteId}, 'number-' || n || '@example.test' from generate_series(1, 6) n returning id`.execute(
      app.portal.services.database.db,
    );
    await app.root.put(`/companies/${company}/siteAdmin`, {
      siteIds: [siteId],
      adminIds: [admin.userId],
    });
    const answers = await Promise.all(
      rows.map(({ id }) =>
        admin.put<ErrorBody>(`/billingManage/${company}/${id}/number`, { number: 'ONE-1' }),
      ),
    );
    expect(answers.map(errorSummary).sort()).toEqual([
      [200, undefined, undefined],
      ...Array(5).fill([409, 2805, 'number']),
    ]);
  });

  it('countries have names in the user’s language and calling codes, and states only in the United States and Canada', async () => {
    type Countries = {
      countries: { code: string; name: string; phoneCode: string; regions: unknown[] }[];
    };
    const { countries } = (await user.get<Countries>('/countries')).body;
    const findCountry = (countryCode: string) => countries.find(({ code }) => code === countryCode);
    expect(findCountry('US')).toMatchObject({ name: 'United States', phoneCode: '1' });
    expect(findCountry('IL')).toMatchObject({ name: 'Israel', phoneCode: '972' });
    expect(countries.filter(({ phoneCode }) => !/^[1-9]\d{0,2}$/.test(phoneCode))).toEqual([]);
    expect(
      countries
        .filter(({ regions }) => regions.length > 0)
        .map(({ code, regions }) => [code, regions.length]),
    ).toEqual([
      ['CA', 13],
      ['US', 51],
    ]);
  });

  it('an address in Australia needs no state', async () => {
    const { body } = await app.root.post<{ id: string }>('/companies', {
      ...settings,
      country: 'AU',
      region: '',
      taxNumber: '',
    });
    expect(body.id).toBeDefined();
  });
});
