import type { Locator, Page } from 'playwright-core';
import { stateDeadlineMs, type Visitor } from '../browser.ts';
import { openScreen } from '../steps.ts';

/**
 * How long to wait for a dialog whose code has to be loaded, in ms. Buttons that haven't opened a
 * dialog by then are considered to have none.
 */
const openingMs = 700;
const dialog = '[role="dialog"][aria-modal="true"]';
/** Elements that might open a dialog: not links, submit buttons or table display options. */
const openers =
  'main button:visible:not([type="submit"]):not([aria-disabled="true"]):not(:disabled):not([aria-haspopup="dialog"]):not(thead button):not(.pager button):not(.table-tools button)';

/** The titles of the dialogs found in the sweep, and their problems, one line each. */
export interface DialogFindings {
  titles: Set<string>;
  problems: string[];
}

/** Leaves change requests unanswered, because the sweep presses every button. */
export const blockChanges = (page: Page): Promise<unknown> =>
  page.route('**/svc/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : undefined,
  );

/** Opens every dialog of a screen's buttons and row menus by keyboard, and checks the focus. */
export async function sweepDialogs(
  visitor: Visitor,
  path: string,
  found: DialogFindings,
): Promise<void> {
  const { page } = visitor;
  await openScreen(visitor, path);
  const count = await page.locator(openers).count();
  const seenLabels = new Set<string>();
  for (let index = 0; index < count; index += 1) {
    if (await hasNavigatedAway(page, path)) await openScreen(visitor, path);
    const button = page.locator(openers).nth(index);
    if ((await button.count()) === 0) break;
    const label = (await button.getAttribute('aria-label')) ?? (await button.textContent()) ?? '';
    // For the rows of a list, only the first one is checked.
    const isInRow = await button.evaluate((element) => element.closest('tbody') !== null);
    const kind = isInRow ? label.replace(/ .*$/, '') : label;
    if (seenLabels.has(kind)) continue;
    seenLabels.add(kind);
    if ((await button.getAttribute('aria-haspopup')) === 'menu')
      await sweepMenu(visitor, path, button, found);
    else await sweepButton(page, path, button, found, () => button.press('Enter'));
  }
}

async function sweepMenu(
  visitor: Visitor,
  path: string,
  button: Locator,
  found: DialogFindings,
): Promise<void> {
  const { page } = visitor;
  const items = page.locator('[role="menuitem"]:visible');
  const open = async () => {
    await button.press('Enter');
    await items.first().waitFor();
  };
  await open();
  const count = await items.count();
  for (let index = 0; index < count; index += 1) {
    if (await hasNavigatedAway(page, path)) await openScreen(visitor, path);
    if ((await items.count()) === 0) await open();
    const item = items.nth(index);
    if ((await item.getAttribute('aria-disabled')) === 'true') continue;
    await sweepButton(page, path, button, found, () => item.press('Enter'));
  }
  await page.keyboard.press('Escape');
}

async function hasNavigatedAway(page: Page, path: string): Promise<boolean> {
  return new URL(page.url()).pathname.toLowerCase() !== path.replace(/\?.*$/, '').toLowerCase();
}

async function sweepButton(
  page: Page,
  path: string,
  opener: Locator,
  found: DialogFindings,
  press: () => Promise<void>,
): Promise<void> {
  await page.evaluate(() => document.querySelector('[data-sweep]')?.removeAttribute('data-sweep'));
  await opener.evaluate((element) => element.setAttribute('data-sweep', ''));
  await press();
  const openedDialog = page.locator(dialog).first();
  const isOpen = await openedDialog.waitFor({ timeout: openingMs }).then(
    () => true,
    () => false,
  );
  if (!isOpen) return;
  const title =
    (await openedDialog
      .locator('.mantine-Modal-title, .mantine-Drawer-title')
      .first()
      .textContent()) ?? '';
  found.titles.add(title);
  const reportProblem = (problem: string) => found.problems.push(`${path}: ${title}: ${problem}`);
  if (!(await becomesTrue(page, isInFirstField)))
    reportProblem(`the focus is on ${await page.evaluate(focusedName)}, not in the first field`);
  if (await page.evaluate(acceptsTyping)) {
    await page.keyboard.type('7');
    await page.keyboard.press('Escape');
    const confirmation = openedDialog.getByRole('alertdialog');
    if (
      await confirmation.waitFor({ timeout: 3_000 }).then(
        () => false,
        () => true,
      )
    )
      reportProblem('what was typed is lost by Escape');
    else await confirmation.getByRole('button').last().click();
  } else await page.keyboard.press('Escape');
  if (!(await becomesTrue(page, isClosed))) {
    reportProblem('Escape does not close it');
    await openedDialog.locator('.mantine-Modal-close, .mantine-Drawer-close').first().click();
    await openedDialog.waitFor({ state: 'hidden' });
  }
  if (!(await becomesTrue(page, isOnOpener)))
    reportProblem(
      `the focus goes to ${await page.evaluate(focusedName)}, not back to what opened it`,
    );
}

const becomesTrue = (page: Page, state: () => boolean): Promise<boolean> =>
  page.waitForFunction(state, undefined, { timeout: stateDeadlineMs / 5 }).then(
    () => true,
    () => false,
  );

const isClosed = (): boolean =>
  document.querySelector('[role="dialog"][aria-modal="true"]') === null;
const isOnOpener = (): boolean => document.activeElement?.hasAttribute('data-sweep') === true;
const focusedName = (): string => {
  const focused = document.activeElement;
  return `${focused?.tagName} "${focused?.getAttribute('aria-label') ?? focused?.textContent?.slice(0, 40)}"`;
};
const acceptsTyping = (): boolean => {
  const focused = document.activeElement;
  const isTextInput =
    focused instanceof HTMLInputElement &&
    /^(text|email|url|number|tel|)$/.test(focused.type) &&
    focused.role !== 'combobox';
  return (
    (isTextInput &&
      !focused.readOnly &&
      !focused.hasAttribute('data-no-work') &&
      focused.maxLength !== 0) ||
    focused instanceof HTMLTextAreaElement
  );
};
/**
 * Whether the focus is in the first field. In a dialog without fields, it can be anywhere except on
 * the close button.
 */
function isInFirstField(): boolean {
  const dialog = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1);
  const focused = document.activeElement;
  if (!dialog || !focused || !dialog.contains(focused)) return false;
  const fields =
    'input:not(:disabled):not([type="hidden"]):not([tabindex="-1"]), textarea:not(:disabled), select:not(:disabled)';
  const field = dialog.querySelector('[data-autofocus]') ?? dialog.querySelector(fields);
  return field
    ? field === focused
    : !focused.matches('.mantine-Modal-close, .mantine-Drawer-close') ||
        !dialog.querySelector('.dialog-actions button');
}
