import { afterAll, beforeAll, expect, it } from 'vitest';
import { stateDeadlineMs, type Visitor } from '../../../e2e/browser.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import {
  expectToast,
  openScreen,
  screenIsReady,
  sendLogin,
  signInVisitor,
} from '../../../e2e/steps.ts';
import { lastMail } from '../../../server/testing/outbox.ts';

const host = 'cloud.nordlicht.test';
const admin = 'ines@nordlicht.example';
const customer = 'kofi@customer.example';
const password = 'Winter_Garden_88';

let harness: Harness;
let siteId: string;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.close());

const siteUrl = (path: string): string =>
  `http://${host}:${new URL(harness.app.address).port}${path}`;

/** Returns the URL of the link in an email, with the site's hostname. */
async function linkTo(email: string, kind: string): Promise<string> {
  const mail = async () => await lastMail(harness.app.portal, email, kind).catch(() => null);
  await expect.poll(mail, { timeout: stateDeadlineMs }).not.toBeNull();
  const link = new URL((await mail())?.values.link ?? '');
  expect(link.hostname).toBe(host);
  return siteUrl(link.pathname);
}

/** Accepts an invitation by setting a password, and signs in. */
async function accept(visitor: Visitor, link: string, email: string): Promise<void> {
  const { page } = visitor;
  await page.goto(link);
  await page.locator('input[autocomplete="new-password"]').nth(0).fill(password);
  await page.locator('input[autocomplete="new-password"]').nth(1).fill(password);
  await page.locator('button[type="submit"]').click();
  await page.getByLabel('Password', { exact: true }).waitFor();
  await sendLogin(visitor, email, password);
  await page.waitForURL('**/dashboard');
  await screenIsReady(page);
}

it('root creates a reseller’s site with its own name, hostname and theme, and invites its administrator', () =>
  withVisitor(harness, {}, async (visitor) => {
    await signInVisitor(visitor, harness.app.root);
    await openScreen(visitor, '/createNewSite');
    const { page } = visitor;
    await page.getByLabel('Site name').fill('Nordlicht');
    await page.getByLabel('System name').fill('Nordlicht Cloud');
    await page.getByLabel('Hostname (optional)').fill(host);
    await page.getByRole('button', { name: 'Create site' }).click();
    await expectToast(page, 'Nordlicht created');
    await screenIsReady(page);
    const sites = await harness.app.root.get<{
      items: { id: string; siteHost: string; name: string }[];
    }>('/sites');
    const site = sites.body.items.find(({ name }) => name === 'Nordlicht');
    siteId = site?.id ?? '';
    await openScreen(visitor, `/sites/${site?.siteHost}/UISettings`);
    await page.getByRole('textbox', { name: 'Primary color', exact: true }).fill('#0a5c50');
    await page.getByRole('button', { name: 'Publish' }).click();
    await expectToast(page, 'Version 1 published');
    await openScreen(visitor, `/sites/${site?.siteHost}/SiteAdmin`);
    await page.getByRole('button', { name: 'Invite', exact: true }).first().click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Email' }).fill(admin);
    await page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click();
    await expectToast(page, `Invitation sent to ${admin}`);
  }));

it('the reseller accepts the invitation in the reseller’s own branding, and invites a customer', () =>
  withVisitor(harness, {}, async (visitor) => {
    visitor.expectComplaint(/Cross-Origin-Opener-Policy/);
    const { page } = visitor;
    await accept(visitor, await linkTo(admin, 'site.adminInvited'), admin);
    await expect.poll(() => page.title()).toContain('Nordlicht Cloud');
    await expect
      .poll(() =>
        page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand')),
      )
      .toContain('#0a5c50');
    await page.goto(siteUrl('/users'));
    await screenIsReady(page);
    await page.getByRole('button', { name: 'Invite users' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email addresses').fill(`${customer}\nnot an address`);
    await dialog.getByRole('button', { name: 'Check list' }).click();
    await dialog.getByText('Ready to invite: 1. Lines with errors: 1.').waitFor();
    await dialog.getByRole('button', { name: 'Invite 1 user' }).click();
    await expectToast(page, '1 invitation sent');
    const visibleUsers = await page.evaluate(
      async () => (await (await fetch('/svc/users')).json()) as { items: { email: string }[] },
    );
    expect(visibleUsers.items.map(({ email }) => email).sort()).toEqual([admin, customer]);
  }));

it('the customer accepts, root acts for them in read-only mode, and the customer sees who did so and why', async () => {
  await withVisitor(harness, {}, async (visitor) => {
    visitor.expectComplaint(/Cross-Origin-Opener-Policy/);
    await accept(visitor, await linkTo(customer, 'user.invited'), customer);
    await expect.poll(() => visitor.page.title()).toContain('Nordlicht Cloud');
  });
  const users = await harness.app.root.get<{
    items: { id: string; email: string; siteId: string }[];
  }>('/users?filter=kofi');
  const user = users.body.items.find(({ email }) => email === customer);
  await withVisitor(harness, {}, async (visitor) => {
    visitor.expectComplaint(/status of 403/);
    await signInVisitor(visitor, harness.app.root);
    await openScreen(visitor, `/users/${siteId}/${user?.id}/info`);
    const { page } = visitor;
    await page.locator('.page-actions').getByRole('button', { name: 'Act for user' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Asked for help in call 4711');
    await page.getByRole('dialog').getByRole('button', { name: 'Act for user' }).click();
    await page.waitForURL('**/dashboard');
    await page.getByText(customer).first().waitFor();
    const rejected = await page.evaluate(async () => {
      const answer = await fetch('/svc/header/updateTimeZone', {
        method: 'PUT',
        headers: {
          token: sessionStorage.getItem('token') ?? '',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ timeZone: 'Asia/Jerusalem' }),
      });
      return ((await answer.json()) as { code: number[] }).code;
    });
    expect(rejected).toEqual([1801]);
  });
  await withVisitor(harness, {}, async (visitor) => {
    visitor.expectComplaint(/Cross-Origin-Opener-Policy/);
    const { page } = visitor;
    await page.goto(siteUrl('/login'));
    await sendLogin(visitor, customer, password);
    await page.waitForURL('**/dashboard');
    await page.goto(siteUrl('/accountLog'));
    await screenIsReady(page);
    await page.getByText('Asked for help in call 4711').first().waitFor();
    await page.getByText('root@example.test').first().waitFor();
  });
});
