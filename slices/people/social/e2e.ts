import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeProvider } from '../../../drivers/social/testing/fakeProvider.ts';
import { nameOf, twoLooks, type Visitor } from '../../../e2e/browser.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import {
  expectToast,
  openScreen,
  screenIsReady,
  signIn,
  signInVisitor,
} from '../../../e2e/steps.ts';
import { problemsOf } from '../../../e2e/sweep.ts';

let harness: Harness;
let provider: FakeProvider;
beforeAll(async () => {
  provider = await FakeProvider.start();
  harness = await openHarness({ socialIssuers: [provider.issuer] });
  const body = {
    title: 'Company login',
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    isEnabled: true,
  };
  expect((await harness.app.root.put('/socialProviders/company', body)).status).toBe(200);
});
afterAll(async () => {
  await harness.close();
  await provider.close();
});

const newIdentity = () => {
  const sub = randomUUID();
  return {
    sub,
    email: `${sub}@example.test`,
    email_verified: true,
    given_name: 'Dana',
    family_name: 'Levi',
  };
};
beforeEach(() => {
  provider.visitor = newIdentity();
});

const clickProviderButton = async ({ page }: Visitor, path = '/login'): Promise<void> => {
  await page.goto(path);
  await page.getByRole('button', { name: 'Continue with Company login' }).click();
};

it('a new user signs up with a provider, edits their name, and is signed in directly the next time', async () => {
  await withVisitor(harness, {}, async (visitor) => {
    await clickProviderButton(visitor, '/login?from=/servers');
    const { page } = visitor;
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(provider.visitor?.email);
    expect(await problemsOf(visitor)).toEqual([]);
    await page.getByLabel('First name').fill('Dafna');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/servers');
    await screenIsReady(page);
  });
  await withVisitor(harness, {}, async (visitor) => {
    await clickProviderButton(visitor);
    await visitor.page.waitForURL('**/dashboard');
    await screenIsReady(visitor.page);
  });
});

it('a user who cancels at the provider sees that nothing was changed', () =>
  withVisitor(harness, {}, async (visitor) => {
    provider.visitor = null;
    const { page } = visitor;
    await clickProviderButton(visitor);
    await page.getByText('The sign-in at Company login was canceled.').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    provider.visitor = newIdentity();
    await page.getByRole('button', { name: 'Try Company login again' }).click();
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  }));

it('an account with a second factor continues to its second step', async () => {
  const client = harness.app.anonymous();
  const started = await client.get<{ address: string; stateToken: string }>(
    '/socialAccess/stateToken/company/login/login',
  );
  const { code } = provider.signIn(started.body.address, provider.visitor ?? newIdentity());
  const { stateToken } = started.body;
  const returned = await client.post<{ newAccount: object }>('/socialAccess/stateToken', {
    code,
    social: 'company',
    stateToken,
  });
  const {
    title: _title,
    expiresInSeconds: _seconds,
    ...identity
  } = returned.body.newAccount as Record<string, unknown>;
  expect((await client.post('/socialAccess/token', identity)).body).toHaveProperty('userId');
  const { pool } = harness.app.portal.services.database;
  await pool.query(
    'update user_account set uses_tfa = true, uses_tfa_email = true where email = $1',
    [provider.visitor?.email],
  );
  await withVisitor(harness, {}, async (visitor) => {
    await clickProviderButton(visitor);
    await visitor.page.waitForURL('**/tfa');
    await visitor.page.locator('h1').waitFor();
  });
});

it('a signed-in user connects a provider in their profile, and disconnects it', () =>
  withVisitor(harness, {}, async (visitor) => {
    await signInVisitor(visitor, await harness.app.signInAs('user'));
    await openScreen(visitor, '/profile/security');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Connect Company login', exact: true }).click();
    await page.waitForURL('**/profile/company');
    await page.getByText('Company login connected. You can now sign in with it.').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await page.getByRole('button', { name: 'Disconnect Company login', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click();
    await expectToast(page, 'Company login disconnected');
    await page.getByRole('button', { name: 'Connect Company login', exact: true }).waitFor();
  }));

describe.each(twoLooks.map((look) => [nameOf(look), look] as const))('on %s', (_name, look) => {
  it('a user who already has an account sees how to continue', () =>
    withVisitor(harness, look, async (visitor) => {
      const user = await harness.app.signInAs('user');
      provider.visitor = { ...newIdentity(), email: user.email };
      const { page } = visitor;
      await page.goto('/login');
      await page.getByRole('button', { name: /Company login/ }).click();
      await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor();
      await expect.poll(() => page.locator('a[href="/forgot"]').count()).toBe(1);
      expect(await problemsOf(visitor)).toEqual([]);
    }));

  it('the site’s providers can be viewed and set up by everyone with access', () =>
    withVisitor(harness, look, async (visitor) => {
      await signInVisitor(visitor, await harness.app.signInAs('root'));
      await openScreen(visitor, '/socialProviders');
      const { page } = visitor;
      await page.getByRole('button', { name: /Microsoft/ }).click();
      await page.getByText('/remoteSocial/socialProcess/microsoft').waitFor();
      expect(await problemsOf(visitor)).toEqual([]);
    }));
});

it('a site administrator connects a provider, tests it, and disconnects it', () =>
  withVisitor(harness, {}, async (visitor) => {
    visitor.expectComplaint(/status of 422/);
    await signIn(visitor, (await harness.app.signInAs('siteAdmin')).email);
    await openScreen(visitor, '/socialProviders');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Add OpenID Connect provider' }).click();
    await page.getByLabel('Name in URLs').fill('staff');
    await page.getByLabel('Button label').fill('Staff login');
    await page.getByLabel('Issuer URL').fill('http://somewhere.example.test');
    await page.getByLabel('Client ID').fill(provider.clientId);
    await page.getByLabel('Client secret').fill(provider.clientSecret);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/The address must be a public https URL/).waitFor();
    await page.getByLabel('Issuer URL').fill(provider.issuer);
    await page.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Staff login saved');
    await page.getByRole('button', { name: 'Edit Staff login' }).click();
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('Staff login accepts the client ID and secret.').waitFor();
    await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click();
    await expectToast(page, 'Staff login disconnected');
  }));
