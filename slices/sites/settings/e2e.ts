import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectToast, openScreen, signInVisitor } from '../../../e2e/steps.ts';
import { problemsOf } from '../../../e2e/sweep.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.close());

it('a switch is saved individually, is marked as set by the site, and can be reset to its default', () =>
  withVisitor(harness, {}, async (visitor) => {
    await signInVisitor(visitor, await harness.app.signInAs('root'));
    await openScreen(visitor, '/settings');
    const { page } = visitor;
    const title = 'Build the first images from packages when the portal starts without any';
    const row = page.locator('form').filter({ has: page.getByLabel(title, { exact: true }) });
    const save = row.getByRole('button', { name: `Save ${title}` });
    await expect.poll(() => save.isDisabled()).toBe(true);
    await row.getByRole('switch', { name: title }).click();
    await save.click();
    await expectToast(page, `${title} saved`);
    await row.getByText('Changed on this site').waitFor();
    await page.reload();
    await row.getByText('Changed on this site').waitFor();
    await expect.poll(() => row.getByRole('switch').isChecked()).toBe(false);
    await row.getByRole('button', { name: `Reset to default: ${title}` }).click();
    await save.click();
    await expectToast(page, `${title} saved`);
    const { body } = await harness.app.root.get<{ items: { id: string; value: unknown }[] }>(
      '/settings',
    );
    expect(body.items.find(({ id }) => id === 'images.buildAtStart')?.value).toBe(true);
  }));

it('settings are grouped by subject, and a list accepts one value per line, with validation', () =>
  withVisitor(harness, {}, async (visitor) => {
    visitor.expectComplaint(/status of 422/);
    await signInVisitor(visitor, await harness.app.signInAs('root'));
    await openScreen(visitor, '/settings');
    const { page } = visitor;
    await page.getByRole('heading', { name: 'Text messages' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Other' }).count()).toBe(0);
    const row = page.locator('form').filter({ hasText: 'sms.countries' });
    await row.getByRole('textbox').fill('972\nabc');
    await row.getByRole('button', { name: /^Save/ }).click();
    await expect.poll(() => row.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
    await row.getByRole('textbox').fill('972\n\n 1 ');
    await row.getByRole('button', { name: /^Save/ }).click();
    await row.getByText('Changed on this site').waitFor();
    const { body } = await harness.app.root.get<{ items: { id: string; value: unknown }[] }>(
      '/settings',
    );
    expect(body.items.find(({ id }) => id === 'sms.countries')?.value).toEqual(['972', '1']);
    expect(await problemsOf(visitor)).toEqual([]);
  }));

it('a rejected value stays in its field, with the reason', () =>
  withVisitor(harness, {}, async (visitor) => {
    visitor.expectComplaint(/status of 422/);
    await signInVisitor(visitor, await harness.app.signInAs('root'));
    await openScreen(visitor, '/settings');
    const { page } = visitor;
    const row = page.locator('form').filter({ hasText: 'analytics.ga4TrackerId' });
    await row.getByRole('textbox').fill('x'.repeat(500));
    await row.getByRole('button', { name: /^Save/ }).click();
    await row
      .getByText(/analytics\.ga4TrackerId.+/)
      .nth(1)
      .waitFor();
    await expect.poll(() => row.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => row.getByRole('textbox').inputValue()).toHaveLength(500);
    expect(await problemsOf(visitor)).toEqual([]);
  }));
