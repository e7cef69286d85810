import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { shiftClock } from '../../../../../server/platform/clock.ts';
import { createLog } from '../../../../../server/platform/log.ts';
import { systemContext } from '../../../../../server/platform/systemContext.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { TestClient } from '../../../../../server/testing/client.ts';
import { consumeToken } from '../../../../people/credentials/server/index.ts';
import { readContent } from '../index.ts';
import { clientAt } from '../testing/hostClient.ts';

let app: TestApp;
let site: string;
let user: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  site = `/sites/${app.siteId}`;
  user = await app.signInAs('user');
});
afterAll(() => app.close());
afterEach(() => shiftClock(0));

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#0a0"/></svg>',
).toString('base64');
const look = {
  primaryColor: '#8a2f8f',
  tagColor: '#19632f',
  borderRadius: 6,
  fontSize: 15,
  viewMode: 'Mini',
  logo: null,
  favicon: null,
  menu: {},
};
const codeOf = (answer: { body: { code?: number[] } }) => answer.body.code?.[0];
const upload = (content: string) =>
  app.root.post<{ id: string; type: string }>(`${site}/pictures`, { content });
/** Polls until the site directory has received the last change. */
const eventually = async <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 3_000 });

describe('a site theme', () => {
  it('is published in versions, and restoring an old version creates a new one', async () => {
    const logo = (await upload(png)).body;
    const favicon = (await upload(svg)).body;
    expect([logo.type, favicon.type]).toEqual(['image/png', 'image/svg+xml']);
    expect(
      (
        await app.root.post(`${site}/look`, {
          look: { ...look, logo: logo.id, favicon: favicon.id },
          note: 'first',
        })
      ).body,
    ).toEqual({
      version: 1,
    });
    await (
      await eventually(async () => (await app.anonymous().get('/logo')).headers.get('content-type'))
    ).toBe('image/png');
    const icon = await app.anonymous().get('/favicon');
    expect(icon.headers.get('content-type')).toContain('image/svg+xml');
    expect(icon.headers.get('content-security-policy')).toContain('sandbox');
    expect(icon.headers.get('cache-control')).toBe('no-store');
    // The page's favicon URL contains the theme version.
    expect((await app.anonymous().get('/favicon?v=1')).headers.get('cache-control')).toBe(
      'public, max-age=3600',
    );
    expect(icon.headers.get('content-disposition')).toBe('inline; filename="favicon.svg"');
    expect((await app.root.post(`${site}/look`, { look, note: '' })).body).toEqual({ version: 2 });
    await (
      await eventually(async () => (await app.anonymous().get('/logo')).headers.get('content-type'))
    ).toContain('svg');
    expect((await app.root.post(`${site}/look/rollBack`, { version: 1 })).body).toEqual({
      version: 3,
    });
    const { body } = await app.root.get<{
      version: number;
      look: object;
      history: { version: number; isCurrent: boolean }[];
    }>(`${site}/look`);
    expect(body.version).toBe(3);
    expect(body.look).toMatchObject({ primaryColor: '#8a2f8f', logo: logo.id });
    expect(body.history.map(({ version, isCurrent }) => [version, isCurrent])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
    expect((await app.root.post(`${site}/look/rollBack`, { version: 99 })).status).toBe(404);
  });

  it.each([
    ['primaryColor', 'red'],
    ['primaryColor', '#fff'],
    ['primaryColor', '#0062cc;} body{display:none'],
    ['tagColor', '</style><script>'],
    ['borderRadius', 99],
    ['fontSize', 4],
    ['viewMode', 'Tiny'],
    ['logo', 'x'],
    ['menu', { 'a b': {} }],
  ])('rejects %s %j', async (field, value) => {
    expect(
      (await app.root.post(`${site}/look`, { look: { ...look, [field]: value }, note: '' })).status,
    ).toBe(400);
  });

  it('can’t use an image of another site', async () => {
    const other = await app.makeSite('Other look');
    const { body } = await app.root.post<{ id: string }>(`/sites/${other}/pictures`, {
      content: png,
    });
    expect(
      (await app.root.post(`${site}/look`, { look: { ...look, logo: body.id }, note: '' })).status,
    ).toBe(404);
    expect((await app.root.get(`${site}/pictures/${body.id}`)).status).toBe(404);
    expect(
      (await app.root.get(`/sites/${other}/pictures/${body.id}`)).headers.get('content-type'),
    ).toBe('image/png');
  });

  it('rejects files that aren’t images according to their bytes, and files that are too large', async () => {
    for (const content of [
      Buffer.from('<html><script>alert(1)</script></html>'),
      Buffer.from('<svg onload="x()"></svg>'),
    ])
      expect(codeOf(await upload(content.toString('base64')))).toBe(2106);
    const large = Buffer.concat([
      Buffer.from(png, 'base64').subarray(0, -12),
      Buffer.alloc(262_144),
      Buffer.from(png, 'base64').subarray(-12),
    ]);
    expect(codeOf(await upload(large.toString('base64')))).toBe(2106);
  });

  it('keeps a limited number of unused images', async () => {
    const drawing = (index: number) =>
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><path d="M${index} 0"/></svg>`).toString(
        'base64',
      );
    for (let index = 0; index < 25; index++) {
      shiftClock(index * 1000);
      await upload(drawing(index));
    }
    const uploadedIds = await Promise.all(
      [drawing(0), drawing(24)].map(async (content) => (await upload(content)).body.id),
    );
    expect(new Set(uploadedIds).size).toBe(2);
    const { rows } = await app.portal.services.database.pool.query(
      "select count(*) from site_picture p where site_id = $1 and not exists (select from site_look l where l.look->>'logo' = p.id::text or l.look->>'favicon' = p.id::text)",
      [app.siteId],
    );
    expect(Number(rows[0].count)).toBeLessThanOrEqual(20);
  });

  it('can rename menu items and change their icons', async () => {
    const menu = { servers: { icon: 'cloud', title: { en: 'Machines' } } };
    await app.root.post(`${site}/look`, { look: { ...look, menu }, note: '' });
    const read = async () => {
      const { body } = await app.root.get<{
        titles: Record<string, { pageTitle: string }>;
        entries: { id: string; icon: string }[];
      }>('/header/menu');
      return [
        body.titles.servers?.pageTitle,
        body.entries.find(({ id }) => id === 'servers')?.icon,
      ];
    };
    await (await eventually(read)).toEqual(['Machines', 'cloud']);
  });

  it('is previewed safely in an email before it is published', async () => {
    const answer = await app.root.get(
      `${site}/mailPreview?primaryColor=%23ff0000&borderRadius=4&scheme=dark&language=he`,
    );
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox;/);
    expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(answer.text).toContain('dir="rtl"');
  });
});

describe('site texts', () => {
  const ctx = async (language: 'en' | 'he') =>
    systemContext(app.portal.services, {
      site: await app.portal.sites.byId(app.siteId),
      log: createLog('silent'),
      language,
    });

  it('have versions per language, and are returned in the caller’s or the next best language', async () => {
    expect(await readContent(await ctx('en'), 'welcome')).toBeNull();
    expect(
      (await app.root.put(`${site}/contents/welcome/en`, { body: '<p>Welcome</p>' })).body,
    ).toEqual({ version: 1 });
    expect(
      (await app.root.put(`${site}/contents/welcome/en`, { body: '<p>Welcome!</p>' })).body,
    ).toEqual({ version: 2 });
    expect(
      (await app.root.put(`${site}/contents/welcome/en`, { body: '<p>Welcome!</p>' })).body,
    ).toEqual({ version: 2 });
    expect(await readContent(await ctx('he'), 'welcome')).toEqual({
      html: '<p>Welcome!</p>',
      language: 'en',
      version: 2,
    });
    await app.root.put(`${site}/contents/welcome/he`, { body: '<p>ברוכים</p>' });
    expect(await readContent(await ctx('he'), 'welcome')).toMatchObject({
      html: '<p>ברוכים</p>',
      language: 'he',
    });
    const { body } = await app.root.get<{ items: { version: number; body: string }[] }>(
      `${site}/contents/welcome/en`,
    );
    expect(body.items.map(({ version, body: content }) => [version, content])).toEqual([
      [2, '<p>Welcome!</p>'],
      [1, '<p>Welcome</p>'],
    ]);
    await app.root.put(`${site}/contents/welcome/he`, { body: '' });
    expect(await readContent(await ctx('he'), 'welcome')).toMatchObject({ language: 'en' });
  });
});

describe('site terms', () => {
  it('are shown at sign-up, and disappear with their last text', async () => {
    const storedTerms = async () =>
      (
        await app.portal.services.database.db
          .selectFrom('site')
          .select('terms')
          .where('id', '=', app.siteId)
          .executeTakeFirstOrThrow()
      ).terms;
    await app.root.put(`${site}/contents/terms/en`, { body: 'You pay.' });
    expect(await storedTerms()).toBe('You pay.');
    await app.root.put(`${site}/contents/terms/he`, { body: 'יש לשלם.' });
    expect(await storedTerms()).toBe('You pay.');
    await app.root.put(`${site}/contents/terms/en`, { body: '' });
    expect(await storedTerms()).toBe('יש לשלם.');
    await app.root.put(`${site}/contents/terms/he`, { body: '' });
    expect(await storedTerms()).toBe('');
  });
});

describe('custom pages of a site', () => {
  const page = {
    title: { en: 'Help', he: 'עזרה' },
    section: 'support',
    icon: 'world',
    kind: 'html',
    url: '',
    html: '<h1>Help</h1><script>1</script>',
    isEnabled: true,
  };

  it('are in the menu and isolated from the portal', async () => {
    const { body } = await app.root.post<{ id: string }>(`${site}/externalPages`, page);
    const entries = async () =>
      (await user.get<{ entries: { path: string; section: string }[] }>('/header/menu')).body
        .entries;
    await (await eventually(entries)).toContainEqual(
      expect.objectContaining({ path: `/externalPages/${body.id}`, section: 'support' }),
    );
    const pageResponse = await user.get(`/sites/page/${body.id}`);
    const policy = pageResponse.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^sandbox allow-scripts allow-popups;/);
    expect(policy).not.toContain('allow-same-origin');
    expect(policy).toContain("connect-src 'none'");
    expect(pageResponse.text).toContain('<h1>Help</h1>');
    expect((await app.anonymous().get(`/sites/page/${body.id}`)).status).toBe(401);
    await app.root.put(`${site}/externalPages/${body.id}`, { ...page, isEnabled: false });
    expect((await user.get(`/sites/page/${body.id}`)).status).toBe(404);
    expect((await app.root.delete(`${site}/externalPages/${body.id}`)).status).toBe(200);
    expect((await app.root.delete(`${site}/externalPages/${body.id}`)).status).toBe(404);
  });

  it('of another site aren’t found', async () => {
    const other = await app.makeSite('Other pages');
    const { body } = await app.root.post<{ id: string }>(`/sites/${other}/externalPages`, page);
    expect((await user.get(`/sites/page/${body.id}`)).status).toBe(404);
    expect((await user.get(`/externalPages/${body.id}`)).status).toBe(404);
    expect((await app.root.put(`${site}/externalPages/${body.id}`, page)).status).toBe(404);
    expect((await app.root.delete(`${site}/externalPages/${body.id}`)).status).toBe(404);
  });

  it('can only embed public https URLs of other hosts', async () => {
    for (const url of [
      'http://docs.example.com/',
      'https://127.0.0.1/',
      'javascript:alert(1)',
      'https://localhost/',
    ])
      expect(
        codeOf(await app.root.post(`${site}/externalPages`, { ...page, kind: 'url', url })),
      ).toBe(2108);
    await app.root.post(`/sites/${await app.makeSite('Named')}/hosts`, {
      host: 'cloud.named.test',
    });
    expect(
      codeOf(
        await app.root.post(`${site}/externalPages`, {
          ...page,
          kind: 'url',
          url: 'https://cloud.named.test/',
        }),
      ),
    ).toBe(2108);
    const { body } = await app.root.post<{ id: string }>(`${site}/externalPages`, {
      ...page,
      kind: 'url',
      url: 'https://docs.example.com/a',
    });
    expect((await user.get(`/externalPages/${body.id}`)).body).toMatchObject({
      kind: 'url',
      address: 'https://docs.example.com/a',
      title: 'Help',
    });
  });
});

describe('remote sign-in', () => {
  let token: string;
  const signInRemotely = (token: string, email = user.email) =>
    app.anonymous().post<{ token: string }>('/remoteLogin', { token: token, email });
  const allow = (remoteWebAccess: boolean, remoteIps: string[]) =>
    app.root.put(`${site}/remoteLogin`, { remoteWebAccess, remoteIps });

  beforeAll(async () => {
    token = (await app.root.post<{ token: string }>(`${site}/remoteToken`)).body.token;
  });

  it('is rejected in the same way if it is disabled, from another address, or with a wrong token', async () => {
    await allow(false, ['127.0.0.1']);
    const off = await signInRemotely(token);
    await allow(true, ['203.0.113.0/24']);
    const elsewhere = await signInRemotely(token);
    await allow(true, []);
    const noAllowedIps = await signInRemotely(token);
    await allow(true, ['127.0.0.1']);
    const wrongToken = await signInRemotely('x'.repeat(43));
    for (const answer of [off, elsewhere, noAllowedIps, wrongToken]) {
      expect(answer.status).toBe(403);
      expect(answer.text).toBe(off.text);
    }
    const { db } = app.portal.services.database;
    const other = await app.makeSite('Suspended');
    await db
      .updateTable('site')
      .set({ hosts: ['suspended.example.test'], status: 'suspended' })
      .where('id', '=', other)
      .execute();
    app.portal.sites.forget();
    const suspendedClient = clientAt(app.address, 'suspended.example.test');
    expect((await suspendedClient.post('/remoteLogin', { token, email: user.email })).text).toBe(
      off.text,
    );
    const admin = await app.signInAs('siteAdmin');
    expect((await signInRemotely(token, admin.email)).status).toBe(404);
    expect((await signInRemotely(token, 'nobody@example.test')).status).toBe(404);
  });

  it('issues a token for one use, one site, one user and one minute', async () => {
    await allow(true, ['127.0.0.0/8', '::1']);
    const { body } = await signInRemotely(token);
    const at = async (siteId: string) =>
      systemContext(app.portal.services, {
        site: await app.portal.sites.byId(siteId),
        log: createLog('silent'),
      });
    const other = await app.makeSite('Other remote');
    expect(await consumeToken(await at(other), 'autoLogin', body.token)).toBeNull();
    expect(await consumeToken(await at(app.siteId), 'reset', body.token)).toBeNull();
    expect(await consumeToken(await at(app.siteId), 'autoLogin', body.token)).toMatchObject({
      userId: user.userId,
      siteId: app.siteId,
    });
    expect(await consumeToken(await at(app.siteId), 'autoLogin', body.token)).toBeNull();
    const late = (await signInRemotely(token)).body.token;
    shiftClock(61_000);
    expect(await consumeToken(await at(app.siteId), 'autoLogin', late)).toBeNull();
  });

  it('shows its token once and stores only a digest, and a new token invalidates it', async () => {
    const before = token;
    token = (await app.root.post<{ token: string }>(`${site}/remoteToken`)).body.token;
    expect((await signInRemotely(before)).status).toBe(403);
    expect((await signInRemotely(token)).status).toBe(200);
    expect((await app.root.get(`${site}/remoteLogin`)).text).not.toContain(token);
    const { rows } = await app.portal.services.database.pool.query(
      'select row_to_json(site)::text as whole from site',
    );
    expect(rows.map(({ whole }) => whole).join()).not.toContain(token);
    const audit = await app.portal.services.database.pool.query(
      'select audit_entry::text as whole from audit_entry',
    );
    expect(audit.rows.map(({ whole }) => whole).join()).not.toContain(token);
    const auditEntries = await app.portal.services.database.db
      .selectFrom('audit_entry')
      .select(['operation', 'outcome'])
      .where('operation', '=', 'remoteLogin')
      .execute();
    expect(new Set(auditEntries.map(({ outcome }) => outcome))).toEqual(
      new Set(['done', 'refused']),
    );
  });

  it('is rate limited', async () => {
    shiftClock(3_600_000);
    const answers = await Promise.all(Array.from({ length: 70 }, () => signInRemotely('wrong')));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(
      /^\d+$/,
    );
  });

  it('accepts addresses and ranges only', async () => {
    const answer = await allow(true, ['127.0.0.1', 'example.com']);
    expect(codeOf(answer)).toBe(1809);
    expect(answer.body.errors?.[0]?.key).toBe('remoteIps.1');
  });
});

describe('site administrators', () => {
  it('are invited by an email of that site, and again with a new link, unless the address belongs to another user', async () => {
    const id = await app.makeSite('Invited');
    const invite = (email: string) =>
      app.root.post<{ userId: string }>(`/sites/${id}/siteAdmins`, { email, language: 'he' });
    const { body } = await invite('new.admin@example.test');
    expect((await invite('NEW.admin@example.test')).body.userId).toBe(body.userId);
    const { items } = (await app.root.get<{ items: object[] }>(`/sites/${id}/siteAdmins`)).body;
    expect(items).toEqual([
      expect.objectContaining({
        userId: body.userId,
        email: 'new.admin@example.test',
        isWaiting: true,
      }),
    ]);
    const { rows } = await app.portal.services.database.pool.query(
      "select kind, language, site_id, to_address from mail_message where kind = 'site.adminInvited' order by id",
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual({
      kind: 'site.adminInvited',
      language: 'he',
      site_id: id,
      to_address: 'new.admin@example.test',
    });
    const open = await app.portal.services.database.pool.query(
      "select count(*) from account_token where user_id = $1 and kind = 'invite' and used_at is null",
      [body.userId],
    );
    expect(Number(open.rows[0].count)).toBe(1);
    const response = await app.root.post(`${site}/siteAdmins`, { email: user.email });
    expect(response.body.code).toEqual([17]);
    expect(
      (await app.root.post(`/sites/${randomUUID()}/siteAdmins`, { email: 'x@example.test' }))
        .status,
    ).toBe(404);
  });
});
