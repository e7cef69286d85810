import { get } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Visitor } from '../../../e2e/browser.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { openPath, openScreen, signIn, signInVisitor, untilIdle } from '../../../e2e/steps.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.close());

/** Records every request of this visitor to another host, and answers it with an empty response. */
async function recordExternalRequests({ context, address }: Visitor): Promise<string[]> {
  const others: string[] = [];
  await context.route(
    (url) => url.origin !== address && url.protocol.startsWith('http'),
    (route) => {
      others.push(route.request().url());
      return route.fulfill({ contentType: 'text/javascript', body: '' });
    },
  );
  return others;
}

async function setTracker(id: string, value: string): Promise<void> {
  const { db } = harness.app.portal.services.database;
  await sql`insert into setting (site_id, id, value) values (${harness.app.siteId}, ${id}, ${JSON.stringify(value)}::jsonb)
    on conflict (site_id, id) do update set value = excluded.value`.execute(db);
}

describe('page view tracking', () => {
  it('loads nothing from another host if no tracker is set', () =>
    withVisitor(harness, {}, async (visitor) => {
      const others = await recordExternalRequests(visitor);
      await signIn(visitor, (await harness.app.signInAs('user')).email);
      await untilIdle(visitor);
      await openPath(visitor, '/profile');
      expect(others).toEqual([]);
      expect(await visitor.page.evaluate(() => 'dataLayer' in window)).toBe(false);
    }));

  it('loads the configured tag after sign-in, and reports each screen and the user’s ID only', () =>
    withVisitor(harness, {}, async (visitor) => {
      await setTracker('analytics.ga4TrackerId', 'G-TEST1');
      await setTracker('analytics.gaAdsTrackerId', 'AW-123');
      const others = await recordExternalRequests(visitor);
      const { page } = visitor;
      const user = await harness.app.signInAs('user');
      await page.goto('/login');
      await page.getByLabel('Email').waitFor();
      expect(others).toEqual([]);
      const loaded = page.waitForRequest('https://www.googletagmanager.com/**');
      await signIn(visitor, user.email);
      await loaded;
      await expect
        .poll(() => others)
        .toEqual(['https://www.googletagmanager.com/gtag/js?id=G-TEST1']);
      const trackedEvents = () =>
        page.evaluate(() =>
          (window as unknown as { dataLayer: ArrayLike<unknown>[] }).dataLayer.map((entry) =>
            Array.from(entry),
          ),
        );
      const view = (path: string) => [
        'event',
        'page_view',
        { page_location: `${harness.app.address}${path}`, page_title: 'Cloudberth' },
      ];
      const settings = { send_page_view: false, user_id: user.userId };
      expect((await trackedEvents()).slice(1)).toEqual([
        ['config', 'G-TEST1', settings],
        ['config', 'AW-123', settings],
        view('/dashboard'),
      ]);
      await openPath(visitor, '/profile?x=secret');
      await expect.poll(async () => (await trackedEvents()).slice(4)).toEqual([view('/profile')]);
    }));

  it('allows pages to connect only to the configured hosts, and to none on sub-sites', async () => {
    const policyOf = async (host: string) =>
      await new Promise<string>((resolve, reject) => {
        get(`${harness.app.address}/login`, { headers: { host } }, (answer) => {
          answer.resume();
          resolve(String(answer.headers['content-security-policy']));
        }).once('error', reject);
      });
    const subSite = await harness.app.makeSite('Below');
    await sql`update site set hosts = '{below.example.test}' where id = ${subSite}`.execute(
      harness.app.portal.services.database.db,
    );
    harness.app.portal.sites.forget();
    await setTracker('analytics.ga4TrackerId', 'G-TEST1');
    await setTracker('analytics.gaAdsTrackerId', '');
    const policy = await policyOf('127.0.0.1');
    expect(policy).toContain(
      "connect-src 'self' https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com;",
    );
    expect(policy).not.toContain('doubleclick');
    expect(await policyOf('below.example.test')).not.toContain('google');
    await setTracker('analytics.ga4TrackerId', '');
    expect(await policyOf('127.0.0.1')).not.toContain('google');
  });
});

it('a screen that fails to load shows a message in the frame, and loads when the connection is back', () =>
  withVisitor(harness, {}, async (visitor) => {
    visitor.expectComplaint(/ERR_INTERNET_DISCONNECTED|PartMissing/);
    const { page, context } = visitor;
    await signInVisitor(visitor, await harness.app.signInAs('root'));
    await openScreen(visitor, '/dashboard');
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Hosts' }).click();
    await page.getByRole('heading', { name: 'We couldn’t load this screen' }).waitFor();
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { name: 'We couldn’t load this screen' }).waitFor();
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Hosts', level: 1 }).waitFor();
  }));
