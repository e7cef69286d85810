import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import { makeGroup, makeServer } from '../../groups/server/testing/fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
}, 60_000);
afterAll(() => app.close());

it('an owner isn’t named to users without access to the owner, even if a group granted both the same server', async () => {
  const admin = await app.signInAs('siteAdmin');
  const owner = await app.signInAs('user');
  const colleague = await app.signInAs('user');
  const serverId = await makeServer(owner);
  await makeGroup(admin, { members: [colleague.userId], right: 'operate', servers: [serverId] });
  const path = `/permissions/explain?operation=powerServer&objectType=ot.server&objectId=${serverId}`;
  const names = (answer: { body: { whoCanChange: { name: string }[] } }) =>
    answer.body.whoCanChange.map(({ name }) => name);
  expect(names(await colleague.get(path))).toEqual([
    'Site administrator',
    'Operator of the portal',
  ]);
  expect(names(await admin.get(`${path}&userId=${colleague.userId}`))).toContain(owner.email);
});
