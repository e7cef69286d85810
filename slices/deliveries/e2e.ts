import { afterAll, beforeAll, expect, it } from 'vitest';
import { asVisitor, type Harness, openHarness } from '../../e2e/portal.ts';
import { enterAs, expectToast, openScreen } from '../../e2e/steps.ts';
import { problemsOf } from '../../e2e/walk.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.close());

it('an operator finds an email that isn’t sent, and retries it', async () => {
  const { root } = harness.app;
  await harness.app.anonymous().post('/forgot', { email: root.email });
  await asVisitor(harness, {}, async (visitor) => {
    await enterAs(visitor, root);
    await openScreen(visitor, '/deliveries');
    const { page } = visitor;
    const row = page.locator('tr', { hasText: root.email });
    await row.getByText('Not connected').waitFor({ timeout: 30_000 });
    expect(await problemsOf(visitor)).toEqual([]);
    await row.getByRole('link').click();
    await page.getByText('The content isn’t shown here').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expectToast(page, 'Delivery retried');
  });
});
