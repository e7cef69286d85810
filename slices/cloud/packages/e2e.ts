import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectToast, openScreen, screenIsReady, signInVisitor } from '../../../e2e/steps.ts';
import { problemsOf, walk } from '../../../e2e/sweep.ts';
import { guestPassword, guestUser, SshGuest } from '../consoles/server/testing/sshGuest.ts';
import { makeServer } from '../servicelets/server/testing/makeServer.ts';

const installMs = 60_000;

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.close());

it('an application is selected, configured and installed, and shows its password once', () =>
  withVisitor(harness, {}, async (visitor) => {
    await signInVisitor(visitor, harness.app.root);
    const { page } = visitor;
    visitor.expectComplaint(/status of 422/);
    await openScreen(visitor, '/serverCreateService');
    await page.locator('[data-part="pick"]').filter({ hasText: 'PostgreSQL' }).click();
    await page.getByRole('textbox', { name: 'Database' }).fill('Shop!');
    const create = page
      .locator('main')
      .getByRole('button', { name: 'Create server', exact: true })
      .first();
    await create.click();
    await page.getByText('lowercase letters, digits, and _').waitFor();
    await page.getByRole('textbox', { name: 'Database' }).fill('shop');
    await create.click();
    await page.waitForURL(/\/servers\/[0-9a-f-]{36}/);
    await page.goto(`${new URL(page.url()).pathname}/servicelet`);
    await page.getByText('Responding').waitFor({ timeout: installMs });
    await page.getByText(/postgresql:\/\/app@.*\/shop/).waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await page.getByRole('button', { name: 'Show passwords' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Show passwords' }).click();
    await expect.poll(() => dialog.locator('.code').textContent()).toMatch(/^\w{20}$/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Show passwords' }).waitFor({ state: 'detached' });
  }));

it('a command is run in a server and its output is viewed', () =>
  withVisitor(harness, {}, async (visitor) => {
    const { root } = harness.app;
    await signInVisitor(visitor, root);
    const { page } = visitor;
    await openScreen(visitor, `/servers/${await makeServer(root)}/servicelet`);
    await page.getByLabel('Script', { exact: true }).fill('echo hello from inside\nexit 3');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expectToast(page, 'Queued');
    await page.getByRole('log').filter({ hasText: 'hello from inside' }).waitFor();
    await page.getByText('Exit code 3').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);

    const guest = await SshGuest.start();
    guest.home = await mkdtemp(join(tmpdir(), 'cloudberth-home-'));
    harness.app.portal.services.engines.get('simulated').openTcp = () => guest.openTcp();
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.getByText('SSH', { exact: true }).click();
    await page.getByLabel('Username', { exact: true }).fill(guestUser);
    await page.getByRole('textbox', { name: 'Password' }).fill(guestPassword);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('over SSH as tiny').waitFor();
    await page.getByRole('log').filter({ hasText: 'hello from inside' }).waitFor();
    await expect.poll(() => page.getByRole('textbox', { name: 'Password' }).inputValue()).toBe('');
    expect(await problemsOf(visitor)).toEqual([]);
    await guest.stop();
    await rm(guest.home, { recursive: true });
  }));

it('a policy is created, rejected at a line, fixed, and selected for a new server', () =>
  withVisitor(harness, {}, async (visitor) => {
    await signInVisitor(visitor, harness.app.root);
    const { page } = visitor;
    visitor.expectComplaint(/status of 422/);
    await openScreen(visitor, '/cloudinit');
    await page.getByRole('button', { name: 'Create policy' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Company base');
    await dialog.getByRole('button', { name: 'Create policy' }).click();
    await expectToast(page, 'Company base created');
    await page.getByRole('link', { name: 'Configurations' }).click();
    await page.getByRole('button', { name: 'Add configuration' }).click();
    await page.getByLabel('Name').fill('Tools');
    await page.getByLabel('Content').fill('#cloud-config\npakages: [htop]\n');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('did you mean packages').waitFor();
    await page.getByLabel('Content').fill('#cloud-config\npackages: [htop]\n');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Saved');
    await page.getByText('The policy is valid.').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await openScreen(visitor, '/serverCreate');
    await page.getByText('User data', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'Company base' }).check();
    await page.getByText('Merged user data').click();
    await page.locator('[data-part="composed"] pre').filter({ hasText: 'htop' }).waitFor();
    await page
      .locator('main')
      .getByRole('button', { name: 'Create server', exact: true })
      .first()
      .click();
    await page.waitForURL(/\/servers\/[0-9a-f-]{36}/);
  }));

it('a package is created in the form, rejected with a field error, accepted, and disabled for the site', () =>
  withVisitor(harness, {}, async (visitor) => {
    await signInVisitor(visitor, harness.app.root);
    const { page } = visitor;
    visitor.expectComplaint(/status of 422/);
    await openScreen(visitor, '/uploadService');
    await page.getByRole('button', { name: 'Upload package' }).first().click();
    const dialog = page.getByRole('dialog');
    const manifest = dialog.getByLabel('manifest.json');
    const right = await manifest.inputValue();
    await manifest.fill(right.replace('install.sh', 'missing.sh'));
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await dialog.getByText('missing.sh is missing').waitFor();
    await manifest.fill(right);
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await page.waitForURL(/\/uploadService\/[0-9a-f-]{36}/);
    await screenIsReady(page);
    await page.getByRole('heading', { name: 'My application' }).waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await page.getByRole('switch').first().click({ force: true });
    await expectToast(page, 'Changed on');
    await openScreen(visitor, '/serverCreateApp');
    await page.locator('[data-part="pick"]').filter({ hasText: 'WordPress' }).waitFor();
    expect(
      await page.locator('[data-part="pick"]').filter({ hasText: 'My application' }).count(),
    ).toBe(0);
  }));

it('the screens are accessible on a phone in dark mode and Hebrew', () =>
  withVisitor(harness, { device: 'phone', scheme: 'dark', language: 'he' }, async (visitor) => {
    const { root } = harness.app;
    await root.put('/header/language', { language: 'he' });
    await signInVisitor(visitor, root);
    const first = async (list: string) =>
      (await root.get<{ items: { id: string }[] }>(list)).body.items[0]?.id;
    const [policy, one, server] = [
      await first('/cloudinit'),
      await first('/packages'),
      await first('/servers'),
    ];
    const paths = [
      ...[
        '/cloudinit',
        `/cloudinit/${policy}`,
        `/cloudinit/${policy}/configurations`,
        `/cloudinit/${policy}/services`,
      ],
      ...[
        `/cloudinit/${policy}/settings`,
        '/uploadService',
        `/uploadService/${one}`,
        `/uploadService/${one}/config`,
      ],
      ...[
        '/serverCreateApp',
        '/serverCreateDesktop',
        '/serverCreateService',
        `/servers/${server}/servicelet`,
      ],
    ];
    expect(await walk(visitor, paths)).toEqual([]);
  }));
