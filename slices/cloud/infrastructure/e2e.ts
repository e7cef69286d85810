import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { openScreen, signInVisitor } from '../../../e2e/steps.ts';
import { problemsOf } from '../../../e2e/sweep.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.close());

it('a host is found in the list and opened, shows its servers, and each tab has a URL', () =>
  withVisitor(harness, {}, async (visitor) => {
    await signInVisitor(visitor, await harness.app.signInAs('root'));
    await openScreen(visitor, '/hosts');
    const { page } = visitor;
    await page.getByRole('searchbox').fill('Host not found');
    await page.getByRole('heading', { name: 'No matches' }).waitFor();
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await page.getByRole('link', { name: /\(simulated\)/ }).click();
    await page.getByRole('heading', { name: 'Capacity and load' }).waitFor();
    await page
      .locator('main')
      .getByRole('link', { name: /^Servers/ })
      .click();
    await page.waitForURL('**/servers');
    await page.reload();
    await page.getByRole('heading', { name: 'No servers on this host' }).waitFor();
  }));

it('an engine that isn’t ready shows the reason, with a command to copy that fixes it', () =>
  withVisitor(harness, {}, async (visitor) => {
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signInVisitor(visitor, await harness.app.signInAs('root'));
    const { page } = visitor;
    const problem = 'There is no qemu-system-x86_64 on this machine.';
    const remedy = 'apt-get install qemu-system-x86';
    await page.route('**/svc/hosts?*', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { engines: object[] };
      const unavailable = {
        engine: 'qemu',
        acceleration: 'none',
        description: '',
        ready: false,
        problem,
        remedy,
        datacenters: [],
      };
      await route.fulfill({
        response: answer,
        json: { ...body, engines: [...body.engines, unavailable] },
      });
    });
    await openScreen(visitor, '/hosts');
    const notice = page.getByRole('region', { name: 'QEMU isn’t ready' });
    await notice.getByText(problem).waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await notice.getByRole('button', { name: `Copy: ${remedy}` }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(remedy);
  }));
