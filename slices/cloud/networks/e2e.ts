import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectToast, openScreen, signInVisitor } from '../../../e2e/steps.ts';
import { problemsOf } from '../../../e2e/sweep.ts';
import type { TestClient } from '../../../server/testing/client.ts';
import { makeLan, makeServerOn } from './server/testing/lan.ts';

let harness: Harness;
let owner: TestClient;
let networkPath = '';

beforeAll(async () => {
  harness = await openHarness();
  owner = await harness.app.signInAs('user', { email: 'noa@example.test' });
  await makeServerOn(owner, [{ networkId: 'auto' }], 'shop-data');
});
afterAll(() => harness.close());

/** Drags the server's card onto the network. */
async function drag(page: Page, server: string, network: string): Promise<void> {
  const from = await page.getByRole('article', { name: server }).boundingBox();
  const to = await page.getByRole('region', { name: network, exact: true }).boundingBox();
  if (!from || !to) throw new Error('The map does not show both.');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height - 6);
  await page.mouse.down();
  await page.mouse.move(to.x + 40, to.y + to.height / 2, { steps: 8 });
  await page.mouse.up();
}

it('a customer creates a private network with a second IPv6 range and reserves an address in it', () =>
  withVisitor(harness, {}, async (visitor) => {
    await signInVisitor(visitor, owner);
    await openScreen(visitor, '/networks');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Create network' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('backend');
    visitor.expectComplaint(/422 .*\/svc\/networks\)/);
    await dialog.getByLabel('IP range').fill('8.8.8.0/24');
    await dialog.getByRole('button', { name: 'Create network' }).click();
    await dialog.getByText('Private networks require private addresses').waitFor();
    await dialog.getByLabel('IP range').fill('10.30.0.0/24');
    expect(await problemsOf(visitor)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create network' }).click();
    await page.waitForURL(/\/networks\/[^/]+\/[0-9a-f-]{36}$/);
    networkPath = new URL(page.url()).pathname;
    await page.getByRole('button', { name: 'Add subnet' }).click();
    await expect.poll(() => dialog.getByLabel('IP range').inputValue()).toMatch(/^fd.*\/64$/);
    await dialog.getByRole('button', { name: 'Add subnet' }).click();
    await page.getByRole('link', { name: /^fd.*\/64$/ }).waitFor();
    expect(await problemsOf(visitor)).toEqual([]);

    await page.getByRole('link', { name: '10.30.0.0/24' }).click();
    await page.getByRole('searchbox').fill('10.30.0.5');
    await page.getByRole('button', { name: 'Actions for 10.30.0.5', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Reserve', exact: true }).click();
    await dialog.getByLabel('Note').fill('the database');
    expect(await problemsOf(visitor)).toEqual([]);
    await dialog.getByRole('button', { name: 'Reserve', exact: true }).click();
    await page.getByText('Reserved for the owner').waitFor();

    const row = page.getByRole('row').filter({ hasText: 'the database' });
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Remove reservation' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.getByText('Reserved for the owner').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
  }));

it('the customer drags a server onto the network in the map, using the reserved address, and sees the connection', () =>
  withVisitor(harness, {}, async (visitor) => {
    await signInVisitor(visitor, owner);
    await openScreen(visitor, '/networks/map');
    const { page } = visitor;
    await page.getByRole('article', { name: 'shop-data' }).waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await drag(page, 'shop-data', 'backend');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('IP address').fill('10.30.0.5');
    expect(await problemsOf(visitor)).toEqual([]);
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await expectToast(page, 'Connecting shop-data to backend…');
    await page.getByRole('article', { name: 'shop-data' }).getByText('10.30.0.5').waitFor();
    await page
      .locator('[data-part="topology-wire"][data-kind="lan"]')
      .first()
      .waitFor({ state: 'attached' });
  }));

it('the customer connects servers with the keyboard alone, without dragging', () =>
  withVisitor(harness, {}, async (visitor) => {
    await makeLan(owner, '10.31.0.0/24', { description: 'second' });
    await signInVisitor(visitor, owner);
    await openScreen(visitor, '/networks/map');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Connect shop-data to a network' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Network').focus();
    await page.keyboard.type('lan-');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('article', { name: 'shop-data' }).getByText('10.31.0.1').waitFor();
  }));

it('the customer sees the address history and what blocks deleting the network, and then deletes it', () =>
  withVisitor(harness, {}, async (visitor) => {
    await signInVisitor(visitor, owner);
    await openScreen(visitor, '/networks/history?address=10.30.0.5');
    const { page } = visitor;
    await page.getByRole('row', { name: /10\.30\.0\.5.*shop-data.*Now/ }).waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await openScreen(visitor, networkPath);
    await page.getByRole('button', { name: 'Delete' }).hover();
    await page.getByRole('tooltip').filter({ hasText: 'shop-data' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click({ force: true });
    expect(await page.getByRole('dialog').count()).toBe(0);

    const { body } = await owner.get<{ items: { id: string }[] }>('/servers?filter=shop-data');
    const serverId = body.items[0]?.id ?? '';
    await openScreen(visitor, `/servers/${serverId}/networks`);
    const card = page.getByRole('region', { name: '10.30.0.5' });
    await card.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await card.waitFor({ state: 'detached' });
    expect(await problemsOf(visitor)).toEqual([]);
    await openScreen(visitor, networkPath);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('**/networks');
    expect((await owner.get(networkPath.replace(/^\/networks\/[^/]+/, '/networks'))).status).toBe(
      404,
    );
    await openScreen(visitor, '/networks/history?address=10.30.0.5');
    await page.getByText('shop-data').waitFor();
  }));

it.each([
  { device: 'desktop', scheme: 'light', language: 'en' },
  { device: 'phone', scheme: 'dark', language: 'he' },
] as const)(
  'the customer gets the guest settings for a network without DHCP, on $device in $language',
  (look) =>
    withVisitor(harness, look, async (visitor) => {
      const lan = await makeLan(owner, '10.33.0.0/24', {
        dhcp: false,
        gateway: '10.33.0.1',
        dns: ['1.1.1.1'],
      });
      const serverId = await makeServerOn(owner, [{ networkId: lan.id, address: '10.33.0.7' }]);
      await signInVisitor(visitor, owner);
      await openScreen(visitor, `/servers/${serverId}/networks`);
      const card = visitor.page.getByRole('region', { name: '10.33.0.7' });
      await card.locator('summary').click();
      await card.getByText('- "10.33.0.7/24"').waitFor();
      await card.getByRole('textbox').fill('ens7');
      await card.getByText('iface ens7 inet static').waitFor();
      expect(await problemsOf(visitor)).toEqual([]);
      expect((await owner.delete(`/servers/${serverId}`)).status).toBe(200);
    }),
);

it.each([
  { device: 'phone', scheme: 'light', language: 'en' },
  { device: 'phone', scheme: 'dark', language: 'he' },
  { device: 'desktop', scheme: 'dark', language: 'he' },
] as const)(
  'networks, their addresses, the map and the history display correctly on $device, $scheme, in $language',
  (look) =>
    withVisitor(harness, look, async (visitor) => {
      const lan = await makeLan(owner, '10.32.0.0/22', {
        gateway: '10.32.0.1',
        dns: ['1.1.1.1'],
        routes: [{ to: '10.9.0.0/16', via: '10.32.0.9' }],
      });
      await signInVisitor(visitor, owner);
      const path = `/networks/${lan.datacenterCode}/${lan.id}`;
      for (const screen of [
        '/networks',
        path,
        `${path}/${lan.subnetId}`,
        '/networks/map',
        '/networks/history',
      ]) {
        await openScreen(visitor, screen);
        expect(await problemsOf(visitor), screen).toEqual([]);
      }
      await owner.delete(`/networks/${lan.id}`);
    }),
);
