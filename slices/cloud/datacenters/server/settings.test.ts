import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';

interface Settings {
  id: string;
  code: string;
  shortCode: string;
  name: string;
  isOpen: boolean;
}

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
}, 30_000);
afterAll(() => app.close());

const db = () => app.portal.services.database.db;
const settings = async () =>
  (await app.root.get<{ items: Settings[] }>('/datacenters/settings')).body.items;
const insert = async (code: string, shortCode: string | null = null) => {
  const { rows } = await sql<{ shortCode: string }>`
    insert into datacenter (code, short_code, name, engine) values (${code}, ${shortCode}, ${code}, 'simulated')
    returning short_code as "shortCode"`.execute(db());
  return rows[0]?.shortCode;
};

describe('the short code of a datacenter', () => {
  it('is entered at creation or derived from its code, and is unique', async () => {
    expect(await insert('eu-frankfurt')).toBe('EU-FRA');
    expect(await insert('eu-frankfurt-2')).toBe('EU-FR2');
    expect(await insert('x')).toBe('XDC');
    expect(await insert('us-new-york', 'US-NY2')).toBe('US-NY2');
    expect((await settings()).map(({ shortCode }) => shortCode)).toEqual(
      expect.arrayContaining(['SIM', 'EU-FRA', 'EU-FR2', 'XDC', 'US-NY2']),
    );
  });

  it('can be changed by the operator, with name and location, and is shown to everyone who creates servers', async () => {
    const datacenter = (await settings()).find(({ code }) => code === 'simulated') as Settings;
    const put = (body: object) => app.root.put(`/datacenters/${datacenter.id}`, body);
    expect(
      (await put({ shortCode: 'IL-TA', name: 'Tel Aviv', region: 'Middle East', country: 'IL' }))
        .status,
    ).toBe(200);
    const user = await app.signInAs('user');
    expect((await user.get('/datacenters')).body).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({
          id: datacenter.id,
          shortCode: 'IL-TA',
          name: 'Tel Aviv',
          country: 'IL',
        }),
      ]),
    });
    const duplicate = await put({ shortCode: 'US-NY2' });
    expect([duplicate.status, duplicate.body.errors?.[0]]).toMatchObject([
      409,
      { code: 1401, key: 'shortCode' },
    ]);
    for (const shortCode of ['il', 'X', 'TOOLONG', '-A', 'A B', ''])
      expect((await put({ shortCode })).status).toBe(400);
    expect((await put({ shortCode: 'SIM' })).status).toBe(200);
  });

  it('can’t be read or changed by site administrators and users', async () => {
    const datacenter = (await settings())[0] as Settings;
    for (const role of ['siteAdmin', 'user'] as const) {
      const user = await app.signInAs(role);
      expect((await user.get('/datacenters/settings')).status).toBe(403);
      expect((await user.put(`/datacenters/${datacenter.id}`, { shortCode: 'EU' })).status).toBe(
        403,
      );
    }
  });

  it('is derived for existing datacenters', async () => {
    const migration = await readFile(
      join(import.meta.dirname, '../../../../server/migrations/0097_datacenter_short_codes.sql'),
      'utf8',
    );
    const undone = await app.administration.db
      .transaction()
      .execute(async (trx) => {
        await sql`drop trigger datacenter_short_code on datacenter`.execute(trx);
        await sql`drop function set_short_code, free_short_code`.execute(trx);
        await sql`alter table datacenter drop column short_code`.execute(trx);
        await sql.raw(migration).execute(trx);
        const { rows } = await sql<{
          code: string;
          shortCode: string;
        }>`select code, short_code as "shortCode" from datacenter`.execute(trx);
        const codes = Object.fromEntries(rows.map(({ code, shortCode }) => [code, shortCode]));
        expect(codes).toMatchObject({
          simulated: 'SIM',
          'eu-frankfurt': 'EU-FRA',
          'eu-frankfurt-2': 'EU-FR2',
        });
        for (const { shortCode } of rows) expect(shortCode).toMatch(/^[A-Z0-9-]{2,6}$/);
        throw new Error('undo');
      })
      .catch((error: Error) => error.message);
    expect(undone).toBe('undo');
  });
});
