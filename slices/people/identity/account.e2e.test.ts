import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { nameOf, sampleLooks, stateDeadlineMs, type Visitor } from '../../../e2e/browser.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectText, sendLogin } from '../../../e2e/steps.ts';
import { problemsOf } from '../../../e2e/sweep.ts';
import { clock, shiftClock } from '../../../server/platform/clock.ts';
import { testPassword } from '../../../server/testing/app.ts';
import type { TestClient } from '../../../server/testing/client.ts';
import { lastMail, mailsTo, tokenIn } from '../../../server/testing/outbox.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.close());
afterEach(async () => {
  shiftClock(0);
  await setSite({ sign_up: 2, requires_email_validation: true });
  await harness.app.portal.services.database.pool.query('delete from pace');
});

const newPassword = 'Winter_Garden_88';
const rejectedCall = /status of 40[139]/;

async function setSite(values: {
  sign_up?: number;
  requires_email_validation?: boolean;
  terms?: string;
}): Promise<void> {
  const { app } = harness;
  await app.portal.services.database.db
    .updateTable('site')
    .set(values)
    .where('id', '=', app.siteId)
    .execute();
  app.portal.sites.forget();
}

/** An account with email codes as the second factor. */
async function protectedAccount(): Promise<TestClient> {
  const client = await harness.app.signInAs('user');
  await harness.app.portal.services.database.db
    .updateTable('user_account')
    .set({ uses_tfa: true, uses_tfa_email: true })
    .where('id', '=', client.userId)
    .execute();
  return client;
}

const codeFor = async (email: string): Promise<string> =>
  (await lastMail(harness.app.portal, email, 'account.code')).values.code ?? '';
const codesSent = async (email: string): Promise<number> =>
  (await mailsTo(harness.app.portal, email)).filter(({ kind }) => kind === 'account.code').length;
/** A six-digit code other than this one. */
const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000');
const codeField = (page: Page) => page.getByLabel('Code', { exact: true });

/** Stops the page's clock, which from then on only moves when advanced by the test. */
const stopClock = async (page: Page): Promise<void> =>
  page.clock.pauseAt(await page.evaluate(() => Date.now() + 2000));

/** Sent after the response, so that response times don't disclose whether an address exists. */
const waitForMail = (email: string, kind: string) =>
  vi.waitFor(() => lastMail(harness.app.portal, email, kind), {
    timeout: stateDeadlineMs,
    interval: 50,
  });

async function signInToSecondStep(visitor: Visitor, email: string): Promise<void> {
  await visitor.page.goto('/login');
  await sendLogin(visitor, email, testPassword);
  await visitor.page.waitForURL('**/tfa');
  await codeField(visitor.page).waitFor();
}

describe('the second step', () => {
  it('sends the code automatically, shows a wrong one at the field, survives a reload, and signs in at the sixth digit', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { email } = await protectedAccount();
      const { page } = visitor;
      await signInToSecondStep(visitor, email);
      const code = await codeFor(email);
      await codeField(page).fill(otherThan(code));
      await expectText(page.locator('#code-problem'), 'Invalid code.');
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('code');
      expect(await codeField(page).inputValue()).toBe(otherThan(code));
      await page.reload();
      await codeField(page).waitFor();
      expect(await codesSent(email)).toBe(1);
      await codeField(page).fill(code);
      await page.waitForURL('**/dashboard');
    }));

  it('counts down to the next code, which invalidates the previous one', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { email } = await protectedAccount();
      const { page } = visitor;
      await page.clock.install({ time: clock.now() });
      await signInToSecondStep(visitor, email);
      const first = await codeFor(email);
      const countdown = page.getByText(/Resend in 0:\d\d/);
      await countdown.waitFor();
      await stopClock(page);
      const secondsShown = Number(/0:(\d\d)/.exec((await countdown.textContent()) ?? '')?.[1]);
      expect(secondsShown).toBeGreaterThan(20);
      expect(secondsShown).toBeLessThanOrEqual(30);
      for (let secondsLeft = secondsShown - 1; secondsLeft > 0; secondsLeft -= 1) {
        await page.clock.runFor(1000);
        await page.getByText(`Resend in 0:${String(secondsLeft).padStart(2, '0')}`).waitFor();
      }
      shiftClock(31_000);
      await page.clock.runFor(1000);
      await page.getByRole('button', { name: 'Resend code' }).click();
      await page.getByText(/Resend in \d:\d\d/).waitFor();
      await expect.poll(() => codesSent(email)).toBe(2);
      if (first !== (await codeFor(email))) {
        await codeField(page).fill(first);
        await expectText(page.locator('#code-problem'), 'Invalid code.');
      }
      await codeField(page).fill(await codeFor(email));
      await page.waitForURL('**/dashboard');
    }));

  it('returns to the first step with the reason when it expires', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { email } = await protectedAccount();
      await signInToSecondStep(visitor, email);
      shiftClock(11 * 60_000);
      await codeField(visitor.page).fill('123456');
      await visitor.page
        .getByText('Two-factor authentication expired or failed too often.')
        .waitFor();
      await visitor.page.goto('/tfa');
      await visitor.page.getByLabel('Password', { exact: true }).waitFor();
    }));

  it('remembers this browser on request', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { email } = await protectedAccount();
      const { page } = visitor;
      await signInToSecondStep(visitor, email);
      const remember = page.getByLabel('Remember this browser');
      const box = await remember.boundingBox();
      expect(
        Math.min(box?.width ?? 0, box?.height ?? 0),
        'the checkbox is at least 24 px (WCAG 2.5.8)',
      ).toBeGreaterThanOrEqual(24);
      await remember.check();
      await codeField(page).fill(await codeFor(email));
      await page.waitForURL('**/dashboard');
      await page.goto('/logout');
      await page.getByText('You are signed out.').waitFor();
      await sendLogin(visitor, email, testPassword);
      await page.waitForURL('**/dashboard');
    }));
});

describe('signing up', () => {
  it('continues from the emailed link to the console, which waits for verification and then proceeds automatically', () =>
    withVisitor(harness, {}, async (visitor) => {
      visitor.expectComplaint(rejectedCall);
      const { page, context } = visitor;
      const email = 'journey@example.test';
      await page.goto('/login');
      await page.getByRole('link', { name: 'Create an account' }).click();
      await page.waitForURL('**/create');
      // The sign-in page has an address field too, and stays visible until this one is ready.
      await page.getByLabel('Repeat password').waitFor();
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByLabel('Password', { exact: true }).fill(newPassword);
      await expectText(page.locator('.public-strength'), /Strength: (good|strong)/);
      await expect.poll(() => page.locator('.public-rules li[data-met]').count()).toBe(3);
      await page.getByLabel('Repeat password').fill('Winter_Garden_89');
      await page.getByRole('button', { name: 'Create an account' }).click();
      await expectText(page.locator('#passwordRepeat-problem'), 'Repeat password does not match');
      expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(email);
      await page.getByLabel('Repeat password').fill(newPassword);
      await page.getByRole('button', { name: 'Create an account' }).click();
      await page.getByRole('heading', { name: 'Check your email' }).waitFor();

      await page.getByRole('link', { name: 'Back to sign-in' }).click();
      await sendLogin(visitor, email, newPassword);
      await page.getByRole('heading', { name: 'Verify your email address' }).waitFor();
      const mail = await waitForMail(email, 'account.validate');
      const other = await context.newPage();
      await other.goto(`/validate/${tokenIn(mail)}`);
      await other.getByRole('button', { name: 'Verify email address' }).click();
      await other.waitForURL('**/validateSuccessful');
      await other.getByText(`Thank you. ${email} is verified.`).waitFor();
      await other.close();
      await page.bringToFront();
      await page.evaluate(() => dispatchEvent(new Event('focus')));
      await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    }));

  it('isn’t offered on a site with closed sign-up, whose sign-up URL shows the reason', () =>
    withVisitor(harness, {}, async ({ page }) => {
      await setSite({ sign_up: 1 });
      const createResponse = page.waitForResponse('**/svc/create');
      await page.goto('/login');
      await createResponse;
      await page.getByLabel('Password', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Create an account' }).waitFor({ state: 'detached' });
      await page.goto('/create');
      await page.getByText('New user registration is not allowed.').waitFor();
    }));

  it('isn’t offered on the sign-in page of a remote site', () =>
    withVisitor(harness, {}, async ({ page }) => {
      await page.goto('/login/remote/disconnected/56');
      await page.getByText('You were signed out because your IP address changed.').waitFor();
      expect(await page.getByRole('link', { name: 'Create an account' }).count()).toBe(0);
    }));
});

describe('a forgotten password', () => {
  it('is reset with the emailed link, and the new one signs in', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { email } = await harness.app.signInAs('user');
      const { page } = visitor;
      await page.goto('/login');
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      // As above: both pages have a field for the email address.
      await page.getByRole('heading', { name: 'Reset password' }).waitFor();
      await page.getByLabel('Email', { exact: true }).fill('not an address');
      await page.getByRole('button', { name: 'Send link' }).click();
      await expectText(page.locator('#email-problem'), 'Email is invalid.');
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.keyboard.press('Enter');
      await page.getByText(`If an account exists for ${email}`).waitFor();
      const token = tokenIn(await waitForMail(email, 'account.reset'));
      await page.goto(`/reset/${token}`);
      await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe(email);
      await page.getByRole('textbox', { name: 'New password' }).fill('short');
      await page.getByLabel('Repeat password').fill('short');
      await page.getByRole('button', { name: 'Set password' }).click();
      await expectText(page.locator('#password-problem'), 'Must contain 8-20 characters.');
      await page.getByRole('textbox', { name: 'New password' }).fill(newPassword);
      await page.getByLabel('Repeat password').fill(newPassword);
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.getByText('Your new password is set.').waitFor();
      await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe(email);
      await sendLogin(visitor, email, newPassword);
      await page.waitForURL('**/dashboard');
      await page.goto(`/reset/${token}`);
      await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    }));

  it('isn’t reset with an invalid link, and a new link is offered', () =>
    withVisitor(harness, {}, async ({ page }) => {
      await page.goto('/reset?token=not-a-token');
      await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
      await page.getByRole('link', { name: 'Send new link' }).click();
      await page.getByRole('button', { name: 'Send link' }).waitFor();
    }));
});

describe('a URL of the old portal', () => {
  it('opens the sign-in page with its token, which is removed from the URL and the history', () =>
    withVisitor(harness, {}, async ({ page }) => {
      await page.goto('/al.php?t=not-a-token');
      await page.getByRole('heading', { name: 'This sign-in link doesn’t work' }).waitFor();
      expect(new URL(page.url()).search).toBe('');
    }));
});

describe('signing out through another user’s link', () => {
  it('requires a click', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { page, context } = visitor;
      const client = await harness.app.signInAs('user');
      await page.goto('/login');
      await sendLogin(visitor, client.email, testPassword);
      await page.waitForURL('**/dashboard');
      const other = await context.newPage();
      await other.goto('/logout');
      await other.getByRole('heading', { name: 'Sign out?' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
      await other.getByRole('button', { name: 'Sign out' }).click();
      await other.getByText('You are signed out.').waitFor();
    }));
});

/** Every screen before sign-in, as an anonymous user opens it. */
const publicPaths = [
  ...[
    '/login',
    '/login/x/connected',
    '/login?token=wrong',
    '/create',
    '/forgot',
    '/reset/wrong',
    '/setPassword/wrong',
  ],
  ...[
    '/validate',
    '/validate/wrong',
    '/validateSuccessful',
    '/termsOfService',
    '/logout',
    '/socialProcess/google',
  ],
];

describe('the screens before sign-in', () => {
  it.each(sampleLooks.map((look) => [nameOf(look), look] as const))(
    'are accessible and fit the screen: %s',
    (_name, look) =>
      withVisitor(harness, look, async (visitor) => {
        const { page } = visitor;
        await setSite({ terms: 'First.\n\nBe kind.' });
        const { email } = await protectedAccount();
        const found: string[] = [];
        const check = async (path: string) =>
          found.push(...(await problemsOf(visitor)).map((problem) => `${path}: ${problem}`));
        for (const path of publicPaths) {
          await page.goto(path);
          await page.locator('main h1').waitFor();
          await check(path);
        }
        for (const path of ['/create', '/forgot']) {
          await page.goto(path);
          await page.locator('button[type="submit"]').click();
          await page.locator('#email-problem:not(:empty)').waitFor();
          await check(`${path}, refused`);
        }
        await page.goto('/login');
        await sendLogin(visitor, email, testPassword);
        await page.locator('#code').waitFor();
        await check('/tfa');
        const link = await resetLinkFor(visitor, email);
        await page.goto(link);
        await page.locator('#passwordRepeat').waitFor();
        await check('/reset');
        expect(found).toEqual([]);
      }),
  );
});

async function resetLinkFor({ page }: Visitor, email: string): Promise<string> {
  await page.goto('/forgot');
  await page.locator('#email').fill(email);
  await page.locator('button[type="submit"]').click();
  await page.locator('.public-sign').waitFor();
  return `/reset/${tokenIn(await waitForMail(email, 'account.reset'))}`;
}
