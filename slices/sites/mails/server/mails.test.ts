import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../../../contract/access/roles.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import {
  commonPlaceholders,
  placeholdersOf,
  templateProblems,
} from '../../../../server/platform/mail/templates.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { getMail, listMails } from './lists.ts';
import { readMail, retryMessage } from './messages.ts';
import { canary, keyValues, type MailHarness, openMailHarness } from './testing/harness.ts';

let harness: MailHarness;
beforeAll(async () => {
  harness = await openMailHarness();
});
afterAll(() => harness.close());

const root = () => harness.app.root;
const read = (client: TestClient, id: number) =>
  client.post<{ html: string; text: string; link: string }>(`/mails/message/${id}/read`, {
    scheme: 'light',
  });
const makeAccount = async (role: Role, siteId?: string) => {
  const client = await harness.app.signInAs(role, siteId ? { siteId } : {});
  return { client, email: client.email, userId: client.userId };
};
/**
 * Adds an account that isn't signed in, because sign-in over 127.0.0.1 isn't possible on a site
 * without its own hostname.
 */
const addAccount = async (role: Role, siteId: string) => {
  const email = `${role.toLowerCase()}-${crypto.randomUUID().slice(0, 8)}@example.test`;
  const { id } = await harness.app.portal.services.database.db
    .insertInto('user_account')
    .values({
      site_id: siteId,
      email,
      password_hash: null,
      role,
      parent_id: null,
      language: null,
      time_zone: null,
      date_format: null,
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { email, userId: id };
};

describe('the email list', () => {
  it('shows recipients and results, but never the content', async () => {
    const id = await harness.queue({ copies: ['parent@example.test'] });
    await harness.round();
    const { body, text } = await root().get<{ items: Record<string, unknown>[]; total: number }>(
      '/mails?filter=DANA@&state=kept&sorting=-createdAt',
    );
    expect(body.items[0]).toMatchObject({
      id,
      kind: 'test.key',
      kindTitle: 'A key',
      to: 'dana@example.test',
      copies: ['parent@example.test'],
      subject: 'Hello Dana',
      state: 'kept',
      actions: { read: null, retry: null },
    });
    expect(text).not.toContain(canary);
    expect((await root().get<{ total: number }>('/mails?filter=nobody-has-this')).body.total).toBe(
      0,
    );
    expect((await root().get('/mails?state=gone')).status).toBe(400);
  });

  it('is for administrators only', async () => {
    for (const role of ['user', 'billingAdmin'] as const) {
      const { client } = await makeAccount(role);
      for (const path of ['/mails', '/mails/sms', '/mails/templates', '/mails/settings'])
        expect((await client.get(path)).status, `${role} ${path}`).toBe(403);
    }
    expect((await harness.app.anonymous().get('/mails')).status).toBe(401);
  });
});

describe('a kept email with a sign-in link', () => {
  it('can be read by root as its recipient would see it, and the access is recorded', async () => {
    const { userId, email } = await makeAccount('user');
    const id = await harness.queue({ email, userId });
    await harness.round();
    const answer = await read(root(), id);
    expect(answer.body).toMatchObject({
      link: keyValues.link,
      text: expect.stringContaining('424242'),
    });
    expect(answer.body.html).toContain(`href="${keyValues.link}"`);
    expect(answer.body.html).not.toMatch(/<script|\son\w+=|\sstyle="/i);
    const entry = await harness.app.portal.services.database.db
      .selectFrom('audit_entry')
      .select(['operation', 'target_id', 'actor_id'])
      .where('operation', '=', 'readMail')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    expect(entry).toMatchObject({ target_id: String(id), actor_id: root().userId });
  });

  it('can be read by its site’s administrator for users below, never for root, another administrator or a site below', async () => {
    const subSite = await harness.app.makeSite('Below');
    const admin = await makeAccount('siteAdmin');
    const cases: [string, { email: string; userId: string | null }, string | undefined, boolean][] =
      [
        ['a customer of the site', await makeAccount('user'), undefined, true],
        [
          'a billing administrator of the site',
          await makeAccount('billingAdmin'),
          undefined,
          false,
        ],
        [
          "a billing administrator's address, without the account",
          { email: (await makeAccount('billingAdmin')).email, userId: null },
          undefined,
          false,
        ],
        ['itself', admin, undefined, true],
        [
          'a recipient without an account',
          { email: 'new@example.test', userId: null },
          undefined,
          true,
        ],
        ['root', { email: root().email, userId: root().userId }, undefined, false],
        [
          "root's address, without the account",
          { email: root().email.toUpperCase(), userId: null },
          undefined,
          false,
        ],
        ['another administrator', await makeAccount('siteAdmin'), undefined, false],
        ['a customer of a site below', await addAccount('user', subSite), subSite, false],
        [
          'a customer who has moved to another site',
          await addAccount('user', subSite),
          undefined,
          false,
        ],
      ];
    for (const [client, { email, userId }, siteId, isAllowed] of cases) {
      const id = await harness.queue({ email, userId }, siteId);
      await harness.round();
      const listed = await admin.client.get<{ actions: { read: string | null } }>(
        `/mails/message/${id}`,
      );
      expect(listed.body.actions.read === null, client).toBe(isAllowed);
      const answer = await read(admin.client, id);
      expect(answer.status, client).toBe(isAllowed ? 200 : 403);
      expect(answer.text.includes(canary), client).toBe(isAllowed);
      if (!isAllowed) expect(answer.body.code, client).toEqual([2205]);
    }
  });

  it('of another site, or of the site above, isn’t found by a reseller when viewing, reading, or resending it', async () => {
    const [ownSite, otherSiteId] = [
      await harness.app.makeSite('Here'),
      await harness.app.makeSite('There'),
    ];
    const own = await harness.queue({ email: 'own@example.test' }, ownSite);
    const otherSiteMails = [await harness.queue({}, otherSiteId), await harness.queue({})];
    await harness.round();
    const reseller = await addAccount('siteAdmin', ownSite);
    const site = (await harness.ctx(ownSite)).site;
    const actor = {
      userId: reseller.userId,
      siteId: ownSite,
      sitePath: site.path,
      role: 'siteAdmin' as const,
      email: reseller.email,
      parentId: null,
      language: 'en' as const,
      reach: { kind: 'sites' as const, siteIds: [ownSite] },
    };
    const ctx = { ...(await harness.ctx(ownSite)), actor } as unknown as SignedInContext;
    const listed = await listMails(ctx, { size: 0 });
    expect(listed.items.map(({ id }) => id)).toEqual([own]);
    expect((await getMail(ctx, own)).actions).toEqual({ read: null, retry: null });
    for (const id of otherSiteMails) {
      await expect(getMail(ctx, id)).rejects.toThrow('notFound');
      await expect(readMail(ctx, id, 'light')).rejects.toThrow('notFound');
      await expect(retryMessage(ctx, 'mail_message', id)).rejects.toThrow('notFound');
    }
    const missing = await read(root(), 999_999);
    expect(missing).toMatchObject({ status: 404, body: { code: [1001] } });
  });

  it('can’t be read or resent after it was sent', async () => {
    await harness.connect();
    const id = await harness.queue({});
    await harness.round();
    await harness.disconnect();
    expect((await read(root(), id)).body.code).toEqual([2204]);
    expect((await root().put(`/mails/message/${id}/retry`)).body.code).toEqual([2206]);
  });
});

describe('a template', () => {
  const path = '/mails/templates/test.key/en';
  const template = {
    subject: 'Welcome {name} to {systemName}',
    body: 'Your code: {code}\n\nBye <b>{name}</b>',
  };

  it('of every kind has all of its placeholders, in every language', () => {
    const kinds = [...harness.app.portal.services.slices.mails.values()];
    for (const mail of kinds)
      for (const text of Object.values(mail.texts))
        expect(templateProblems(mail, text), mail.kind).toEqual([]);
    expect(kinds.length).toBeGreaterThan(10);
  });

  it('is listed with the source of its text and its available placeholders', async () => {
    const list = await root().get<{
      items: { kind: string; languages: { language: string; source: string }[] }[];
    }>('/mails/templates');
    expect(list.body.items.find(({ kind }) => kind === 'test.key')?.languages).toEqual([
      { language: 'en', source: 'declared', subject: 'Hello {name}', hasUnused: false },
      { language: 'he', source: 'declared', subject: 'שלום {name}', hasUnused: false },
      { language: 'ar', source: 'declared', subject: 'Hello {name}', hasUnused: false },
    ]);
    const one = await root().get<{ placeholders: { name: string; isInSubject: boolean }[] }>(path);
    expect(
      one.body.placeholders.filter(({ isInSubject }) => isInSubject).map(({ name }) => name),
    ).toEqual([...commonPlaceholders, 'name']);
    expect((await root().get('/mails/templates/no.such/en')).status).toBe(404);
    expect((await root().get('/mails/templates/test.key/fr')).status).toBe(400);
  });

  it('is used for emails of its site and the sites below, in its language, until it is reset', async () => {
    const subSite = await harness.app.makeSite('Reseller');
    expect((await root().put(path, template)).status).toBe(200);
    expect((await harness.mail(await harness.queue({}))).subject).toMatch(/^Welcome Dana to /);
    expect((await harness.mail(await harness.queue({}, subSite))).subject).toMatch(
      /^Welcome Dana to /,
    );
    expect((await harness.mail(await harness.queue({ language: 'he' }))).subject).toBe('שלום Dana');
    const db = harness.app.portal.services.database.db.withTables<{
      mail_template: Record<'site_id' | 'kind' | 'language' | 'subject' | 'body', string>;
    }>();
    await db
      .insertInto('mail_template')
      .values({
        site_id: subSite,
        kind: 'test.key',
        language: 'en',
        subject: 'Customized',
        body: 'x',
      })
      .execute();
    expect((await harness.mail(await harness.queue({}, subSite))).subject).toBe('Customized');
    expect((await harness.mail(await harness.queue({}))).subject).toMatch(/^Welcome Dana to /);
    expect((await root().get(path)).body).toMatchObject({
      source: 'own',
      ...template,
      fallback: { subject: 'Hello {name}' },
    });
    expect((await root().delete(path)).status).toBe(200);
    expect((await harness.mail(await harness.queue({}))).subject).toBe('Hello Dana');
  });

  it.each([
    ['unknown placeholders', { subject: 'Hello {nmae}', body: 'ok' }, 2201, 'subject', '{nmae}'],
    [
      'unknown placeholders in the body, each once',
      { subject: 'x', body: '{one} {two} {one}' },
      2201,
      'body',
      '{one}, {two}',
    ],
    ['secrets in the subject', { subject: 'Code {code}', body: 'ok' }, 2202, 'subject', '{code}'],
    [
      'secrets in an address',
      { subject: 'x', body: 'Go to https://evil.example/?c={code} now' },
      2203,
      'body',
      '{code}',
    ],
    [
      'links that ride along',
      { subject: 'x', body: '[here](http://evil.example/{link})' },
      2203,
      'body',
      '{link}',
    ],
  ] as const)('with %s is rejected, naming it', async (_case, input, code, key, names) => {
    const answer = await root().put(path, input);
    expect(answer).toMatchObject({
      status: 422,
      body: { code: [code], errors: [{ key, info: expect.stringContaining(names) }] },
    });
    expect((await root().get(path)).body).toMatchObject({ source: 'declared' });
    const preview = await root().post<{ problems: string[] }>(`${path}/preview`, {
      ...input,
      scheme: 'light',
    });
    expect(preview.body.problems).toEqual([expect.stringContaining(names)]);
  });

  it('that breaks a rule added later is skipped, and the one above is used', async () => {
    const subSite = await harness.app.makeSite('Old text');
    const db = harness.app.portal.services.database.db.withTables<{
      mail_template: Record<'site_id' | 'kind' | 'language' | 'subject' | 'body', string>;
    }>();
    const old = {
      site_id: subSite,
      kind: 'test.key',
      language: 'en',
      subject: 'Old text',
      body: 'Go to //evil.example/{link}',
    };
    await db.insertInto('mail_template').values(old).execute();
    expect((await harness.mail(await harness.queue({}, subSite))).subject).toBe('Hello Dana');
  });

  it('that is skipped is marked so, and isn’t shown as the active text', async () => {
    const db = harness.app.portal.services.database.db.withTables<{
      mail_template: Record<'site_id' | 'kind' | 'language' | 'subject' | 'body', string>;
    }>();
    const old = { subject: 'Old text', body: 'Go to //evil.example/{link}' };
    await db
      .insertInto('mail_template')
      .values({ site_id: harness.app.siteId, kind: 'test.key', language: 'en', ...old })
      .execute();
    type List = {
      items: {
        kind: string;
        languages: { source: string; subject: string; hasUnused: boolean }[];
      }[];
    };
    const list = (await root().get<List>('/mails/templates')).body.items.find(
      ({ kind }) => kind === 'test.key',
    );
    expect(list?.languages[0]).toMatchObject({
      source: 'declared',
      subject: 'Hello {name}',
      hasUnused: true,
    });
    expect((await root().get(path)).body).toMatchObject({
      source: 'declared',
      subject: 'Hello {name}',
      unused: { ...old, problems: [expect.stringContaining('{link}')] },
    });
    expect((await root().put(path, template)).status).toBe(200);
    expect((await root().get(path)).body).toMatchObject({
      source: 'own',
      ...template,
      unused: null,
    });
    expect((await root().delete(path)).status).toBe(200);
  });

  it('can’t inject headers through its subject', async () => {
    for (const subject of ['a\r\nBcc: x@example.test', 'a\u0000', 'a\nb'])
      expect((await root().put(path, { subject, body: 'x' })).status, JSON.stringify(subject)).toBe(
        400,
      );
  });

  it('is previewed with escaped values, in light and dark, in both directions, without active content', async () => {
    const evil = {
      subject: '<script>alert(1)</script>',
      body: '<img src=x onerror=alert(1)> "quoted"\n\n</td></table><script>alert(2)</script> {name}',
    };
    const pages = new Map<string, string>();
    for (const scheme of ['light', 'dark'])
      for (const direction of ['ltr', 'rtl']) {
        const { body } = await root().post<{ html: string; subject: string }>(`${path}/preview`, {
          ...evil,
          scheme,
          direction,
        });
        expect(body.html).not.toMatch(/<script|<img src=x|\sstyle="/);
        expect(body.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
        expect(body.html).toContain(`dir="${direction}"`);
        expect(body.html.match(/__nonce__/g)).toHaveLength(1);
        pages.set(`${scheme} ${direction}`, body.html);
      }
    expect(new Set(pages.values()).size).toBe(4);
  });

  it('can be sent as a test only to the requesting user', async () => {
    const admin = await makeAccount('siteAdmin');
    const answer = await admin.client.post<{ messageId: number; to: string }>(
      `${path}/test`,
      template,
    );
    expect(answer.body.to).toBe(admin.email);
    expect(await harness.mail(answer.body.messageId)).toMatchObject({
      to_address: admin.email,
      user_id: admin.userId,
      copies: [],
    });
    expect(
      (await admin.client.post(`${path}/test`, { ...template, to: 'victim@example.test' })).status,
    ).toBe(400);
  });

  it('placeholders are only names in braces', () => {
    expect(placeholdersOf('{a} {b.c} {} { d } {a} {{e}}')).toEqual(['a', 'e']);
  });
});
