import type { Browser } from 'playwright-core';
import type { Config } from '../server/platform/config.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../server/testing/app.ts';
import { type BrowserKind, type Look, launchBrowser, Visitor } from './browser.ts';
import type { FontSet } from './fonts.ts';

/** The whole portal with its built web app, and a browser that connects to it. */
export interface Harness {
  app: TestApp;
  browser: Browser;
  /** Opens a new visitor's browser. Use `withVisitor` to fail on errors reported by the page. */
  visit(look?: Partial<Look>): Promise<Visitor>;
  close(): Promise<void>;
}

export interface HarnessOptions extends TestAppOptions {
  kind?: BrowserKind;
  fonts?: FontSet;
}

/** Starts the portal with the web app of `builtWeb.ts`, on a separate database. */
export async function openHarness(
  overrides: Partial<Config> = {},
  { kind = 'shell', fonts = 'dejavu', ...options }: HarnessOptions = {},
): Promise<Harness> {
  const app = await startTestApp(overrides, { runsPeriodicJobs: true, ...options });
  const browser = await launchBrowser(kind, fonts);
  return {
    app,
    browser,
    visit: (look) => Visitor.arrive(browser, app.address, look),
    close: async () => {
      await browser.close();
      await app.close();
    },
  };
}

/**
 * Runs a journey as a new visitor and ends the visit. Also fails if the page reported unexpected
 * errors.
 */
export async function withVisitor(
  harness: Harness,
  look: Partial<Look>,
  journey: (visitor: Visitor) => Promise<void>,
): Promise<void> {
  const visitor = await harness.visit(look);
  try {
    await journey(visitor);
  } catch (error) {
    const complaints = visitor.unexpectedComplaints();
    await visitor.context.close();
    throw complaints.length > 0
      ? new Error(`${String(error)}\nThe page complained:\n${complaints.join('\n')}`, {
          cause: error,
        })
      : error;
  }
  await visitor.leave();
}
