import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectToast, openScreen, signInVisitor } from '../../../e2e/steps.ts';
import { problemsOf } from '../../../e2e/sweep.ts';
import type { TestClient } from '../../../server/testing/client.ts';
import { makeServer } from './server/testing/fixtures.ts';

let harness: Harness;
let parent: TestClient;
let subAccount: TestClient;
let groupPath = '';

beforeAll(async () => {
  harness = await openHarness();
  parent = await harness.app.signInAs('user', { email: 'maya@example.test' });
  subAccount = await harness.app.signInAs('user', {
    email: 'tom@example.test',
    parentId: parent.userId,
  });
  for (const name of ['shop-front', 'shop-data', 'mail-gateway']) await makeServer(parent, name);
});
afterAll(() => harness.close());

it('a customer creates a group, adds a sub-account and grants two servers, and the sub-account sees exactly those two', async () => {
  await withVisitor(harness, {}, async (visitor) => {
    await signInVisitor(visitor, parent);
    await openScreen(visitor, '/groups');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Create group' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Shop keepers');
    await page.getByRole('dialog').getByRole('button', { name: 'Create group' }).click();
    await page.waitForURL('**/groups/*/*/info');
    groupPath = new URL(page.url()).pathname;
    await page.getByRole('button', { name: 'Add members' }).first().click();
    await page.getByRole('checkbox', { name: 'tom@example.test' }).check();
    expect(await problemsOf(visitor)).toEqual([]);
    await page.getByRole('button', { name: 'Add 1 member' }).click();
    await expectToast(page, 'Members added');
    await page.getByRole('button', { name: 'Grant permission' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Permission', exact: true }).selectOption('Operate');
    for (const name of ['shop-front', 'shop-data'])
      await dialog.getByRole('checkbox', { name }).check();
    expect(await problemsOf(visitor)).toEqual([]);
    await dialog.getByRole('button', { name: 'Grant permission' }).click();
    await page.getByRole('combobox', { name: 'Permission on shop-front' }).waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
  });
  await withVisitor(harness, {}, async (visitor) => {
    await signInVisitor(visitor, subAccount);
    await openScreen(visitor, '/servers');
    const { page } = visitor;
    await page.getByRole('link', { name: 'shop-front', exact: true }).waitFor();
    const names = async () =>
      (await page.locator('tbody tr [data-name] a.link').allTextContents()).sort();
    await expect.poll(names).toEqual(['shop-data', 'shop-front']);
  });
});

it('the sub-account looks up why it can’t terminate a server, and sees what is missing and who can grant it', () =>
  withVisitor(harness, {}, async (visitor) => {
    await signInVisitor(visitor, subAccount);
    await openScreen(visitor, '/permissionExplainer');
    const { page } = visitor;
    await page
      .getByRole('combobox', { name: 'Operation' })
      .selectOption({ label: 'Terminate a server' });
    await page
      .getByRole('combobox', { name: 'Object', exact: true })
      .selectOption({ label: 'shop-front' });
    await page.getByRole('status').filter({ hasText: 'Not allowed' }).waitFor();
    await page.getByText('Shop keepers grants Operate').waitFor();
    await page.getByText(parent.email).waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
  }));

it.each([
  { device: 'phone', scheme: 'light', language: 'en' },
  { device: 'phone', scheme: 'dark', language: 'he' },
  { device: 'desktop', scheme: 'dark', language: 'he' },
] as const)(
  'groups, Explain access, logs and reports render completely on $device, $scheme, in $language',
  (look) =>
    withVisitor(harness, look, async (visitor) => {
      await signInVisitor(visitor, await harness.app.signInAs('root'));
      const paths = [
        '/groups',
        groupPath,
        '/permissionExplainer?operation=powerServer',
        '/logView',
        '/loginLog',
        '/accountLog',
        '/recentUsersActivity',
        '/deletedUsers',
      ];
      for (const path of paths) {
        await openScreen(visitor, path);
        expect(await problemsOf(visitor), path).toEqual([]);
      }
    }),
);
