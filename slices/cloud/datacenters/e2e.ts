import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { openScreen, signInVisitor } from '../../../e2e/steps.ts';
import { problemsOf } from '../../../e2e/sweep.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.close());

it('the operator changes a datacenter’s short code and sees it in the list', () =>
  withVisitor(harness, {}, async (visitor) => {
    await signInVisitor(visitor, await harness.app.signInAs('root'));
    await openScreen(visitor, '/datacenters');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Edit Simulated' }).click();
    await page.getByLabel('Short code').fill('eu-1');
    expect(await problemsOf(visitor)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Changes saved').waitFor();
    await page.getByRole('cell', { name: 'EU-1' }).waitFor();
  }));
