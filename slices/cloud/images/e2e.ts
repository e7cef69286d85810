import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectToast, openScreen, signInVisitor } from '../../../e2e/steps.ts';
import { problemsOf } from '../../../e2e/sweep.ts';
import type { TestClient } from '../../../server/testing/client.ts';
import { makeServer } from '../../people/groups/server/testing/fixtures.ts';
import { simulatedConverter } from './server/testing/imageFixtures.ts';

let harness: Harness;
let owner: TestClient;
let sharee: TestClient;
let place = '';

beforeAll(async () => {
  harness = await openHarness({}, { ports: { imageConverter: simulatedConverter } });
  owner = await harness.app.signInAs('user', { email: 'noa@example.test' });
  sharee = await harness.app.signInAs('user', { email: 'dan@example.test' });
  await makeServer(owner, 'builder');
  place =
    (await owner.get<{ items: { code: string }[] }>('/datacenters')).body.items[0]?.code ?? '';
});
afterAll(() => harness.close());

const disk = Buffer.from(Array.from({ length: 6_000_000 }, (_, index) => index % 253));
const fileOf = (name: string, buffer: Buffer) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer,
});

it('an interrupted upload resumes after a reload only with the same file, and becomes an image for servers', () =>
  withVisitor(harness, {}, async (visitor) => {
    await signInVisitor(visitor, owner);
    const { page } = visitor;
    await openScreen(visitor, '/hdlibrary');
    page.on('dialog', (dialog) => void dialog.accept());
    let chunks = 0;
    // The portal is unreachable from the third chunk on.
    await page.route(/\/chunks\?/, (route) => {
      chunks += 1;
      return chunks <= 2
        ? route.continue()
        : route.fulfill({ status: 503, json: { errors: [{ code: 3, info: 'away' }], code: [3] } });
    });
    visitor.expectComplaint(/503/);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type=file]').setInputFiles(fileOf('Appliance-1.vmdk', disk));
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Appliance');
    expect(await problemsOf(visitor)).toEqual([]);
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByText('Waiting for the portal').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);

    await page.reload();
    await page.getByText('Interrupted').waitFor();
    await page.unroute(/\/chunks\?/);
    const secondInput = page.locator('[data-part="uploads"] input[type=file]');
    await secondInput.setInputFiles(fileOf('other.vmdk', disk.subarray(1)));
    await page.getByText('This is a different file').waitFor();
    await secondInput.setInputFiles(fileOf('other.vmdk', Buffer.alloc(disk.length, 7)));
    await page.getByText('but different content').waitFor();
    await secondInput.setInputFiles(fileOf('Appliance-1.vmdk', disk));
    await page.getByRole('heading', { name: 'Uploads' }).waitFor({ state: 'detached' });

    await openScreen(visitor, `/hdlibrary/${place}/private`);
    await page.getByRole('button', { name: 'Appliance', exact: true }).waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await openScreen(visitor, '/serverCreate');
    await page.getByText('Appliance').first().waitFor();
  }));

it('its owner creates a version, shares it and withdraws the old one, and another user finds the new version', async () => {
  const [image] = (await owner.get<{ items: { id: string }[] }>('/images?kind=private')).body.items;
  await withVisitor(harness, {}, async (visitor) => {
    await signInVisitor(visitor, owner);
    const { page } = visitor;
    await openScreen(visitor, `/hdlibrary/${place}/private?image=${image?.id}`);
    const drawer = page.locator('.mantine-Drawer-content');
    await drawer.getByRole('button', { name: 'Add version' }).click();
    const form = page.getByRole('dialog').filter({ hasText: 'New version of Appliance' });
    await form
      .locator('input[type=file]')
      .setInputFiles(fileOf('Appliance-2.vmdk', disk.subarray(0, 2_000_000)));
    await form.getByRole('textbox', { name: 'Version' }).fill('2.0');
    await form.getByRole('button', { name: 'Upload', exact: true }).click();
    await drawer.getByRole('heading', { name: 'Versions' }).waitFor();
    await drawer.getByText('Latest').first().waitFor();
    await drawer.getByRole('button', { name: '2.0', exact: true }).click();
    await drawer.getByRole('button', { name: 'Share' }).click();
    const share = page.getByRole('dialog').filter({ hasText: 'Email' });
    await share.getByLabel('Email').fill(sharee.email);
    await share.getByRole('button', { name: 'Share', exact: true }).click();
    await share.getByText(sharee.email).waitFor();
    await share.getByRole('button', { name: `Stop sharing with ${sharee.email}` }).click();
    await share.getByText(sharee.email, { exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await share.getByText(sharee.email, { exact: true }).waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
  });
  await owner.put(`/images/${image?.id}/offer`, { offer: 'withdrawn', note: 'Use 2.0.' });
  await withVisitor(harness, {}, async (visitor) => {
    await signInVisitor(visitor, sharee);
    const { page } = visitor;
    await openScreen(visitor, `/hdlibrary/${place}/private`);
    await page.getByRole('button', { name: 'Appliance 2.0', exact: true }).waitFor();
    await page.getByText('Shared with you').waitFor();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
  });
});

it('a disk of a running server becomes an image, which is deleted by typing its name', () =>
  withVisitor(harness, {}, async (visitor) => {
    await signInVisitor(visitor, owner);
    const { page } = visitor;
    await openScreen(visitor, '/hdlibrary');
    await page.getByRole('button', { name: 'From a server' }).click();
    const form = page.getByRole('dialog');
    await form
      .getByRole('combobox', { name: 'Server', exact: true })
      .selectOption({ label: 'builder' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Golden');
    expect(await problemsOf(visitor)).toEqual([]);
    await form.getByRole('button', { name: 'Create image' }).click();
    await expectToast(page, 'Copying to Golden…');
    await openScreen(visitor, `/hdlibrary/${place}/private`);
    await page.getByRole('button', { name: 'Golden', exact: true }).click();
    const drawer = page.locator('.mantine-Drawer-content');
    await drawer.getByText('Copied from a server’s disk').waitFor();
    await drawer.getByRole('button', { name: 'Delete' }).click();
    const confirmDialog = page.getByRole('dialog').filter({ hasText: 'Delete Golden?' });
    await confirmDialog.getByRole('textbox').fill('Golden');
    // The details may be refetched once more before they close.
    visitor.expectComplaint(/404/);
    await confirmDialog.getByRole('button', { name: 'Delete' }).click();
    await page
      .locator('tbody')
      .getByRole('button', { name: 'Golden', exact: true })
      .waitFor({ state: 'detached' });
  }));

it.each([
  { device: 'phone', scheme: 'light', language: 'en' },
  { device: 'phone', scheme: 'dark', language: 'he' },
  { device: 'desktop', scheme: 'dark', language: 'he' },
] as const)('the library displays correctly on $device, $scheme, in $language', (look) =>
  withVisitor(harness, look, async (visitor) => {
    await signInVisitor(visitor, owner);
    for (const tab of [
      'system',
      'service',
      'application',
      'desktop',
      'private',
      'iso',
      'snapshots',
    ]) {
      await openScreen(visitor, `/hdlibrary/${place}/${tab}`);
      expect(await problemsOf(visitor), tab).toEqual([]);
    }
  }),
);
