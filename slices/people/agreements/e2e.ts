import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectToast, openScreen, screenIsReady, signInVisitor } from '../../../e2e/steps.ts';
import { problemsOf, walk } from '../../../e2e/sweep.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.close());

it('an agreement can be written and published, and shows who has not signed', () =>
  withVisitor(harness, {}, async (visitor) => {
    const user = await harness.app.signInAs('user');
    await signInVisitor(visitor, harness.app.root);
    await openScreen(visitor, '/agreements');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Create agreement' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Terms of use');
    await dialog.getByRole('button', { name: 'Create agreement' }).click();
    await expectToast(page, 'Terms of use created');
    await screenIsReady(page);
    await page.getByLabel('Text in English').fill('1. You rent servers.\n\n2. You pay for them.');
    await expect.poll(() => page.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expectToast(page, 'Draft saved');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await expectToast(page, 'Version 1 published');
    expect(await problemsOf(visitor)).toEqual([]);
    await page.getByRole('link', { name: /Not signed yet/ }).click();
    await page.getByText(user.email).waitFor();
    const { items } = (
      await user.get<{ items: { versionId: string; language: string; digest: string }[] }>(
        '/agreementsToSign',
      )
    ).body;
    const [due] = items;
    await user.post(`/agreementsToSign/${due?.versionId}`, {
      language: due?.language,
      digest: due?.digest,
    });
    await page.getByText('No missing signatures').waitFor();
    await page.getByRole('link', { name: 'Signatures' }).click();
    await page.getByText(user.email).waitFor();
  }));

it('its screens are accessible on a phone in dark mode and Hebrew', () =>
  withVisitor(harness, { device: 'phone', scheme: 'dark', language: 'he' }, async (visitor) => {
    const { root } = harness.app;
    await root.put('/header/language', { language: 'he' });
    await signInVisitor(visitor, root);
    const { body } = await root.get<{ items: { id: string; siteId: string }[] }>('/agreements');
    const [agreement] = body.items;
    const path = `/agreements/${agreement?.siteId}/${agreement?.id}`;
    expect(
      await walk(visitor, [
        '/agreements',
        path,
        `${path}/settings`,
        `${path}/signatures`,
        `${path}/missing`,
      ]),
    ).toEqual([]);
  }));
