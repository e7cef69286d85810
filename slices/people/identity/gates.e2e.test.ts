import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { accessibilityViolations } from '../../../e2e/accessibility.ts';
import { stateDeadlineMs, Visitor } from '../../../e2e/browser.ts';
import { createServer } from '../../../e2e/createServer.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { openScreen, signIn, signInVisitor } from '../../../e2e/steps.ts';
import { shiftClock } from '../../../server/platform/clock.ts';
import { testPassword } from '../../../server/testing/app.ts';
import { lastMail } from '../../../server/testing/outbox.ts';

let harness: Harness;
/** The same portal at a hostname, because browsers don't accept passkeys for IP addresses. */
let named: Harness;
beforeAll(async () => {
  harness = await openHarness();
  const address = harness.app.address.replace('127.0.0.1', 'localhost');
  named = { ...harness, visit: (look) => Visitor.arrive(harness.browser, address, look) };
});
afterAll(() => harness.close());
afterEach(() => shiftClock(0));

const rejectedCall = /status of 40[134]/;

describe('recent authentication required by the site', () => {
  beforeAll(async () => {
    await harness.app.root.put('/settings/identity.proofFor', {
      value: ['terminateServer', 'bulkTerminate'],
    });
  });

  it('is requested in a dialog: canceling it rejects the action, and confirming it completes the action', () =>
    withVisitor(harness, {}, async (visitor) => {
      visitor.expectComplaint(rejectedCall);
      const { page } = visitor;
      const client = await harness.app.signInAs('user');
      const id = await createServer(client);
      await signInVisitor(visitor, client);
      await openScreen(visitor, `/servers/${id}`);
      shiftClock(6 * 60_000);
      await page.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name: /Terminate/ }).click();
      const terminateDialog = page.getByRole('dialog', { name: /^Terminate/ });
      const identityDialog = page.getByRole('dialog', { name: 'Confirm your identity' });
      await terminateDialog.getByRole('button', { name: /Terminate/ }).click();

      await identityDialog.getByLabel('Password', { exact: true }).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await identityDialog.waitFor({ state: 'detached' });
      await terminateDialog.getByText('Confirm your identity to continue').waitFor();

      await terminateDialog.getByRole('button', { name: /Terminate/ }).click();
      await identityDialog.getByLabel('Password', { exact: true }).fill('A_wrong_password_1');
      await page.keyboard.press('Enter');
      await identityDialog.getByText('Invalid email or password.').waitFor();
      await identityDialog.getByRole('button', { name: 'Email code' }).click();
      await identityDialog.getByRole('button', { name: 'Send code' }).click();
      await identityDialog.getByText(/Resend in 0:\d\d/).waitFor();
      const mail = await vi.waitFor(
        () => lastMail(harness.app.portal, client.email, 'account.code'),
        { timeout: stateDeadlineMs },
      );
      await identityDialog.getByLabel('Code we sent you').fill(mail.values.code ?? '');
      await identityDialog.waitFor({ state: 'detached' });
      await page.locator('.toast-success').first().waitFor();
    }));
});

describe('acting for another user', () => {
  it('shows on every screen who the user is and for how long, and ends with a click', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      const customer = await harness.app.signInAs('user');
      const operator = await harness.app.signInAs('root');
      const started = await operator.post(`/users/${customer.userId}/actFor`, {
        reason: 'They asked for help',
        minutes: 10,
      });
      expect(started.status).toBe(200);
      await signInVisitor(visitor, operator);
      await openScreen(visitor, '/servers');
      const banner = page.getByRole('region', { name: 'Acting for another account' });
      await banner.getByText(`You’re viewing ${customer.email} as ${operator.email}.`).waitFor();
      await banner.getByText('Read only').waitFor();
      await banner.getByText(/Ends in (10:00|9:\d\d)/).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await banner.getByRole('button', { name: 'Stop acting' }).click();
      await page.waitForURL('**/users');
      await page.getByRole('button', { name: `Account of ${operator.email}` }).waitFor();
      await expect.poll(() => banner.count()).toBe(0);
    }));
});

describe('a passkey', () => {
  it('signs in with one click on the page', () =>
    withVisitor(named, {}, async (visitor) => {
      visitor.expectComplaint(rejectedCall);
      const { page, context } = visitor;
      const cdpSession = await context.newCDPSession(page);
      await cdpSession.send('WebAuthn.enable');
      const { authenticatorId } = await cdpSession.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          ...{
            protocol: 'ctap2',
            transport: 'internal',
            hasResidentKey: true,
            hasUserVerification: true,
          },
          ...{ isUserVerified: true, automaticPresenceSimulation: true },
        },
      });
      const { email } = await harness.app.signInAs('user');
      await signIn(visitor, email, testPassword);
      await page.evaluate(makePasskey);
      const { credentials } = await cdpSession.send('WebAuthn.getCredentials', { authenticatorId });
      expect(credentials).toHaveLength(1);

      // Disables the browser's own suggestions, which the virtual authenticator would accept
      // automatically.
      await page.addInitScript(() => {
        PublicKeyCredential.isConditionalMediationAvailable = async () => false;
      });
      await page.goto('/logout');
      await page.getByText('You are signed out.').waitFor();
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.waitForURL('**/dashboard');
      await page.getByRole('button', { name: `Account of ${email}` }).waitFor();
    }));
});

/** Runs in the page: creates a passkey in the same way as the profile. */
async function makePasskey(): Promise<void> {
  const send = async (path: string, body?: unknown) => {
    const headers = {
      token: sessionStorage.getItem('token') ?? '',
      'content-type': 'application/json',
    };
    const answer = await fetch(`/svc/header/passkeys${path}`, {
      method: 'POST',
      ...{ headers: body === undefined ? { token: headers.token } : headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as { options: PublicKeyCredentialCreationOptionsJSON };
  };
  const { options } = await send('/options');
  const created = await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
  });
  await send('', { name: 'Journey', credential: (created as PublicKeyCredential).toJSON() });
}
