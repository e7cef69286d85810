import { afterAll, beforeAll, expect, it } from 'vitest';
import { MailServer } from '../../../drivers/mail/testing/mailServer.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectToast, openScreen, sideScroll, signInVisitor } from '../../../e2e/steps.ts';
import { problemsOf } from '../../../e2e/sweep.ts';

let harness: Harness;
let server: MailServer;
beforeAll(async () => {
  [harness, server] = await Promise.all([openHarness(), MailServer.start()]);
});
afterAll(async () => {
  await server.stop();
  await harness.close();
});

const template = 'Password changed';

it('a template is edited with a live preview that runs no scripts, tested, and read in the list while no server is connected', () =>
  withVisitor(harness, {}, async (visitor) => {
    await signInVisitor(visitor, harness.app.root);
    const { page } = visitor;
    await openScreen(visitor, '/mails/templates');
    await page
      .getByRole('listitem')
      .filter({ hasText: template })
      .getByRole('link')
      .first()
      .click();
    await page
      .getByLabel('Text', { exact: true })
      .fill('Dear {email},\n\n<script>document.title = "run"</script><b>bold</b>');
    const preview = page.frameLocator('iframe[title="Email preview"]');
    await preview.getByText('<script>document.title = "run"</script><b>bold</b>').waitFor();
    await preview.getByText('dana@example.com').waitFor();
    // Only an allowed style sheet makes the card white in the light scheme and dark in the dark
    // one, so this checks the page's content security policy.
    const card = preview.locator('.card');
    const color = () => card.evaluate((element) => getComputedStyle(element).backgroundColor);
    await expect.poll(color).toBe('rgb(255, 255, 255)');
    await page.getByText('Dark', { exact: true }).click();
    await expect.poll(color).toBe('rgb(32, 36, 43)');
    await page.getByText('Right to left', { exact: true }).click();
    await preview.locator('html[dir="rtl"]').waitFor();
    expect(await page.title()).not.toBe('run');

    visitor.expectComplaint(/status of 422/);
    await page.getByLabel('Subject').fill('Hello {email} and {nobody}');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('This email has no placeholder {nobody}').first().waitFor();
    await page.getByLabel('Subject').fill('Hello from {systemName}');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectToast(page, `${template} saved`);
    await page.getByText('Customized').waitFor();
    await page.getByRole('button', { name: 'Reset to default' }).click();
    await page.getByText('Customized').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Customized').waitFor();
    await expect
      .poll(() => page.getByLabel('Subject').inputValue())
      .toBe('Hello from {systemName}');
    expect(await problemsOf(visitor)).toEqual([]);
    await page.getByRole('button', { name: 'Send test to me' }).click();
    await expectToast(page, 'Test email sent to');

    await openScreen(visitor, '/mails');
    await page.getByText('No mail server is connected').waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Hello from' });
    await row.getByText('Kept').waitFor();
    await row.getByRole('link').click();
    await page.getByRole('button', { name: 'Show' }).click();
    await page.frameLocator('iframe').getByText('Dear').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
  }));

it('a mail server is connected and tested, and stored emails are sent', () =>
  withVisitor(harness, { device: 'phone' }, async (visitor) => {
    await signInVisitor(visitor, harness.app.root);
    const { page } = visitor;
    await openScreen(visitor, '/mails/settings');
    await page.getByText('Emails are kept in the portal and not delivered').waitFor();
    await page.getByRole('textbox', { name: 'Server' }).fill('127.0.0.1');
    await page.getByLabel('Encryption').selectOption('none');
    await page.getByRole('textbox', { name: 'Port' }).fill(String(server.port));
    const form = page
      .locator('form')
      .filter({ has: page.getByRole('textbox', { name: 'Server' }) });
    await form.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Mail server saved');
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('The mail server accepted the sign-in').waitFor();
    expect(await sideScroll(page)).toEqual([]);

    await openScreen(visitor, '/mails?state=kept');
    await page.getByRole('link', { name: /Hello from/ }).click();
    await page.getByRole('button', { name: 'Resend' }).click();
    await expectToast(page, 'Resending');
    // This process sends it immediately, and the screen updates through a live event.
    await page.getByText('Sent', { exact: true }).first().waitFor();
    expect(server.taken.at(-1)?.mail.subject).toMatch(/^Hello from/);
    await page.getByText('is no longer available').waitFor();
  }));
