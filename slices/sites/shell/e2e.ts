import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roles } from '../../../contract/access/roles.ts';
import { accessibilityViolations } from '../../../e2e/accessibility.ts';
import type { Visitor } from '../../../e2e/browser.ts';
import { openFilledHarness } from '../../../e2e/filledHarness.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { screenPaths, unopenedRoutes } from '../../../e2e/screens.ts';
import { openScreen, screenIsReady, signInVisitor } from '../../../e2e/steps.ts';
import { problemsOf } from '../../../e2e/sweep.ts';
import { startWaitingTask } from '../../../e2e/tasks.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openFilledHarness();
});
afterAll(() => harness.close());

/** Opens the dashboard, signed in as root. */
const onDashboard = async (visitor: Visitor): Promise<void> => {
  await signInVisitor(visitor, await harness.app.signInAs('root'));
  await openScreen(visitor, '/dashboard');
};

describe('the menu', () => {
  it.each(roles)(
    'of a %s contains exactly the entries that the portal lists for them, in their groups',
    (role) =>
      withVisitor(harness, {}, async (visitor) => {
        const client = await harness.app.signInAs(role);
        const { body } = await client.get<{
          entries: { id: string; path: string }[];
          titles: Record<string, { pageTitle: string }>;
        }>('/header/menu');
        await signInVisitor(visitor, client);
        await openScreen(visitor, '/dashboard');
        const links = visitor.page.getByRole('navigation', { name: 'Main menu' }).getByRole('link');
        const menuLinks = () =>
          links.evaluateAll((all) =>
            all.map((link) => [link.getAttribute('href'), link.textContent]),
          );
        const listed = body.entries.map(({ id, path }) => [path, body.titles[id]?.pageTitle]);
        await expect.poll(async () => (await menuLinks()).sort()).toEqual([...listed].sort());
        const menuItems = await menuLinks();
        expect(menuItems.some(([path]) => path === '/hosts')).toBe(role === 'root');
        expect(menuItems.some(([path]) => path === '/settings')).toBe(
          role === 'root' || role === 'siteAdmin',
        );
      }),
  );

  it('scrolls to the entry of the open screen', () =>
    withVisitor(harness, {}, async (visitor) => {
      await signInVisitor(visitor, await harness.app.signInAs('root'));
      const { page } = visitor;
      await openScreen(visitor, '/settings');
      const entry = page.locator('nav [aria-current="page"]');
      const distanceBelow = () =>
        entry.evaluate((link) => Math.floor(link.getBoundingClientRect().bottom - innerHeight));
      const scrolled = () =>
        page.evaluate(() => [document.documentElement.scrollHeight > innerHeight, scrollY]);
      await expect.poll(distanceBelow, { timeout: 10_000 }).toBeLessThanOrEqual(0);
      await expect.poll(scrolled).toEqual([true, 0]);
      // The menu is re-rendered next to a page longer than the window, which must keep its scroll
      // position.
      await page.getByRole('button', { name: 'Language and theme' }).click();
      await page.getByText('עברית').first().click();
      await page.locator('html[dir="rtl"]').waitFor();
      await expect.poll(distanceBelow, { timeout: 10_000 }).toBeLessThanOrEqual(0);
      await expect.poll(scrolled).toEqual([true, 0]);
    }));

  it('opens with its button on a phone and closes after a choice', () =>
    withVisitor(harness, { device: 'phone' }, async (visitor) => {
      await onDashboard(visitor);
      const { page } = visitor;
      await page.getByRole('button', { name: 'Open menu' }).click();
      const menu = page.getByRole('dialog');
      await menu.getByRole('link', { name: 'Hosts' }).click();
      await page.waitForURL('**/hosts');
      await menu.waitFor({ state: 'hidden' });
    }));
});

describe('the command palette', () => {
  it('finds a screen by a few letters, with the keyboard only', () =>
    withVisitor(harness, {}, async (visitor) => {
      await onDashboard(visitor);
      const { page } = visitor;
      await page.keyboard.press('Control+k');
      const field = page.getByRole('combobox', { name: 'Search or run a command' });
      await field.waitFor();
      await page.keyboard.type('sett');
      await page.getByRole('option', { name: /Settings/ }).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/settings');
      await field.waitFor({ state: 'detached' });
    }));

  it('moves with the arrow keys, shows when there are no results, and closes with Escape', () =>
    withVisitor(harness, {}, async (visitor) => {
      await onDashboard(visitor);
      const { page } = visitor;
      await page.keyboard.press('Control+k');
      await page.getByRole('option').nth(1).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.locator('#palette-1[aria-selected="true"]').waitFor();
      await page.keyboard.type('no such thing');
      await page.getByText('No results for “no such thing”').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('combobox').waitFor({ state: 'detached' });
    }));
});

describe('appearance', () => {
  it('keeps colors and language after a reload', () =>
    withVisitor(harness, {}, async (visitor) => {
      await onDashboard(visitor);
      const { page } = visitor;
      await page.getByRole('button', { name: 'Language and theme' }).click();
      await page.getByRole('menuitem', { name: 'Dark' }).click();
      await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
      await page.getByRole('button', { name: 'Language and theme' }).click();
      await page.getByRole('menuitem', { name: 'עברית' }).click();
      for (const load of [async () => {}, () => page.reload()]) {
        await load();
        await page
          .locator('html[lang="he"][dir="rtl"][data-mantine-color-scheme="dark"]')
          .waitFor();
        await page.getByRole('heading', { name: 'לוח בקרה', level: 1 }).waitFor();
        await page.getByRole('navigation').getByRole('link', { name: 'מארחים' }).waitFor();
      }
    }));

  it('uses the language the user selected on another computer', () =>
    withVisitor(harness, {}, async (visitor) => {
      const client = await harness.app.signInAs('user');
      await client.put('/header/language', { language: 'he' });
      await signInVisitor(visitor, client);
      await visitor.page.goto('/dashboard');
      await visitor.page.getByRole('heading', { name: 'לוח בקרה', level: 1 }).waitFor();
      await expect.poll(() => visitor.page.locator('html').getAttribute('dir')).toBe('rtl');
    }));
});

describe('the task drawer', () => {
  let idle: Harness;
  beforeAll(async () => {
    // Without a worker, so that a task keeps waiting and can be canceled.
    idle = await openHarness({ role: 'api' });
  });
  afterAll(() => idle.close());

  it('shows new tasks automatically on any screen with their steps, and they can be canceled there', () =>
    withVisitor(idle, {}, async (visitor) => {
      const client = await idle.app.signInAs('user');
      await signInVisitor(visitor, client);
      await openScreen(visitor, '/hdlibrary');
      const { page } = visitor;
      await page.getByRole('button', { name: 'Tasks', exact: true }).waitFor();
      await startWaitingTask(idle, client);
      await page.getByRole('button', { name: '1 task in progress' }).click();
      const drawer = page.getByRole('dialog');
      await drawer.getByText('Prepare the sample').waitFor();
      await drawer.getByRole('button', { name: 'Details' }).click();
      await drawer.getByText('Second step').waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await drawer.getByRole('button', { name: 'Cancel' }).click();
      await drawer.getByText('Canceled', { exact: true }).waitFor();
      await drawer.getByText('Canceled before it started.').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Tasks', exact: true }).waitFor();
    }));
});

describe('the latest tasks on the dashboard', () => {
  it('open in the drawer, each with its steps', () =>
    withVisitor(harness, {}, async (visitor) => {
      await onDashboard(visitor);
      const { page } = visitor;
      const task = page.locator('[data-part="dashboard-task"]').first();
      const taskText = (await task.textContent()) ?? '';
      await task.click();
      const drawer = page.getByRole('dialog');
      const card = drawer
        .locator('[data-part="task"]', { hasText: taskText })
        .filter({ has: page.getByRole('button', { name: 'Hide details' }) });
      await card.getByRole('heading', { name: 'Steps' }).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
    }));
});

describe('a path', () => {
  it('that doesn’t exist leads to the dashboard, and paths are case-insensitive', () =>
    withVisitor(harness, {}, async (visitor) => {
      await onDashboard(visitor);
      const { page } = visitor;
      for (const path of ['/nowhere', '/hosts/a/b/c']) {
        await page.goto(path);
        await page.waitForURL('**/dashboard');
      }
      await openScreen(visitor, '/HDLibrary');
      await page.getByRole('heading', { name: 'Images', level: 1 }).waitFor();
    }));

  it('of a screen without access shows a message in place of the screen', () =>
    withVisitor(harness, {}, async (visitor) => {
      visitor.expectComplaint(/status of 403/);
      await signInVisitor(visitor, await harness.app.signInAs('user'));
      await visitor.page.goto('/settings');
      await visitor.page.getByRole('main').getByRole('alert').waitFor();
      await screenIsReady(visitor.page);
    }));
});

describe('a screen that breaks', () => {
  it('is replaced by the error screen and reported, and the menu still works', () =>
    withVisitor(harness, {}, async (visitor) => {
      visitor.expectComplaint(/TypeError/);
      await onDashboard(visitor);
      const { page } = visitor;
      await page.route('**/svc/hosts?*', (route) =>
        route.fulfill({ json: { items: [{ id: 'broken' }], engines: [], total: 1 } }),
      );
      const reported = page.waitForResponse('**/svc/catchCrash');
      await page.getByRole('link', { name: 'Hosts' }).click();
      await page
        .getByRole('heading', { name: 'Oops! Something went wrong. Please try again later.' })
        .waitFor();
      expect((await reported).status()).toBe(200);
      expect(await accessibilityViolations(page)).toEqual([]);
      const reports = await harness.app.portal.services.database.db
        .selectFrom('crash_report')
        .selectAll()
        .execute();
      expect(reports).toEqual([
        expect.objectContaining({ page: '/hosts', message: expect.stringContaining('TypeError') }),
      ]);
      await page.getByRole('link', { name: 'Go To Dashboard' }).click();
      await screenIsReady(page);
      await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    }));

  it('whose code fails to load is reloaded once and then works', () =>
    withVisitor(harness, {}, async (visitor) => {
      visitor.expectComplaint(/ERR_FAILED/);
      await onDashboard(visitor);
      const { page } = visitor;
      let navigationCount = 0;
      page.on('request', (request) => {
        if (request.isNavigationRequest()) navigationCount += 1;
      });
      await page.route('**/assets/Settings-*.js', (route) =>
        navigationCount === 0 ? route.abort() : route.continue(),
      );
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
      expect(navigationCount).toBe(1);
    }));

  it('whose code is missing shows an error after one more reload, and the menu still works', () =>
    withVisitor(harness, {}, async (visitor) => {
      visitor.expectComplaint(/ERR_FAILED|did not arrive/);
      await onDashboard(visitor);
      const { page } = visitor;
      let navigationCount = 0;
      page.on('request', (request) => {
        if (request.isNavigationRequest()) navigationCount += 1;
      });
      await page.route('**/assets/Settings-*.js', (route) => route.abort());
      await page.getByRole('link', { name: 'Settings' }).click();
      await page
        .getByRole('heading', { name: 'Oops! Something went wrong. Please try again later.' })
        .waitFor();
      expect(navigationCount).toBe(1);
      await page.getByRole('link', { name: 'Hosts' }).click();
      await page.getByRole('heading', { name: 'Hosts', level: 1 }).waitFor();
    }));

  it('whose code is loading is shown beside the menu', () =>
    withVisitor(harness, {}, async (visitor) => {
      await onDashboard(visitor);
      const { page } = visitor;
      const scriptReleased = Promise.withResolvers<void>();
      await page.route('**/assets/Settings-*.js', async (route) => {
        await scriptReleased.promise;
        await route.continue();
      });
      await page.goto('/settings');
      await page.getByRole('link', { name: 'Dashboard', exact: true }).waitFor();
      await page.getByRole('main').getByRole('status').waitFor();
      scriptReleased.resolve();
      await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    }));
});

describe('every screen', () => {
  it('is checked: each route of the web app is opened', async () => {
    expect(await unopenedRoutes(await screenPaths(harness.app.root))).toEqual([]);
  });

  it('fails the check with an accessibility problem, overflow on a phone, or a missing text', () =>
    withVisitor(harness, { device: 'phone' }, async (visitor) => {
      await onDashboard(visitor);
      const { page } = visitor;
      expect(await problemsOf(visitor)).toEqual([]);
      await page.evaluate(() => {
        const overflowing = document.createElement('button');
        overflowing.style.width = '500px';
        const missingText = document.createElement('p');
        missingText.append('dashboard.noSuchText');
        document.querySelector('main')?.append(overflowing, missingText);
      });
      const found = (await problemsOf(visitor)).join('\n');
      expect(found).toMatch(/button-name: #content > button/);
      expect(found).toMatch(/\d+ px of 390/);
      expect(found).toMatch(/the text dashboard\.noSuchText is missing/);
    }));
});
