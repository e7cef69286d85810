import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { nameOf, twoLooks, type Visitor } from '../../../e2e/browser.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectToast, openScreen, signInVisitor } from '../../../e2e/steps.ts';
import { walk } from '../../../e2e/sweep.ts';
import { clock, shiftClock } from '../../../server/platform/clock.ts';
import type { TestClient } from '../../../server/testing/client.ts';
import { readSentCode } from './server/testing/profileHelpers.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.close());
afterEach(() => shiftClock(0));

const security = async (client: TestClient) =>
  (await client.get('/header/securityDetails')).body as Record<string, unknown>;

/** Signs in at localhost, because browsers don't create passkeys for IP addresses. */
async function enterAtLocalhost(
  visitor: Visitor,
  client: TestClient,
  path: string,
): Promise<string> {
  const address = visitor.address.replace('127.0.0.1', 'localhost');
  const [name = '', value = ''] = client.cookie.split(/=(.*)/s);
  await visitor.context.addCookies([{ name, value, url: address }]);
  await visitor.page.goto(`${address}${path}`);
  await visitor.page.locator('main h1').first().waitFor();
  return address;
}

async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}

describe('the authenticator app', () => {
  it('is set up step by step: QR code, secret, code, recovery codes, and the overview shows it', () =>
    withVisitor(harness, {}, async (visitor) => {
      const client = await harness.app.signInAs('user');
      await signInVisitor(visitor, client);
      await openScreen(visitor, '/profile');
      const { page } = visitor;
      await page.getByText('Two-factor authentication is off').waitFor();
      await page.getByRole('link', { name: 'Set up an authenticator app (1 minute)' }).click();
      await page.getByRole('button', { name: 'Set up', exact: true }).click();
      const picture = page.getByRole('img', { name: /QR code/ });
      await picture.waitFor();
      await expect
        .poll(() =>
          picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
        )
        .toBe(true);
      const secret = (
        (await page.locator('[data-part="enrol-secret"] code').textContent()) ?? ''
      ).replaceAll(' ', '');
      const code = page.getByLabel('Six-digit code from the app');
      const right = new TOTP({ secret }).generate({ timestamp: clock.now().getTime() });
      await code.fill(right === '000000' ? '111111' : '000000');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('Invalid TFA verification code.').waitFor();
      await code.fill(new TOTP({ secret }).generate({ timestamp: clock.now().getTime() }));
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.locator('[data-part="recovery-codes"] li').nth(9).waitFor();
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByText('Two-factor authentication is on').waitFor();
      await page.getByText('Recovery codes are ready').waitFor();
      expect(await security(client)).toMatchObject({
        useTFA: true,
        validatedCode: true,
        recoveryCodesLeft: 10,
      });
    }));
});

describe('a passkey', () => {
  it('is created in the browser’s dialog, renamed, and removed', () =>
    withVisitor(harness, {}, async (visitor) => {
      const client = await harness.app.signInAs('user');
      const { page } = visitor;
      await enterAtLocalhost(visitor, client, '/profile/security');
      await addAuthenticator(page);
      await page.getByRole('button', { name: 'Add passkey' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Laptop');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Passkey is set up').waitFor();
      expect(await security(client)).toMatchObject({
        passkeys: [{ name: 'Laptop', lastUsedAt: null }],
      });
      await page.locator('#passkeys').getByRole('button', { name: 'Rename' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Old laptop');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Remove Old laptop' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
      await page.getByText('No passkey yet').first().waitFor();
      expect(await security(client)).toMatchObject({ passkeys: [] });
    }));

  it('signs in without a password', () =>
    withVisitor(harness, {}, async (visitor) => {
      const client = await harness.app.signInAs('user');
      const { page } = visitor;
      const address = await enterAtLocalhost(visitor, client, '/profile/security');
      await addAuthenticator(page);
      await page.getByRole('button', { name: 'Add passkey' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Passkey is set up').waitFor();
      await visitor.context.clearCookies();
      await page.goto(`${address}/login`);
      // The page offers passkeys in the suggestions of its email field, and this authenticator
      // accepts them automatically.
      await page.waitForURL((url) => url.pathname !== '/login');
      await page.locator('main h1').first().waitFor();
      const me = await page.evaluate(
        async () =>
          (await (await fetch('/svc/header/securityDetails')).json()) as Record<string, unknown>,
      );
      expect(me).toMatchObject({ passkeys: [{ lastUsedAt: expect.any(String) }] });
    }));
});

describe('phones and IP addresses', () => {
  it('a phone is added with the code sent to it', () =>
    withVisitor(harness, {}, async (visitor) => {
      const client = await harness.app.signInAs('user');
      await signInVisitor(visitor, client);
      await openScreen(visitor, '/profile/security');
      const { page } = visitor;
      const phone = '+972501234567';
      await page.getByRole('button', { name: 'Add phone number' }).click();
      await page.getByRole('textbox', { name: 'Phone number' }).fill(phone);
      await page.getByRole('button', { name: 'Send code' }).click();
      await page.getByRole('button', { name: /Resend in \d+ s/ }).waitFor();
      await page.getByLabel(`Code sent to ${phone}`).fill(await readSentCode(harness.app, phone));
      await page.getByRole('button', { name: 'Confirm' }).click();
      await expectToast(page, 'Phone number added');
      await page.getByLabel(`Description of ${phone}`).fill('Work');
      await page.keyboard.press('Enter');
      await expectToast(page, 'Changes saved');
      expect(await security(client)).toMatchObject({
        phonesList: [{ phone, description: 'Work' }],
      });
    }));

  it('the address list is enabled once the current address is on it', () =>
    withVisitor(harness, {}, async (visitor) => {
      visitor.expectComplaint(/status of 422/);
      const client = await harness.app.signInAs('user');
      await signInVisitor(visitor, client);
      await openScreen(visitor, '/profile/security');
      const { page } = visitor;
      const restrictionSwitch = page.locator('#addresses').getByRole('switch');
      // Clicks the visible track, because it covers the input.
      const track = page.locator('#addresses .mantine-Switch-track');
      await track.click();
      await expectToast(page, 'so you would lose access');
      await expect.poll(() => restrictionSwitch.isChecked()).toBe(false);
      await page.getByRole('button', { name: 'Add current IP 127.0.0.1' }).click();
      await page.locator('#addresses').getByText('127.0.0.1/32').waitFor();
      await track.click();
      await page.getByText('On', { exact: true }).waitFor();
      expect(await security(client)).toMatchObject({ useAllowedIP: true });
    }));
});

it('sessions elsewhere are listed and signed out', () =>
  withVisitor(harness, {}, async (visitor) => {
    const client = await harness.app.signInAs('user');
    const other = harness.app.anonymous();
    await other.signIn(client.email, 'A_right_password_1');
    await signInVisitor(visitor, client);
    await openScreen(visitor, '/profile/sessions');
    const { page } = visitor;
    await page.getByText('this session').waitFor();
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await expectToast(page, 'Signed out');
    expect((await other.get('/user')).status).toBe(401);
    expect((await client.get('/user')).status).toBe(200);
  }));

/** Runs as a site administrator. */
it.each(twoLooks.map((look) => [nameOf(look), look] as const))(
  'the profile is accessible and fits the screen: %s',
  (_name, look) =>
    withVisitor(harness, look, async (visitor) => {
      const client = await harness.app.signInAs('siteAdmin');
      await client.put('/header/language', { language: look.language });
      await signInVisitor(visitor, client);
      const tabs = [
        '',
        '/security',
        '/sessions',
        '/logins',
        '/notifications',
        '/partner',
        '/google/35',
      ];
      expect(
        await walk(
          visitor,
          tabs.map((tab) => `/profile${tab}`),
        ),
      ).toEqual([]);
    }),
);
