import type { Locator, Page } from 'playwright-core';
import { testPassword } from '../server/testing/app.ts';
import type { TestClient } from '../server/testing/client.ts';
import { stateDeadlineMs, type Visitor } from './browser.ts';

const loginLabels = {
  en: { email: 'Email', password: 'Password', signIn: 'Sign in' },
  he: { email: 'דוא"ל', password: 'סיסמה', signIn: 'כניסה' },
};

/** Fills in and submits the sign-in form. The caller checks the result. */
export async function sendLogin(
  { page, look }: Visitor,
  email: string,
  password: string,
): Promise<void> {
  const labels = loginLabels[look.language];
  await page.getByLabel(labels.email, { exact: true }).fill(email);
  await page.getByLabel(labels.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: labels.signIn, exact: true }).click();
}

/** Signs in through the form and waits for the dashboard. */
export async function signIn(
  visitor: Visitor,
  email: string,
  password: string = testPassword,
): Promise<void> {
  await visitor.page.goto('/login');
  await sendLogin(visitor, email, password);
  await visitor.page.waitForURL('**/dashboard');
  await screenIsReady(visitor.page);
}

/** Uses the session of a signed-in client, for journeys that don't test sign-in. */
export async function signInVisitor(visitor: Visitor, client: TestClient): Promise<void> {
  const cookies = client.cookie.split('; ').map((cookie) => {
    const [name = '', value = ''] = cookie.split(/=(.*)/s);
    return { name, value, url: visitor.address };
  });
  await visitor.context.addCookies(cookies);
}

/** Opens a screen by its path and waits until it shows its content. */
export async function openScreen({ page }: Visitor, path: string): Promise<void> {
  await page.goto(path);
  await screenIsReady(page).catch((error: unknown) => {
    throw new Error(`${path} does not open: ${String(error)}`, { cause: error });
  });
}

/**
 * Navigates to a screen as a link does, without reloading the web app. This is what users usually
 * do, and it takes a fraction of the work. The first screen of a visit is opened by its URL.
 */
export async function openPath(visitor: Visitor, path: string): Promise<void> {
  const { page } = visitor;
  const isLoaded = await page.evaluate(() => '__TSR_ROUTER__' in window);
  if (!isLoaded) return await openScreen(visitor, path);
  await page.evaluate(
    (href) =>
      (
        window as unknown as { __TSR_ROUTER__: { navigate(to: { href: string }): Promise<void> } }
      ).__TSR_ROUTER__.navigate({ href }),
    path,
  );
  await screenIsReady(page).catch((error: unknown) => {
    throw new Error(`${path} does not open: ${String(error)}`, { cause: error });
  });
}

/** Waits for a heading, without skeletons or a table that is faded while loading. */
export async function screenIsReady(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await page.waitForFunction(
    () => document.querySelector('.lines, .screen-loading, .table-loading, [data-stale]') === null,
    undefined,
    {
      timeout: stateDeadlineMs,
    },
  );
}

/** Waits until deferred work, which runs when the page is idle, has started. */
export async function untilIdle({ page }: Visitor): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestIdleCallback(() => requestIdleCallback(() => resolve())),
      ),
  );
}

export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  await page.locator('.toast').filter({ hasText: text }).first().waitFor();
}

/** Waits until an element contains the text. */
export async function expectText(locator: Locator, text: string | RegExp): Promise<void> {
  await locator.filter({ hasText: text }).first().waitFor();
}

/**
 * Returns the causes of horizontal scrolling, with the page's width first. Empty if there are none.
 */
export async function sideScroll(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const overflowing = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      return right > clientWidth + 1 || left < -1;
    });
    return [
      `${scrollWidth} px of ${clientWidth}`,
      ...overflowing
        .slice(0, 8)
        .map((element) => `<${element.tagName} class="${element.className}">`),
    ];
  });
}
