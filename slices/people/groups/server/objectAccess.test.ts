import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reachOf } from '../../../../server/platform/access/objectAccess.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import { makeGroup } from './testing/fixtures.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  const parent = await app.signInAs('user');
  const subAccount = await app.signInAs('user', { parentId: parent.userId });
  await app.signInAs('user', { parentId: parent.userId });
  await app.signInAs('siteAdmin');
  const guest = await app.signInAs('user');
  await app.signInAs('billingAdmin');
  await makeGroup(parent, { members: [subAccount.userId], right: 'operate' });
  await makeGroup(app.root, { siteId: app.siteId, members: [guest.userId], right: 'view' });
}, 60_000);
afterAll(() => app.close());

it('is read with a session as the database resolves it, for every kind of account', async () => {
  const { rows } = await sql<{
    email: string;
    role: string;
    shown: string;
    resolved: string;
    members: number;
  }>`
    select u.email, u.role, (${sql.raw(reachOf('u', 'site'))})::jsonb::text as shown, actor_reach(u.id, u.role, site.path)::text as resolved,
      (select count(*)::integer from user_group_member m where m.user_id = u.id) as members
    from user_account u join site on site.id = u.site_id`.execute(app.administration.db);
  expect(new Set(rows.map(({ role }) => role))).toEqual(
    new Set(['root', 'siteAdmin', 'billingAdmin', 'user']),
  );
  expect(rows.filter(({ members }) => members > 0)).toHaveLength(2);
  const withSubAccounts = rows.filter(({ shown }) => /"subAccountIds": \["/.test(shown));
  expect(withSubAccounts).toHaveLength(1);
  for (const { email, shown, resolved } of rows)
    expect(sortedIds(shown), email).toEqual(sortedIds(resolved));
});

/** IDs are unordered. */
const sortedIds = (accessJson: string) =>
  JSON.parse(accessJson, (_key, value: unknown) =>
    Array.isArray(value) ? value.toSorted() : value,
  ) as unknown;
