import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SerialDialogue } from '../../../drivers/compute/testing/serialDialogue.ts';
import { skipReason, tinyGuestImage } from '../../../drivers/compute/testing/tinyGuest.ts';
import type { Visitor } from '../../../e2e/browser.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { openScreen, sideScroll, signInVisitor } from '../../../e2e/steps.ts';
import { tinyImageOnly } from '../../../server/testing/guestImageBuilders.ts';

const skipped = skipReason();
const guestMs = 60_000;
const password = 'Guest_Password_1';

const terminal = (page: Page) => page.locator('.xterm-rows');
const waitForText = (page: Page, content: string | RegExp) =>
  terminal(page).filter({ hasText: content }).waitFor({ timeout: guestMs });
const isConnected = (page: Page) =>
  page.locator('[data-part="console-bar"]').getByText('Connected').waitFor({ timeout: guestMs });

async function type(page: Page, line: string): Promise<void> {
  await page.locator('.xterm-helper-textarea').focus();
  await page.keyboard.type(`${line}\n`, { delay: 15 });
}

/** Signs in on the serial console. Requires that nobody is signed in yet. */
async function signIn(page: Page): Promise<void> {
  await waitForText(page, 'login:');
  await type(page, 'tiny');
  await waitForText(page, 'Password:');
  await type(page, password);
  await waitForText(page, /[$#]\s*/);
}

/**
 * Types text into the server through the paste panel and waits until it is finished. If the panel
 * reopens, it shows what failed.
 */
async function paste(page: Page, pasted: string, waitMs = guestMs): Promise<void> {
  await page.getByRole('button', { name: 'Paste as keystrokes' }).click();
  await page.getByLabel('Text', { exact: true }).fill(pasted);
  await page.getByRole('button', { name: 'Type' }).click();
  await page
    .locator('[data-part="console-progress"]')
    .waitFor({ state: 'detached', timeout: waitMs });
  const leftoverText = (await page.locator('[data-part="console-panel"]').allInnerTexts()).join();
  expect(
    leftoverText &&
      `${leftoverText} ${await page.locator('[data-part="console-bar"]').textContent()}`,
  ).toBe('');
}

/**
 * A 4 KB script that contains all printable ASCII characters, with lines short enough for a
 * terminal.
 */
function script(seed: number): string {
  const ascii = Array.from({ length: 95 }, (_, index) =>
    String.fromCharCode(32 + ((index * 37 + seed) % 95)),
  ).join('');
  const lines = Array.from({ length: 42 }, (_, index) => `# ${index} ${ascii}`.slice(0, 97));
  return `${lines.join('\n')}\n`;
}

/** The brightness of each row of the screen. */
const picture = (): number[] => {
  const canvas = document.querySelector<HTMLCanvasElement>('[data-part="console-screen"] canvas');
  const pixels =
    canvas && canvas.width > 0
      ? canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
      : undefined;
  if (!canvas || !pixels) return [];
  return Array.from({ length: canvas.height }, (_, row) =>
    pixels.data
      .subarray(row * canvas.width * 4, (row + 1) * canvas.width * 4)
      .reduce((sum, value, index) => (index % 4 === 3 ? sum : sum + value), 0),
  );
};
const cursorRows = 2;
const differences = (one: readonly number[], other: readonly number[]): number =>
  one.length === other.length
    ? one.filter((sum, row) => sum !== other[row]).length
    : Math.max(one.length, other.length);

/** The screen contents once only the cursor is changing. */
async function settledPicture(page: Page): Promise<number[]> {
  let [latest, unchanged]: [number[], number] = [[], 0];
  const recapture = async (): Promise<number> => {
    const before = latest;
    latest = await page.evaluate(picture);
    unchanged = differences(before, latest) <= cursorRows ? unchanged + 1 : 0;
    return unchanged;
  };
  await expect.poll(recapture, { timeout: guestMs, interval: 300 }).toBeGreaterThan(4);
  return latest;
}

const md5 = (content: string) => createHash('md5').update(content).digest('hex');

describe.skipIf(skipped)(
  `consoles in the browser${skipped ? ` (skipped: ${skipped})` : ''}`,
  () => {
    let harness: Harness;
    let serverId: string;
    const set = async (id: string, value: unknown) =>
      expect((await harness.app.root.put(`/settings/consoles.${id}`, { value })).status).toBe(200);

    beforeAll(async () => {
      await tinyGuestImage();
      // On bridged engines, servers add and remove network interfaces on the browser's machine, and
      // each change aborts the browser's current requests.
      harness = await openHarness(
        { engine: 'auto', network: 'user' },
        { kind: 'chromium', ports: tinyImageOnly },
      );
      const { root } = harness.app;
      interface Options {
        datacenterId: string;
        images: { id: string; code: string; readyIn: string[] }[];
      }
      const ready = async () => {
        const { body } = await root.get<Options>('/servers/create/options');
        const image = body.images.find(
          ({ code, readyIn }) => code === 'tiny' && readyIn.length > 0,
        );
        expect(image).toBeDefined();
        return { datacenterId: body.datacenterId, imageId: image?.id };
      };
      const choice = await vi.waitFor(ready, { timeout: 150_000, interval: 500 });
      const created = await root.post<{ cmdId: number; servers: { id: string }[] }>('/servers', {
        ...{
          ...choice,
          name: 'console-1',
          cpuType: 'B',
          cores: 1,
          ramMb: 256,
          disks: [{ sizeGb: 5 }],
          nics: [{ networkId: 'auto' }],
        },
        ...{ billingMode: 'hourly', password },
      });
      serverId = created.body.servers[0]?.id ?? '';
      const isOn = async () =>
        expect((await root.get<{ power: string }>(`/servers/${serverId}`)).body.power).toBe('on');
      await vi.waitFor(isOn, { timeout: guestMs, interval: 200 });
    });
    afterAll(() => harness?.close());

    const openConnect = async (visitor: Visitor, kind: string) => {
      await openScreen(visitor, `/servers/${serverId}/connect`);
      await visitor.page
        .locator('[data-part="console-kinds"]')
        .getByText(kind, { exact: true })
        .click();
    };

    it(
      'type a 4 KB script into a guest through its serial line and its screen, without losing a key',
      { timeout: 600_000 },
      () =>
        withVisitor(harness, {}, async (visitor) => {
          const { page } = visitor;
          await set('record', 'all');
          await signInVisitor(visitor, harness.app.root);
          await openConnect(visitor, 'Serial console');
          await isConnected(page);
          await page.getByText('is recorded and kept for 90 days').waitFor();
          await signIn(page);
          const [first, second] = [script(0), script(11)];
          expect(first.length).toBeGreaterThan(4000);
          await type(page, 'cd; stty -echo; cat > serial.txt');
          await paste(page, first);
          await page.keyboard.press('Control+d');
          await type(page, 'stty echo; md5sum serial.txt');
          await waitForText(page, md5(first));

          await page
            .locator('[data-part="console-kinds"]')
            .getByText('Screen', { exact: true })
            .click();
          await page.locator('[data-part="console-screen"] canvas').waitFor({ timeout: guestMs });
          await isConnected(page);
          // The screen is only a picture, so the guest's state is checked over its serial line.
          const expectOutput = async (command: string, marker: string) => {
            const serial = await SerialDialogue.open(
              harness.app.portal.services.engines.get('qemu'),
              serverId,
            );
            await expect.poll(() => serial.run(command), { timeout: guestMs }).toContain(marker);
            serial.close();
          };
          await paste(page, 'tiny\n');
          // One of the two is on the serial line.
          await expectOutput("ps | grep -c '[l]ogin -- tiny'", '2');
          await paste(page, `${password}\n`);
          await expectOutput("ps -o user,tty | grep -c 'tiny *4,1'", '1');
          await paste(page, 'cd; stty -echo; cat > screen.txt\n');
          await expectOutput('ls', 'screen.txt');
          await paste(page, second, 400_000);
          await page.locator('[data-part="console-screen"] canvas').focus();
          await page.keyboard.press('Control+d');
          await paste(page, 'stty echo; md5sum screen.txt\n');
          await expectOutput('md5sum screen.txt', md5(second));
          const live = await settledPicture(page);

          await page.goto(`/servers/${serverId}/connect`);
          const latest = page
            .locator('[data-part="console-recordings"] li')
            .filter({ hasText: 'Screen' })
            // The screen that just opened is being recorded, and can't be replayed yet.
            .filter({ has: page.getByRole('link', { name: 'Replay' }) })
            .first();
          await latest.getByRole('link', { name: 'Replay' }).click();
          await page.getByText('Verified', { exact: true }).waitFor();
          await page.getByLabel('Position').focus();
          await page.keyboard.press('End');
          // The blinking cursor is ignored.
          const differing = async () => differences(live, await page.evaluate(picture));
          await expect.poll(differing, { timeout: 30_000 }).toBeLessThanOrEqual(cursorRows);
          await page.keyboard.press('Home');
          await expect.poll(differing, { timeout: 30_000 }).toBeGreaterThan(cursorRows);
          await set('record', 'off');
        }),
    );

    it(
      'open in a separate window and in full screen with all controls, and report what is missing',
      { timeout: 300_000 },
      () =>
        withVisitor(harness, {}, async (visitor) => {
          const { page } = visitor;
          await signInVisitor(visitor, harness.app.root);
          await openConnect(visitor, 'Screen');
          await isConnected(page);
          const [own] = await Promise.all([
            page.waitForEvent('popup'),
            page.getByRole('button', { name: 'Open in new window' }).click(),
          ]);
          await isConnected(own);
          expect(await own.getByRole('navigation').count()).toBe(0);
          await own.getByRole('button', { name: 'Full screen' }).click();
          await own.getByRole('button', { name: 'Exit full screen' }).waitFor();
          await own.getByLabel('Send keys').selectOption('Ctrl+Alt+F2');
          await own.getByRole('button', { name: 'Paste as keystrokes' }).click();
          await own.getByLabel('Text', { exact: true }).fill('שלום');
          await own.getByText('This keyboard doesn’t have').waitFor();
          await own.getByLabel('Server keyboard').selectOption('Hebrew');
          await own.getByText('This keyboard doesn’t have').waitFor({ state: 'detached' });
          await own.getByRole('button', { name: 'Exit full screen' }).click();
          const closed = own.waitForEvent('close');
          // The window can close before its click is reported as done.
          await own
            .getByRole('button', { name: 'Close window' })
            .click()
            .catch((error) => {
              if (!own.isClosed()) throw error;
            });
          await closed;

          await openConnect(visitor, 'SSH');
          await page.getByRole('textbox', { name: 'Password' }).fill(password);
          await page.getByRole('button', { name: 'Connect', exact: true }).click();
          await page
            .getByRole('alert')
            .filter({ hasText: /port 22|SSH connection ended/ })
            .waitFor({ timeout: guestMs });

          await set('guacdPort', 1);
          await openConnect(visitor, 'Desktop (RDP)');
          await page.getByText('apt-get install guacd').waitFor();
        }),
    );

    it.each(['light', 'dark'] as const)(
      'fit a phone in Hebrew (%s)',
      { timeout: 180_000 },
      (scheme) =>
        withVisitor(harness, { device: 'phone', language: 'he', scheme }, async (visitor) => {
          const { page } = visitor;
          await signInVisitor(visitor, harness.app.root);
          await openScreen(visitor, `/servers/${serverId}/connect`);
          for (const kind of ['מסך', 'קונסולה טורית', 'SSH']) {
            await page
              .locator('[data-part="console-kinds"]')
              .getByText(kind, { exact: true })
              .click();
            await page
              .locator(
                kind === 'SSH' ? '[data-part="console-form"]' : '[data-part="console-screen"]',
              )
              .waitFor();
            expect(await sideScroll(page), kind).toEqual([]);
          }
          await page.goto(`/console/${serverId}?kind=vnc`);
          await page
            .locator('[data-part="console-bar"]')
            .getByText('מחובר')
            .waitFor({ timeout: guestMs });
          expect(await sideScroll(page)).toEqual([]);
        }),
    );
  },
);
