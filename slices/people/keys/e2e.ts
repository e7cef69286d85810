import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectToast, openScreen, screenIsReady, signInVisitor } from '../../../e2e/steps.ts';
import { keyClient } from '../../../server/testing/keyClient.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.close());

describe('the life cycle of an access key', () => {
  it('is created on the screen, used by a program, rotated, disabled and deleted', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      const { app } = harness;
      await signInVisitor(visitor, await app.signInAs('user'));
      await openScreen(visitor, '/keys');
      await page.getByRole('button', { name: 'Create key' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Nightly report');
      await dialog.getByRole('button', { name: 'None', exact: true }).click();
      await dialog.getByLabel('View servers').check();
      await dialog.getByRole('button', { name: 'Create key' }).click();
      const codeFields = page.locator('[data-part="key-secret"] .code');
      await codeFields.nth(1).waitFor();
      const [clientId = '', secret = ''] = await codeFields.allTextContents();
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('link', { name: 'Nightly report' }).waitFor();
      expect(await page.content()).not.toContain(secret);

      const program = keyClient(harness.app.address, { clientId, secret });
      expect((await program.get('/servers')).status).toBe(200);
      expect(
        (await program.put('/servers/power', { ids: [harness.app.siteId], state: 'on' })).body.code,
      ).toEqual([2706]);
      await openScreen(visitor, `/keys/${clientId}/access`);
      await page.getByText('View servers').waitFor();
      await page.getByRole('table', { name: 'Activity' }).getByText('Refused').waitFor();

      await page.getByRole('button', { name: 'Rotate secret' }).click();
      await dialog.getByLabel('Current secret works for').selectOption('0');
      await dialog.getByRole('button', { name: 'Rotate secret' }).click();
      await codeFields.nth(1).waitFor();
      const renewed = (await codeFields.allTextContents())[1] ?? '';
      await page.getByRole('button', { name: 'Done' }).click();
      expect((await program.get('/servers')).status).toBe(401);
      const renewedClient = keyClient(harness.app.address, { clientId, secret: renewed });
      expect((await renewedClient.get('/servers')).status).toBe(200);

      await page.getByRole('button', { name: 'Disable' }).click();
      await expectToast(page, 'Key disabled');
      expect((await renewedClient.get('/servers')).body.code).toEqual([2702]);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expectToast(page, 'Change undone');
      expect((await renewedClient.get('/servers')).status).toBe(200);
      await page.getByRole('button', { name: 'Disable' }).click();
      await page.getByRole('button', { name: 'Enable' }).waitFor();
      await page.getByRole('button', { name: 'Enable' }).click();
      await expectToast(page, 'Key enabled');
      expect((await renewedClient.get('/servers')).status).toBe(200);

      await page.getByRole('button', { name: 'Delete' }).click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await page.waitForURL('**/keys');
      await screenIsReady(page);
      expect((await renewedClient.get('/servers')).body.code).toEqual([2700]);
    }));
});

describe('the code examples', () => {
  it('are shown by the create form as curl, command line and Terraform, without creating anything', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      const client = await harness.app.signInAs('user');
      await signInVisitor(visitor, client);
      await openScreen(visitor, '/serverCreate');
      await page.getByRole('button', { name: 'Show as code' }).click();
      const code = page.locator('.call-as-code pre');
      await code.filter({ hasText: '/svc/servers' }).waitFor();
      await page.getByRole('tab', { name: 'Command line' }).click();
      await code.filter({ hasText: 'cloud servers create' }).waitFor();
      await page.getByRole('tab', { name: 'Terraform' }).click();
      await code.filter({ hasText: 'kamatera_server' }).waitFor();
      expect((await client.get<{ total: number }>('/servers')).body.total).toBe(0);
    }));
});

describe('the API reference', () => {
  it('finds an operation, shows its parameters and errors, and runs it with the session and with a key', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      const client = await harness.app.signInAs('user');
      const { body: key } = await client.post<{ clientId: string; secret: string }>('/apikeys', {
        name: 'reader',
        type: 'billing',
      });
      visitor.expectComplaint(/403/);
      await signInVisitor(visitor, client);
      await openScreen(visitor, '/docs');
      await page.getByRole('searchbox').last().fill('get prices');
      await page.getByRole('link', { name: 'getPrices' }).click();
      await page.getByRole('heading', { name: 'getPrices' }).waitFor();
      await page.getByText('pricing.view').waitFor();
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText(/^200 in/).waitFor();

      await openScreen(visitor, '/docs/listServers');
      await page.getByText('An API key', { exact: true }).click();
      await page.getByLabel('Client ID').fill(key.clientId);
      await page.getByLabel('Secret', { exact: true }).fill(key.secret);
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText(/^403 in/).waitFor();
      expect(new URL(page.url()).pathname).toBe('/docs/listServers');
      expect((await client.get('/user')).status).toBe(200);
    }));
});
