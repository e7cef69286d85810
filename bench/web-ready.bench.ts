import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
import { type Browser, chromium } from 'playwright-core';
import { build } from 'vite';
import { chromiumPaths } from '../e2e/browser.ts';
import { readConfig } from '../server/platform/config.ts';
import { createLog } from '../server/platform/log.ts';
import { openPortal } from '../server/portal.ts';
import { fillServers } from './harness/fillServers.ts';
import { startBenchPortal } from './harness/portal.ts';
import { median, reportMarks } from './harness/report.ts';

/**
 * The servers list and the sign-in page in Chromium with the CPU slowed to a quarter, each load in
 * a separate browser context: the time until the first row (or the sign-in button) has a box,
 * compared with a bare page of React, router and query that shows the same rows, with the same
 * compression. Rounds alternate, so that a slow moment affects all.
 */
const rounds = 15;
const slowdown = 4;

interface Load {
  readyMs: number;
  requests: number;
}

async function load(
  browser: Browser,
  url: string,
  selector: string,
  cookie?: { name: string; value: string },
): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  if (cookie) await context.addCookies([{ ...cookie, url: new URL(url).origin }]);
  const ready = Promise.withResolvers<number>();
  await context.exposeFunction('tellReady', ready.resolve);
  await context.addInitScript(`{
    const look = () => {
      const found = document.querySelector(${JSON.stringify(selector)});
      if (found && found.getBoundingClientRect().height > 0) tellReady(performance.now());
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }`);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  let requests = 0;
  page.on('request', () => requests++);
  await page.goto(url, { waitUntil: 'commit' });
  const readyMs = await ready.promise;
  // Requests after the page is ready count too.
  await page.waitForLoadState('load');
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await context.close();
  return { readyMs, requests };
}

/**
 * Builds the bare page and serves it, with a brotli version of each file as in the portal, and with
 * the portal's own response for the rows.
 */
async function serveBarePage(rows: string): Promise<{ address: string; stop(): Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), 'cloudberth-bare-page-'));
  await build({
    root: join(import.meta.dirname, 'bare-page'),
    mode: 'production',
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, target: 'es2023', modulePreload: { polyfill: false } },
  });
  for (const name of await readdir(join(outDir, 'assets'))) {
    const file = join(outDir, 'assets', name);
    await writeFile(`${file}.br`, brotliCompressSync(await readFile(file)));
  }
  const app = fastify();
  await app.register(fastifyStatic, { root: outDir, preCompressed: true });
  app.get('/servers', (_request, reply) => reply.sendFile('index.html'));
  app.get('/svc/servers', (_request, reply) => reply.type('application/json').send(rows));
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    address,
    stop: async () => {
      await app.close();
      await rm(outDir, { recursive: true });
    },
  };
}

process.env.NODE_ENV = 'production';
const portal = await startBenchPortal();
const config = readConfig({
  ...process.env,
  DATABASE_URL: portal.appUrl,
  CLOUDBERTH_DATA: portal.dataDir,
  CLOUDBERTH_ENGINE: 'simulated',
  CLOUDBERTH_ROLE: 'api',
});
const filler = await openPortal(config, createLog('silent'));
await fillServers(filler.services.database.db, portal.root.userId, 100);
await filler.close();
// No engine has these rows: a worker would detect that and change the list in the browser.
await portal.restart({ CLOUDBERTH_ROLE: 'api' });
const baseline = await serveBarePage((await portal.root.get('/servers?size=10')).text);
const browser = await chromium.launch({
  executablePath: chromiumPaths.chromium,
  args: ['--no-sandbox'],
});
const [name = '', value = ''] = portal.root.cookie.split('=');
const loads: Record<'bare' | 'list' | 'login', Load[]> = { bare: [], list: [], login: [] };
for (let round = 0; round < rounds; round++) {
  loads.bare.push(await load(browser, `${baseline.address}/servers`, 'tbody tr'));
  loads.list.push(await load(browser, `${portal.address}/servers`, 'tbody tr', { name, value }));
  loads.login.push(await load(browser, `${portal.address}/login`, 'button[type=submit]'));
}
const ready = (measured: Load[]) => median(measured.map((one) => one.readyMs));
const ratio = (measured: Load[]) =>
  median(measured.map((one, round) => one.readyMs / (loads.bare[round]?.readyMs ?? Number.NaN)));
reportMarks([
  {
    what: 'servers list ready, of a bare page with the same rows',
    value: ratio(loads.list),
    unit: `× (${ready(loads.list).toFixed(0)} of ${ready(loads.bare).toFixed(0)} ms)`,
    kind: 'most',
    limit: 1.7,
  },
  {
    what: 'requests of the servers list',
    value: Math.max(...loads.list.map((one) => one.requests)),
    unit: '',
    kind: 'most',
    limit: 15,
  },
  {
    what: 'log-in page ready, of the bare list',
    value: ratio(loads.login),
    unit: `× (${ready(loads.login).toFixed(0)} ms)`,
    kind: 'most',
    limit: 1.4,
  },
]);
await browser.close();
await baseline.stop();
await portal.stop();
