import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectToast, openScreen, sideScroll, signInVisitor } from '../../../e2e/steps.ts';
import { problemsOf } from '../../../e2e/sweep.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.close());

it('an operator sees why a delivery isn’t sent, retries it, and gives it up', async () => {
  const { root } = harness.app;
  // No server listens on this port.
  const server = { host: '127.0.0.1', port: 1, security: 'none', user: '', sender: '' };
  expect((await root.put('/mails/settings/mail', server)).status).toBe(200);
  const template = { subject: 'Hello {systemName}', body: 'x' };
  const test = await root.post('/mails/templates/security.passwordChanged/en/test', template);
  expect(test.status).toBe(200);

  await withVisitor(harness, {}, async (visitor) => {
    await signInVisitor(visitor, root);
    await openScreen(visitor, '/deliveries');
    const { page } = visitor;
    const row = page.getByRole('row').filter({ hasText: '127.0.0.1:1' });
    await row.getByText('Pending').waitFor();
    await row.getByText('The mail server can’t be reached').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await row.getByRole('link').click();
    await page.getByText('Idempotency key').waitFor();
    await page.getByText(root.email).first().waitFor();
    expect(await problemsOf(visitor)).toEqual([]);

    await page.getByRole('button', { name: 'Retry' }).click();
    await expectToast(page, 'Retrying delivery');
    await page.getByText('The mail server can’t be reached').waitFor();
    await page.getByRole('button', { name: 'Give up' }).click();
    const dialog = page.getByRole('dialog');
    expect(await problemsOf(visitor)).toEqual([]);
    await dialog.getByRole('button', { name: 'Give up' }).click();
    await expectToast(page, 'Delivery given up');
    await page.getByText('An operator canceled this delivery.').waitFor();
    await page.getByText('Failed', { exact: true }).first().waitFor();
  });
  await withVisitor(harness, { device: 'phone' }, async (visitor) => {
    await signInVisitor(visitor, root);
    await openScreen(visitor, '/deliveries');
    await visitor.page.getByText('An operator canceled this delivery.').first().waitFor();
    expect(await sideScroll(visitor.page)).toEqual([]);
    expect(await problemsOf(visitor)).toEqual([]);
  });
});
