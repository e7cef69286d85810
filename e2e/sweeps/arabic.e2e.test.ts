import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFilledHarness } from '../filledHarness.ts';
import { type Harness, withVisitor } from '../harness.ts';
import { signInVisitor } from '../steps.ts';
import { problemsOf } from '../sweep.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openFilledHarness();
  const { root, siteId } = harness.app;
  const path = `/sites/${siteId}/settings`;
  const {
    hosts: _hosts,
    hostsProblem: _problem,
    ...settings
  } = (await root.get<{ hosts: unknown; hostsProblem: unknown }>(path)).body;
  const answer = await root.put(path, { ...settings, languages: ['en', 'he', 'ar'] });
  expect(answer.status, answer.text).toBe(200);
});
afterAll(() => harness?.close());

it('a site can offer Arabic, with sign-in, frame, and servers translated and right to left', async () => {
  await withVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    await page.goto(`${harness.app.address}/login`);
    await page.getByLabel('Language').selectOption('ar');
    await page.getByRole('heading', { name: 'تسجيل الدخول' }).waitFor();
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    expect(await problemsOf(visitor)).toEqual([]);
    await signInVisitor(visitor, harness.app.root);
    await page.goto(`${harness.app.address}/servers`);
    await page.getByRole('heading', { name: 'الخوادم' }).waitFor();
    await page.getByRole('link', { name: 'لوحة المعلومات' }).waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await page.locator('[data-part="server-name"]').first().click();
    await page.getByRole('link', { name: 'نظرة عامة' }).waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
  });
});
