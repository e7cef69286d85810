import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const rowsOf = async (): Promise<Record<string, number>> => {
  const { pool } = app.portal.services.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables)
    counts[name] =
      (await pool.query<{ count: number }>(`select count(*) from ${name}`)).rows[0]?.count ?? 0;
  return counts;
};

it('anonymous callers create no sessions or other rows with unusual requests', async () => {
  const before = await rowsOf();
  const odd = [
    '',
    '?next=//evil.example',
    '?remote=1&status=2&value=3',
    '?disconnected=1',
    `?${'x'.repeat(500)}=1`,
  ];
  for (let round = 0; round < 400; round += 1) {
    const anonymous = app.anonymous();
    anonymous.cookie = `cloudberth_session=${'f'.repeat(43)}${round}; cloudberth_browser=x${round}; cloudberth_step=y${round}`;
    await anonymous.get(`/loginCheck${odd[round % odd.length]}`);
    await anonymous.get('/user');
    await anonymous.post('/tfaDetails', { email: `nobody${round}@example.test` });
    await anonymous.post('/passkey/options');
  }
  const after = await rowsOf();
  // Tables of the portal's own periodic jobs may change concurrently. An anonymous call adds at
  // most one log entry.
  const grownTables = Object.keys(after).filter(
    (name) => (after[name] ?? 0) > (before[name] ?? 0) + 5,
  );
  expect(grownTables.filter((name) => !['audit_entry', 'audit_seal'].includes(name))).toEqual([]);
});
