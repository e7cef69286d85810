import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import { makeServer } from '../../../../people/groups/server/testing/fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
}, 60_000);
afterAll(() => app.close());

it('a disk moved to another server counts toward the new server’s total and no longer toward the old one’s', async () => {
  const [from, to] = [await makeServer(app.root), await makeServer(app.root)];
  const { db } = app.portal.services.database;
  const totals = async () => {
    const { rows } = await sql<{ id: string; diskGb: number }>`
      select id, disk_gb as "diskGb" from server where id in (${from}, ${to})`.execute(db);
    return Object.fromEntries(rows.map(({ id, diskGb }) => [id, diskGb]));
  };
  expect(await totals()).toEqual({ [from]: 20, [to]: 20 });
  await sql`update server_disk set server_id = ${to}, position = 5 where server_id = ${from}`.execute(
    db,
  );
  expect(await totals()).toEqual({ [from]: 0, [to]: 40 });
});
