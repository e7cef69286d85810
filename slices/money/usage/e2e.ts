import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Look, nameOf, twoLooks } from '../../../e2e/browser.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectToast, openScreen, screenIsReady, signInVisitor } from '../../../e2e/steps.ts';
import { problemsOf, walk } from '../../../e2e/sweep.ts';
import type { TestClient } from '../../../server/testing/client.ts';
import { lastMail } from '../../../server/testing/outbox.ts';
import { lastMonth, useServer } from '../invoices/server/testing/month.ts';

let harness: Harness;
let parent: TestClient;
let subAccount: TestClient;
const period = lastMonth();
beforeAll(async () => {
  harness = await openHarness();
  const { app } = harness;
  parent = await app.signInAs('user', { email: 'parent@example.test' });
  subAccount = await app.signInAs('user', { email: 'child@example.test', parentId: parent.userId });
  for (const { userId } of [parent, subAccount])
    await app.portal.services.database.db
      .updateTable('user_account')
      .set({ created_at: new Date(`${period}-01T00:00:00Z`) })
      .where('id', '=', userId)
      .execute();
  await useServer(app, parent.userId, period, 100, 'web of the parent');
  await useServer(app, subAccount.userId, period, 10, 'web of the child');
});
afterAll(() => harness.close());

it('a customer views a month with its cost calculation, exports it as a file, a link and an email, and views a sub-account', () =>
  withVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    visitor.expectComplaint(/404/);
    await signInVisitor(visitor, parent);
    await openScreen(visitor, '/report');
    await page.getByText('No usage').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await page.getByRole('combobox', { name: 'Month' }).selectOption(period);
    await page.getByText('web of the child').first().waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(5);
    // 100 and 10 hours of two cores at 0.009 an hour and of four gigabytes at 0.0035 an hour.
    await page.getByText('$3.52', { exact: true }).last().waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await page.getByRole('combobox', { name: 'Usage type' }).selectOption({ label: 'Full month' });
    await page.getByText('This month has no charged usage of the selected type.').waitFor();
    await page.getByRole('combobox', { name: 'Usage type' }).selectOption({ label: 'Hourly' });
    await page.getByText('web of the child').first().waitFor();

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: /CSV/ }).click();
    const file = (await readFile(await (await download).path(), 'utf8')).replace('\ufeff', '');
    expect(file.trim().split('\r\n')).toHaveLength(5);
    expect(file).toContain('web of the child');

    await page.getByRole('button', { name: 'Create link' }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByLabel('Link', { exact: true });
    await expect.poll(() => field.inputValue()).not.toBe('');
    const address = await field.inputValue();
    expect(await problemsOf(visitor)).toEqual([]);
    const fetchShared = () => fetch(address.replace(new URL(address).origin, harness.app.address));
    expect(await (await fetchShared()).text()).toBe(file);
    await dialog.getByRole('button', { name: 'Revoke all my links' }).click();
    await expectToast(page, 'Links revoked');
    expect((await fetchShared()).status).toBe(404);

    await page.getByRole('button', { name: 'Email me the report' }).click();
    await expectToast(page, 'Report sent');
    const mail = await lastMail(harness.app.portal, parent.email, 'usage.report');
    expect(mail.values.link).toContain('/usage/shared/');

    await openScreen(visitor, `/report/${subAccount.userId}?period=${period}`);
    await page.getByRole('heading', { name: 'Usage of child@example.test' }).waitFor();
    expect(await page.getByText('web of the parent').count()).toBe(0);
    await page.getByText('$0.32', { exact: true }).last().waitFor();
    await page.getByRole('link', { name: 'Usage', exact: true }).first().click();
    await screenIsReady(page);
    await openScreen(visitor, '/report/00000000-0000-4000-8000-000000000000');
    await page.getByText('User not found').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
  }));

it('an expired or missing report link has its own error screen', () =>
  withVisitor(harness, {}, async (visitor) => {
    visitor.expectComplaint(/40[04]/);
    await signInVisitor(visitor, parent);
    await openScreen(visitor, '/usage/download?period=2030-99');
    await visitor.page.getByText('Enter a month, for example 2030-04.').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
  }));

it.each<[string, Partial<Look>]>(twoLooks.map((look) => [nameOf(look), look]))(
  'the usage screens have no accessibility violations (%s)',
  (_name, look) =>
    withVisitor(harness, look, async (visitor) => {
      await signInVisitor(visitor, parent);
      const paths = [
        '/report',
        `/report?period=${period}`,
        `/report?period=${period}&transition=annually`,
        `/report/${subAccount.userId}`,
      ];
      expect(await walk(visitor, paths)).toEqual([]);
    }),
);
