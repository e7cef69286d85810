import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessibilityViolations } from '../../../e2e/accessibility.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { signInVisitor } from '../../../e2e/steps.ts';
import { type DatabaseLink, linkDatabase } from '../../../server/testing/databaseLink.ts';

let link: DatabaseLink;
let harness: Harness;
beforeAll(async () => {
  link = await linkDatabase();
  harness = await openHarness({ databaseUrl: link.url });
});
afterAll(async () => {
  await harness.close();
  await link.close();
});

const goOffline = async (): Promise<void> => {
  await link.cut();
  harness.app.portal.sites.forget();
};

it.each([
  ['/login', 'en', 'The portal is temporarily unavailable', 'Retry', 'Sign in'],
  ['/login', 'he', 'הפורטל אינו זמין זמנית', 'ניסיון נוסף', 'כניסה'],
] as const)(
  '%s opened in %s during a database outage shows a message, and loads when the database is back',
  (path, language, title, buttonLabel, heading) =>
    withVisitor(harness, { language }, async (visitor) => {
      visitor.expectComplaint(/status of 503/);
      const { page } = visitor;
      await goOffline();
      await page.goto(path);
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.getByRole('button', { name: buttonLabel }).click();
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await link.mend();
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    }),
);

it('a signed-in user gets the requested screen when the database is back, without taking any action', () =>
  withVisitor(harness, {}, async (visitor) => {
    visitor.expectComplaint(/status of 503/);
    const { page } = visitor;
    await signInVisitor(visitor, await harness.app.signInAs('root'));
    await goOffline();
    await page.goto('/hosts');
    await page
      .getByRole('heading', { name: 'The portal is temporarily unavailable', level: 1 })
      .waitFor();
    await link.mend();
    await page.getByRole('heading', { name: 'Hosts', level: 1 }).waitFor();
  }));
