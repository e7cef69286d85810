import { afterAll, beforeAll, expect, it } from 'vitest';
import { nameOf, twoLooks } from '../../../e2e/browser.ts';
import { createServer } from '../../../e2e/createServer.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectToast, openScreen, signInVisitor } from '../../../e2e/steps.ts';
import { problemsOf, walk } from '../../../e2e/sweep.ts';
import type { TestClient } from '../../../server/testing/client.ts';

let harness: Harness;
let owner: TestClient;
let serverId: string;
let groupPath = '';

beforeAll(async () => {
  harness = await openHarness();
  owner = await harness.app.signInAs('user', { email: 'dana@example.test' });
  serverId = await createServer(owner);
});
afterAll(() => harness.close());

it('a customer creates rules once, for the group of web servers', () =>
  withVisitor(harness, {}, async (visitor) => {
    await signInVisitor(visitor, owner);
    await openScreen(visitor, '/firewall');
    const { page } = visitor;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Create group' }).first().click();
    await dialog.getByLabel('Name').fill('Web servers');
    await dialog.getByRole('button', { name: 'Create group' }).click();
    await page.waitForURL(/\/firewall\/[0-9a-f-]{36}$/);
    groupPath = new URL(page.url()).pathname;
    await page.getByRole('button', { name: 'Add rule' }).click();
    await dialog.getByLabel('Template').selectOption('web');
    await expect.poll(() => dialog.getByLabel('Ports').inputValue()).toBe('80, 443');
    expect(await problemsOf(visitor)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('1 unapplied change').waitFor();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('1 unapplied change').waitFor({ state: 'detached' });
    expect(await problemsOf(visitor)).toEqual([]);
  }));

it('the customer applies the group to a server, sees an invalid rule, tests a packet, and applies the draft', () =>
  withVisitor(harness, {}, async (visitor) => {
    await signInVisitor(visitor, owner);
    await openScreen(visitor, `/servers/${serverId}/firewall`);
    const { page } = visitor;
    const dialog = page.getByRole('dialog');
    await page.getByText('This server’s engine doesn’t support firewalls').waitFor();
    await page.getByLabel('Incoming, if no rule matches').selectOption('drop');
    await page.getByText('1 unapplied change').waitFor();
    await page.getByLabel('Add group').selectOption({ label: 'Web servers' });
    await page.getByText('2 unapplied changes').waitFor();
    await page.getByRole('button', { name: 'Add rule' }).click();
    await dialog.getByLabel('Ports').fill('22, x');
    await dialog.getByRole('button', { name: 'Save draft' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Ports').fill('22');
    await dialog.getByLabel('Source or destination').selectOption('addresses');
    await dialog.getByLabel('IP addresses').fill('192.0.2.0/24, 2001:db8::/32');
    expect(await problemsOf(visitor)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('3 unapplied changes').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);

    await page.getByText('Test connection').click();
    await page.getByLabel('Remote IP address').fill('192.0.2.7');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('Allowed by rule 2').waitFor();
    await page.getByLabel('Remote IP address').fill('203.0.113.7');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('Blocked by default, because no rule matches').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);

    await page.getByRole('button', { name: /^Move up: .*port 22/ }).click();
    await page.getByText('Draft saved').first().waitFor();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expectToast(page, 'Applying…');
    await page.getByText('Applied on').waitFor();
    await page.getByText('3 unapplied changes').waitFor({ state: 'detached' });
  }));

it('the customer sees where the group is used, and edits are shown as a diff until they are discarded', () =>
  withVisitor(harness, {}, async (visitor) => {
    await signInVisitor(visitor, owner);
    await openScreen(visitor, groupPath);
    const { page } = visitor;
    await page.getByText('1 interface').waitFor();
    await page.getByRole('button', { name: /^Remove: / }).click();
    await page.getByText('Removed: ').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await page.getByText('Removed: ').waitFor({ state: 'detached' });
  }));

it('a removed rule is restored with one click, and leaves no draft', () =>
  withVisitor(harness, {}, async (visitor) => {
    await signInVisitor(visitor, owner);
    await openScreen(visitor, groupPath);
    const { page } = visitor;
    await page.getByRole('button', { name: /^Remove: / }).click();
    await page.getByText('Removed: ').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Removed: ').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Remove: / }).waitFor();
    expect((await owner.get(`/firewall/groups/${groupPath.split('/').at(-1)}`)).body).toMatchObject(
      { draft: null },
    );
  }));

it.each(twoLooks.map((look) => [nameOf(look), look] as const))(
  'the screen displays correctly: %s',
  (_name, look) =>
    withVisitor(harness, look, async (visitor) => {
      await signInVisitor(visitor, owner);
      expect(
        await walk(visitor, ['/firewall', groupPath, `/servers/${serverId}/firewall`]),
      ).toEqual([]);
    }),
);
