import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { openScreen, signInVisitor } from '../../../e2e/steps.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness?.close());

it('the generated password is readable in the form and shown again after the server is created, until dismissed', () =>
  withVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    await signInVisitor(visitor, await harness.app.signInAs('user'));
    await openScreen(visitor, '/serverCreate');
    const field = page.getByLabel(/^Password for/);
    await field.waitFor();
    await expect.poll(() => field.getAttribute('type')).toBe('text');
    const password = await field.inputValue();
    expect(password).toMatch(/^\S{20}$/);
    await page.getByRole('button', { name: 'Hide' }).click();
    await expect.poll(() => field.getAttribute('type')).toBe('password');
    const create = page
      .locator('main')
      .getByRole('button', { name: 'Create server', exact: true })
      .first();
    await create.click();
    await page.waitForURL(/\/servers\/[0-9a-f-]{36}/);

    const offer = page.getByRole('region', { name: 'Sign-in details' });
    await offer.waitFor();
    await expect
      .poll(() => offer.locator('dd').allInnerTexts())
      .toEqual([expect.stringMatching(/^\w+$/), password]);
    await offer.getByText('The password isn’t saved, so copy it now').waitFor();
    await offer.getByRole('button', { name: 'Copy: Password' }).waitFor();
    // The pressed button was removed with its screen. Focus must not move back to the page frame.
    expect(await page.locator('.skip-link:focus').count()).toBe(0);

    await page.getByRole('link', { name: 'Connect' }).click();
    await page
      .getByText('with the password shown when the server was created, or set a new one')
      .waitFor({ timeout: 30_000 });
    await page.locator('main').getByRole('link', { name: 'Set a new password' }).waitFor();
    await offer.getByRole('button', { name: 'Done' }).click();
    await offer.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('with the password shown when').waitFor({ timeout: 30_000 });
    expect(await page.getByText(password).count()).toBe(0);
  }));
