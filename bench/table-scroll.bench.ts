import { type Browser, chromium } from 'playwright-core';
import { chromiumPaths } from '../e2e/browser.ts';
import { readConfig } from '../server/platform/config.ts';
import { createLog } from '../server/platform/log.ts';
import { openPortal } from '../server/portal.ts';
import { fillServers } from './harness/fillServers.ts';
import { maintain } from './harness/maintain.ts';
import { startBenchPortal } from './harness/portal.ts';
import { median, reportMarks } from './harness/report.ts';

/**
 * The list with 10,000 rows (`size=0`) in Chromium, scrolled by a row and a half in every frame,
 * compared with a bare page with the same number of plain rows that is scrolled in the same way:
 * frames per second of each, as counted by the browser. Rounds alternate.
 */
const rows = 10_000;
const frames = 240;
const rounds = 5;
const stepPx = 70;

/** Frames per second while the box is scrolled in every frame. */
async function framesPerSecond(
  browser: Browser,
  open: (page: Awaited<ReturnType<Browser['newPage']>>) => Promise<string>,
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const box = await open(page);
  const perSecond = await page.evaluate(
    ({ box: selector, count, step }) =>
      new Promise<number>((resolve) => {
        const scrolled = document.querySelector(selector);
        if (!scrolled) throw new Error(`There is no ${selector} to scroll.`);
        let seen = 0;
        const startedAt = performance.now();
        const next = () => {
          scrolled.scrollTop += step;
          seen += 1;
          if (seen < count) requestAnimationFrame(next);
          else resolve((1000 * count) / (performance.now() - startedAt));
        };
        requestAnimationFrame(next);
      }),
    { box, count: frames, step: stepPx },
  );
  await context.close();
  return perSecond;
}

const portal = await startBenchPortal();
const { userId, cookie } = portal.root;
await portal.restart({ CLOUDBERTH_ROLE: 'api' });
const filler = await openPortal(
  readConfig({
    ...process.env,
    ...{
      DATABASE_URL: portal.appUrl,
      CLOUDBERTH_DATA: portal.dataDir,
      CLOUDBERTH_ENGINE: 'simulated',
      CLOUDBERTH_ROLE: 'api',
    },
  }),
  createLog('silent'),
);
await fillServers(filler.services.database.db, userId, rows);
await filler.close();
await maintain(portal.databaseUrl, 'analyze');

const browser = await chromium.launch({
  executablePath: chromiumPaths.chromium,
  args: ['--no-sandbox', '--disable-gpu'],
});
const portalTimes: number[] = [];
const baseline: number[] = [];
for (let round = 0; round < rounds; round++) {
  baseline.push(
    await framesPerSecond(browser, async (page) => {
      const lines = Array.from(
        { length: rows },
        (_, index) => `<div style="height:46px">row ${index}</div>`,
      ).join('');
      await page.setContent(`<div id="box" style="height:800px;overflow:auto">${lines}</div>`);
      return '#box';
    }),
  );
  portalTimes.push(
    await framesPerSecond(browser, async (page) => {
      await page.context().addCookies(
        cookie.split('; ').map((pair) => {
          const [name = '', value = ''] = pair.split(/=(.*)/s);
          return { name, value, url: portal.address };
        }),
      );
      await page.goto(`${portal.address}/servers?size=0`);
      await page.locator('.table-window tbody tr').nth(5).waitFor({ timeout: 120_000 });
      return '.table-window';
    }),
  );
}
await browser.close();
reportMarks([
  {
    what: `frames a second of a list of ${rows} rows while it scrolls`,
    value: median(portalTimes),
    unit: 'frames/s',
    kind: 'least',
    limit: 55,
  },
  {
    what: 'of those of a bare page with as many rows',
    value: median(portalTimes.map((value, index) => value / (baseline[index] ?? Number.NaN))),
    unit: `× (${median(baseline).toFixed(0)} frames/s)`,
    kind: 'least',
    limit: 0.9,
  },
]);
await portal.stop();
