import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { stateDeadlineMs, type Visitor } from '../../../e2e/browser.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { screenIsReady, sendLogin } from '../../../e2e/steps.ts';
import { clock, shiftClock } from '../../../server/platform/clock.ts';
import { lastMail } from '../../../server/testing/outbox.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.close());
afterEach(() => shiftClock(0));

const email = 'dana@example.test';
const password = 'Winter_Garden_88';
const nextPassword = 'Summer_Meadow_77';

/** Browsers don't create passkeys for IP addresses, so this uses the same portal at localhost. */
const at = (visitor: Visitor, path: string): string =>
  `${visitor.address.replace('127.0.0.1', 'localhost')}${path}`;
const linkFromMail = async (visitor: Visitor, kind: string): Promise<string> => {
  await expect
    .poll(
      async () => (await lastMail(harness.app.portal, email, kind).catch(() => null))?.values.link,
      { timeout: stateDeadlineMs },
    )
    .toBeTruthy();
  return at(
    visitor,
    new URL((await lastMail(harness.app.portal, email, kind)).values.link ?? '').pathname,
  );
};

async function signOut(visitor: Visitor): Promise<void> {
  await visitor.page.goto(at(visitor, '/logout'));
  await visitor.page.getByText('You are signed out.').waitFor();
}

/** Returns a function that makes the authenticator stop confirming user presence. */
async function addAuthenticator(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return async () =>
    void (await session.send('WebAuthn.setAutomaticPresenceSimulation', {
      authenticatorId,
      enabled: false,
    }));
}

it(
  'signs up, verifies the address, sets up a second factor, is remembered, adds a passkey, resets the password, and is signed out elsewhere',
  () =>
    withVisitor(harness, {}, async (visitor) => {
      visitor.expectComplaint(/status of 40[139]/);
      const { page } = visitor;
      await page.goto(at(visitor, '/create'));
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByLabel('Repeat password').fill(password);
      await page.getByRole('button', { name: 'Create an account' }).click();
      await page.getByRole('heading', { name: 'Check your email' }).waitFor();
      await page.goto(await linkFromMail(visitor, 'account.validate'));
      await page.getByRole('button', { name: 'Verify email address' }).click();
      await page.waitForURL('**/validateSuccessful');
      await page.goto(at(visitor, '/login'));
      await sendLogin(visitor, email, password);
      await page.waitForURL('**/dashboard');
      await page.goto(at(visitor, '/profile'));
      await screenIsReady(page);

      await page.getByRole('link', { name: 'Set up an authenticator app (1 minute)' }).click();
      await page.getByRole('button', { name: 'Set up', exact: true }).click();
      const secret = (
        (await page.locator('[data-part="enrol-secret"] code').textContent()) ?? ''
      ).replaceAll(' ', '');
      const code = () => new TOTP({ secret }).generate({ timestamp: clock.now().getTime() });
      await page.getByLabel('Six-digit code from the app').fill(code());
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.locator('[data-part="recovery-codes"] li').nth(9).waitFor();
      await signOut(visitor);

      // The setup used up its code, so move on to the app's next one.
      shiftClock(31_000);
      await sendLogin(visitor, email, password);
      await page.waitForURL('**/tfa');
      await page.getByLabel('Remember this browser').check();
      await page.getByLabel('Code', { exact: true }).fill(code());
      await page.waitForURL('**/dashboard');
      await signOut(visitor);
      await sendLogin(visitor, email, password);
      await page.waitForURL('**/dashboard');

      await page.goto(at(visitor, '/profile/security'));
      await screenIsReady(page);
      const removeAuthenticator = await addAuthenticator(page);
      await page.getByRole('button', { name: 'Add passkey' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Passkey is set up').waitFor();
      await signOut(visitor);
      // The sign-in page queries the authenticator automatically, and this one would respond
      // immediately.
      await page.waitForURL('**/dashboard');
      await removeAuthenticator();
      await signOut(visitor);

      await page.goto(at(visitor, '/forgot'));
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByRole('button', { name: 'Send link' }).click();
      await page.getByText(`If an account exists for ${email}`).waitFor();
      await page.goto(await linkFromMail(visitor, 'account.reset'));
      await page.getByRole('textbox', { name: 'New password' }).fill(nextPassword);
      await page.getByLabel('Repeat password').fill(nextPassword);
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.getByText('Your new password is set.').waitFor();
      shiftClock(62_000);
      await sendLogin(visitor, email, nextPassword);
      await page.waitForURL('**/tfa');
      await page.getByText('Authenticator app').first().click();
      await page.getByLabel('Code', { exact: true }).fill(code());
      await page.waitForURL('**/dashboard');

      // Leaves the portal in the meantime, because an open screen would notice the end of its
      // session and redirect to the sign-in page first.
      await page.goto('about:blank');
      const { pool } = harness.app.portal.services.database;
      await pool.query('update user_account set binds_session_to_ip = true where email = $1', [
        email,
      ]);
      await pool.query(
        "update session set ip = '203.0.113.9' where user_id = (select id from user_account where email = $1)",
        [email],
      );
      await page.goto(at(visitor, '/servers'));
      await page.waitForURL('**/login?disconnectedByIp=56*');
      await page.getByText('You were signed out because your IP address changed.').waitFor();
    }),
  120_000,
);
