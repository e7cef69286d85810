import { afterAll, beforeAll, expect, it } from 'vitest';
import { asVisitor, openStage, type Stage } from '../../e2e/portal.ts';
import { enterAs, expectToast, openScreen } from '../../e2e/steps.ts';
import { problemsOf } from '../../e2e/walk.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

it('a delivery is created, edited, and deleted', async () => {
  const owner = await stage.app.signInAs('user');
  await asVisitor(stage, {}, async (visitor) => {
    await enterAs(visitor, owner);
    await openScreen(visitor, '/deliveries');
    const { page } = visitor;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Create delivery' }).first().click();
    await dialog.getByLabel('Name').fill('First');
    expect(await problemsOf(visitor)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create delivery' }).click();
    await expectToast(page, 'Delivery created');
    await page.getByRole('link', { name: 'First', exact: true }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabel('Name').fill('Second');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Changes saved');
    await page.getByRole('heading', { name: 'Second' }).waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Deleted');
    await page.getByText('No deliveries yet').waitFor();
  });
});
