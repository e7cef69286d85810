import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findSetting,
  listSettings,
  readSetting,
  requiredAccessAt,
} from '../../../../server/platform/settings/settings.ts';
import { readSite } from '../../../../server/platform/sites/sites.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';

let app: TestApp;
let admin: TestClient;
const db = () => app.portal.services.database.db;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signInAs('siteAdmin');
});
afterAll(() => app.close());

type List = { items: { id: string; value: unknown; canChange: boolean; changedBy: string }[] };
const list = async (client: TestClient) => (await client.get<List>('/settings')).body.items;
const storedRows = async (id: string) =>
  (await sql`select value from setting where id = ${id}`.execute(db())).rows;

/**
 * Settings that a site administrator of the root site could use against the portal or other sites.
 */
const operators: readonly [id: string, value: unknown][] = [
  ['alerts.trustedReceivers', ['http://127.0.0.1:9']],
  ['packages.mirror', 'https://mirror.example'],
  ['packages.proxy', 'http://proxy.example:3128'],
  ['accounting.trustedOrigins', ['http://127.0.0.1:9']],
  ['exchangeRates.ecbAddress', 'https://rates.example/'],
  ['billing.viesAddress', 'https://vies.example/'],
  ['consoles.guacdPort', 4822],
  ['identity.demandsSecondFactor', []],
  ['identity.proofFor', []],
  ['identity.passwordPolicy', 'classic'],
  ['sms.perSiteADay', 1_000_000],
  ['sms.perPhoneADay', 1_000_000],
];

describe('an operator setting', () => {
  it.each(operators)(
    '%s can’t be changed by the administrator of the root site, is named in the error, and stays unchanged',
    async (id, value) => {
      const answer = await admin.put(`/settings/${id}`, { value });
      expect([answer.status, answer.body.code]).toEqual([403, [1701]]);
      expect(answer.body.errors?.[0]?.info).toContain(
        'It can be changed by: Operator of the portal',
      );
      expect(await storedRows(id)).toEqual([]);
      const listedSetting = (await list(admin)).find((setting) => setting.id === id);
      expect(listedSetting).toMatchObject({
        canChange: false,
        changedBy: 'Operator of the portal',
      });
      expect((await list(app.root)).find((setting) => setting.id === id)?.canChange).toBe(true);
    },
  );

  it('includes every setting that only the root site has', () => {
    const root = { path: app.siteId };
    const open = listSettings(app.portal).filter(
      (setting) => setting.level === 'root' && requiredAccessAt(setting, root) !== 'portal.manage',
    );
    expect(open.map(({ id }) => id)).toEqual([]);
  });

  it('isn’t offered to an operator’s access key without the permission', async () => {
    const created = await app.root.post<{ clientId: string; secret: string }>('/apikeys', {
      ...{ name: 'settings', type: 'external', scopes: ['settings.manage'] },
    });
    // No key type offers the permission, because only users can change settings of the whole
    // portal.
    expect([400, 422]).toContain(created.status);
  });
});

describe('a site setting', () => {
  it('can be changed by its administrator, as listed', async () => {
    const id = 'images.quotaGb';
    expect((await list(admin)).find((setting) => setting.id === id)).toMatchObject({
      canChange: true,
      changedBy: 'Operator of the portal, Site administrator',
    });
    expect((await admin.put(`/settings/${id}`, { value: 150 })).status).toBe(200);
  });
});

describe('an operator requirement', () => {
  const set = (siteId: string, id: string, value: unknown) =>
    sql`insert into setting (site_id, id, value) values (${siteId}, ${id}, ${JSON.stringify(value)}) on conflict (site_id, id) do update set value = excluded.value`.execute(
      db(),
    );
  const at = async (siteId: string, id: string) =>
    readSetting({ db: db(), site: await readSite(db(), siteId) }, findSetting(app.portal, id));

  it('applies to every site below, whatever value that site has, and a site’s additions apply to that site only', async () => {
    const subSite = await app.makeSite('Below');
    await set(app.siteId, 'identity.demandsSecondFactor', ['root', 'siteAdmin']);
    await set(subSite, 'identity.demandsSecondFactor', ['billingAdmin']);
    expect(await at(subSite, 'identity.demandsSecondFactor')).toEqual([
      'billingAdmin',
      'root',
      'siteAdmin',
    ]);
    expect(await at(app.siteId, 'identity.demandsSecondFactor')).toEqual(['root', 'siteAdmin']);
    await set(app.siteId, 'identity.proofFor', ['terminateServer']);
    await set(subSite, 'identity.proofFor', []);
    expect(await at(subSite, 'identity.proofFor')).toEqual(['terminateServer']);
    await set(app.siteId, 'identity.passwordPolicy', 'strong');
    await set(subSite, 'identity.passwordPolicy', 'classic');
    expect(await at(subSite, 'identity.passwordPolicy')).toBe('strong');
  });

  it('uses the nearest site’s value for settings that replace instead of add', async () => {
    const subSite = await app.makeSite('Another below');
    await set(app.siteId, 'images.quotaGb', 10);
    await set(subSite, 'images.quotaGb', 20);
    expect(await at(subSite, 'images.quotaGb')).toBe(20);
  });
});
