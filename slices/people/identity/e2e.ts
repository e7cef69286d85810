import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../../../e2e/accessibility.ts';
import { allLooks, nameOf } from '../../../e2e/browser.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectText, openScreen, sendLogin, sideScroll, signIn } from '../../../e2e/steps.ts';
import { clock, shiftClock } from '../../../server/platform/clock.ts';
import { endSession } from '../../../server/platform/session/session.ts';
import { rootEmail, testPassword } from '../../../server/testing/app.ts';
import { lockout } from '../credentials/server/index.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.close());
afterEach(() => shiftClock(0));

const rejectedCall = /status of 40[13]/;

describe('signing in', () => {
  it('shows errors below the form and keeps the input', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      await page.goto('/login');
      await sendLogin(visitor, '', '');
      await expectText(page.locator('#email-problem'), 'Email is required.');
      await expectText(page.locator('#password-problem'), 'Password is required.');
      await sendLogin(visitor, 'nobody@example.test', 'A_wrong_password_1');
      await expectText(page.locator('form'), 'Invalid email or password.');
      expect(await page.getByLabel('Email').inputValue()).toBe('nobody@example.test');
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('password');
    }));

  it('leads to the dashboard, or to the requested page', () =>
    withVisitor(harness, {}, async (visitor) => {
      visitor.expectComplaint(rejectedCall);
      const { page } = visitor;
      await page.goto('/hosts');
      await page.getByLabel('Email').waitFor();
      await sendLogin(visitor, rootEmail, testPassword);
      await page.waitForURL('**/hosts');
      await page.getByRole('heading', { name: 'Hosts', level: 1 }).waitFor();
    }));

  it('while already signed in shows the current user, and offers to continue or sign out', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { email } = await harness.app.signInAs('user');
      const { page } = visitor;
      await signIn(visitor, email);
      await page.goto('/login');
      await sendLogin(visitor, 'somebody.else@example.test', 'A_wrong_password_1');
      await page.getByText('Already logged in, logout first.').waitFor();
      await page.getByText(email).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Continue as before' }).click();
      await page.waitForURL('**/dashboard');
      await page.goto('/login');
      await sendLogin(visitor, email, testPassword);
      await page.waitForURL('**/dashboard');
    }));

  it('is blocked for a while after too many failures, counts down, and then can be retried', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { email } = await harness.app.signInAs('user');
      const { page } = visitor;
      await page.clock.install({ time: clock.now() });
      await page.goto('/login');
      const countdown = page.getByText(/Try again in \d+ s\./);
      for (let failure = 0; failure < lockout.failures; failure += 1) {
        await sendLogin(visitor, email, `A_wrong_password_${failure}`);
        await expectText(page.locator('form'), 'Invalid email or password.');
      }
      await sendLogin(visitor, email, testPassword);
      await countdown.waitFor();
      // The clock stops, and from then on only moves when advanced by the test.
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 2000));
      const submit = page.getByRole('button', { name: 'Sign in', exact: true });
      await expect.poll(() => submit.isDisabled()).toBe(true);
      const first = Number(/\d+/.exec((await countdown.textContent()) ?? '')?.[0]);
      expect(first).toBeGreaterThan(lockout.blockSeconds - 10);
      expect(first).toBeLessThanOrEqual(lockout.blockSeconds);
      for (let secondsLeft = first - 1; secondsLeft > 0; secondsLeft -= 1) {
        await page.clock.runFor(1000);
        await page.getByText(`Try again in ${secondsLeft} s.`).waitFor();
      }
      shiftClock(lockout.blockSeconds * 1000);
      await page.clock.runFor(1000);
      await page.getByText('You can try again now.').waitFor();
      await sendLogin(visitor, email, testPassword);
      await page.waitForURL('**/dashboard');
    }));
});

describe('a session', () => {
  it.each([
    ['elsewhere', 'disconnected', 'You were signed out. Sign in again.'],
    [
      'because it came from another address',
      'ipChanged',
      'You were signed out because your IP address changed.',
    ],
  ] as const)(
    'ended %s leaves the page within a second without interaction and shows the reason, and signing in leads back',
    (_case, reason, message) =>
      withVisitor(harness, {}, async (visitor) => {
        visitor.expectComplaint(rejectedCall);
        const client = await harness.app.signInAs('root');
        const { page } = visitor;
        await signIn(visitor, client.email);
        const eventStream = page.waitForResponse('**/svc/events?*');
        await openScreen(visitor, '/hosts');
        await eventStream;
        const { db } = harness.app.portal.services.database;
        const { rows } = await sql<{
          hash: Buffer;
        }>`select id_hash as hash from session where user_id = ${client.userId}`.execute(db);
        const endedAt = performance.now();
        for (const { hash } of rows) await endSession(db, hash, reason);
        await page.waitForURL('**/login?*');
        expect(performance.now() - endedAt).toBeLessThan(1000);
        await page.getByText(message).waitFor();
        await sendLogin(visitor, client.email, testPassword);
        await page.waitForURL('**/hosts');
      }),
  );

  it('can end all others of the same user, whose screens are cleared at once', () =>
    withVisitor(harness, {}, (visitor) =>
      withVisitor(harness, {}, async (other) => {
        const client = await harness.app.signInAs('user');
        await signIn(visitor, client.email);
        await signIn(other, client.email);
        expect((await client.post('/header/sessions/endOthers')).body).toMatchObject({ ended: 2 });
        for (const { page } of [visitor, other]) {
          await page.waitForURL(/\/login(\?|$)/);
          await page.getByText('You were signed out. Sign in again.').waitFor();
        }
      }),
    ));

  it('with a wrong token reloads the page, and then the call succeeds', () =>
    withVisitor(harness, {}, async (visitor) => {
      visitor.expectComplaint(rejectedCall);
      const { page } = visitor;
      await signIn(visitor, rootEmail);
      await page.evaluate(() => sessionStorage.setItem('token', 'forged'));
      const choose = async () => {
        await page.getByRole('button', { name: 'Language and theme' }).click();
        await page.getByRole('menuitem', { name: 'עברית' }).click();
      };
      await page.evaluate(() => Object.assign(window, { isOldPage: true }));
      await choose();
      await page.waitForFunction(() => !('isOldPage' in window));
      await choose();
      await page.locator('html[lang="he"]').waitFor();
      await page.getByRole('heading', { name: 'לוח בקרה', level: 1 }).waitFor();
    }));

  it('ends by signing out, and the Back button doesn’t restore it', () =>
    withVisitor(harness, {}, async (visitor) => {
      visitor.expectComplaint(rejectedCall);
      const client = await harness.app.signInAs('user');
      const { page } = visitor;
      await signIn(visitor, client.email);
      await page.getByRole('button', { name: `Account of ${client.email}` }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByText('You are signed out.').waitFor();
      const returnUrls: string[] = [];
      page.on('request', (request) => {
        if (request.isNavigationRequest() && new URL(request.url()).pathname === '/login')
          returnUrls.push(request.url());
      });
      await page.goto('/dashboard');
      await page.waitForURL('**/login');
      await page.getByLabel('Email').waitFor();
      // The page is left only once, regardless of how many dashboard calls were rejected.
      expect(returnUrls).toHaveLength(1);
    }));
});

describe('the sign-in page', () => {
  it.each(allLooks.map((look) => [nameOf(look), look] as const))(
    'is accessible and fits the screen: %s',
    (_name, look) =>
      withVisitor(harness, look, async ({ page }) => {
        await page.goto('/login?disconnected=1');
        await page.locator('#email').waitFor();
        await expect
          .poll(() => page.locator('html').getAttribute('dir'))
          .toBe(look.language === 'he' ? 'rtl' : 'ltr');
        expect(await accessibilityViolations(page)).toEqual([]);
        expect(await sideScroll(page)).toEqual([]);
        await page.locator('button[type="submit"]').click();
        await page.locator('#email-problem:not(:empty)').waitFor();
        await page.locator('button[type="submit"]:enabled').waitFor();
        expect(await accessibilityViolations(page)).toEqual([]);
      }),
  );

  it('is in Hebrew and right to left throughout sign-in', () =>
    withVisitor(harness, { language: 'he', device: 'phone' }, async (visitor) => {
      const { page } = visitor;
      await page.goto('/login');
      await sendLogin(visitor, 'nobody@example.test', 'A_wrong_password_1');
      await expectText(page.locator('form'), 'כתובת הדוא');
      const client = await harness.app.signInAs('user');
      await signIn(visitor, client.email);
      await page.getByRole('heading', { name: 'לוח בקרה', level: 1 }).waitFor();
      await openScreen(visitor, '/hdlibrary');
      await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl');
    }));
});
