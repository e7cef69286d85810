import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '../../../../contract/access/roles.ts';
import { contract } from '../../../../contract/index.ts';
import { ownReach, readReach } from '../../../../server/platform/access/objectAccess.ts';
import { clock, shiftClock } from '../../../../server/platform/clock.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { systemContext } from '../../../../server/platform/systemContext.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { needsSignature } from './index.ts';
import { requireAgreement } from './signatureRequirement.ts';

let app: TestApp;
let admin: TestClient;
let user: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signInAs('siteAdmin');
  user = await app.signInAs('user');
});
afterAll(() => app.close());
afterEach(() => shiftClock(0));

interface AgreementsToSign {
  items: {
    agreementId: string;
    versionId: string;
    version: number;
    language: string;
    text: string;
    digest: string;
  }[];
}
const settings = { title: 'Terms', audience: 'all', roles: [] as string[], blocks: 'changes' };
const sha = (text: string) => createHash('sha256').update(text).digest('hex');
const codeOf = (answer: { body: { code?: number[] } }) => answer.body.code?.[0];

async function make(input: object = {}, texts: object = { en: 'You agree.' }): Promise<string> {
  const { body } = await app.root.post<{ id: string; siteId: string }>('/agreements', {
    settings: { ...settings, ...input },
  });
  const path = `/agreements/${body.siteId}/${body.id}`;
  expect((await app.root.put(`${path}/draft`, { texts })).status).toBe(200);
  return path;
}
const publish = async (path: string) =>
  expect((await app.root.post(`${path}/publish`)).status).toBe(200);
const listAgreementsToSign = async (client: TestClient) =>
  (await client.get<AgreementsToSign>('/agreementsToSign')).body.items;
const signWith = (client: TestClient, item: AgreementsToSign['items'][number]) =>
  client.post(`/agreementsToSign/${item.versionId}`, {
    language: item.language,
    digest: item.digest,
  });

/** Every test starts with no agreements to sign. */
beforeEach(async () => {
  await sql`update agreement set is_active = false`.execute(app.portal.services.database.db);
});

describe('an agreement', () => {
  it('is required of no one before publication, and then of everyone on its site', async () => {
    const path = await make();
    expect(await listAgreementsToSign(user)).toEqual([]);
    await publish(path);
    const [item] = await listAgreementsToSign(user);
    expect(item).toMatchObject({
      version: 1,
      language: 'en',
      text: 'You agree.',
      digest: sha('You agree.'),
    });
    expect((await app.root.get(path)).body).toMatchObject({
      version: 1,
      mustSign: 2,
      signed: 0,
      hasDraft: false,
    });
    expect(await listAgreementsToSign(app.root)).toEqual([]);
  });

  it('can’t be changed after publication, not even in the database', async () => {
    const path = await make();
    await publish(path);
    const id = path.split('/').at(-1);
    const { db } = app.portal.services.database;
    await expect(
      sql`update agreement_version set texts = '{"en":"Other."}' where agreement_id = ${id}`.execute(
        db,
      ),
    ).rejects.toThrow(/cannot change/);
    await expect(
      sql`delete from agreement_version where agreement_id = ${id}`.execute(db),
    ).rejects.toThrow(/cannot change/);
    expect(codeOf(await app.root.post(`${path}/publish`))).toBe(2122);
  });

  it('must be signed again for each version, and an old version is rejected', async () => {
    const path = await make();
    await publish(path);
    const [first] = await listAgreementsToSign(user);
    expect((await signWith(user, first as AgreementsToSign['items'][number])).status).toBe(200);
    expect(await listAgreementsToSign(user)).toEqual([]);
    await app.root.put(`${path}/draft`, { texts: { en: 'You agree to more.' } });
    await publish(path);
    expect((await listAgreementsToSign(user))[0]).toMatchObject({
      version: 2,
      text: 'You agree to more.',
    });
    const [again] = await listAgreementsToSign(admin);
    expect(
      codeOf(
        await signWith(admin, {
          ...(again as AgreementsToSign['items'][number]),
          versionId: first?.versionId ?? '',
        }),
      ),
    ).toBe(2121);
    expect(
      codeOf(
        await signWith(admin, {
          ...(again as AgreementsToSign['items'][number]),
          digest: sha('other words'),
        }),
      ),
    ).toBe(2121);
    expect(
      codeOf(
        await signWith(admin, { ...(again as AgreementsToSign['items'][number]), language: 'he' }),
      ),
    ).toBe(2121);
  });

  it('is shown in the reader’s language if available, and otherwise in an available one', async () => {
    await publish(await make({}, { en: 'Words.', he: 'מילים.' }));
    const hebrew = await app.signInAs('user');
    await hebrew.put('/header/language', { language: 'he' });
    expect((await listAgreementsToSign(hebrew))[0]).toMatchObject({
      language: 'he',
      text: 'מילים.',
      digest: sha('מילים.'),
    });
    await publish(await make({ title: 'Second' }, { en: 'English alone.' }));
    expect((await listAgreementsToSign(hebrew))[1]).toMatchObject({
      language: 'en',
      text: 'English alone.',
    });
  });

  it.each<[string, object, Record<'user' | 'siteAdmin' | 'billingAdmin', number>]>([
    ['all', { audience: 'all' }, { user: 1, siteAdmin: 1, billingAdmin: 1 }],
    [
      'some roles',
      { audience: 'roles', roles: ['billingAdmin'] },
      { user: 0, siteAdmin: 0, billingAdmin: 1 },
    ],
  ])('for %s is required only from the users it applies to', async (_case, input, counts) => {
    await publish(await make(input));
    for (const [role, count] of Object.entries(counts))
      expect(await listAgreementsToSign(await app.signInAs(role as Role)), role).toHaveLength(
        count,
      );
  });

  it('for new users is required only from those who sign up after its first publication', async () => {
    shiftClock(-60_000);
    await publish(await make({ audience: 'newUsers' }));
    shiftClock(0);
    const { db } = app.portal.services.database;
    await db
      .updateTable('user_account')
      .set({ created_at: new Date(clock.now().getTime() - 3_600_000) })
      .where('id', '=', user.userId)
      .execute();
    expect(await listAgreementsToSign(user)).toEqual([]);
    expect(await listAgreementsToSign(await app.signInAs('user'))).toHaveLength(1);
  });

  it('requires roles if it is limited to roles, and a text', async () => {
    expect(
      (await app.root.post('/agreements', { settings: { ...settings, audience: 'roles' } })).body
        .errors?.[0]?.key,
    ).toBe('settings.roles');
    expect(
      (await app.root.post('/agreements', { settings: { ...settings, roles: ['root'] } })).status,
    ).toBe(400);
    const path = await make();
    expect((await app.root.put(`${path}/draft`, { texts: {} })).status).toBe(400);
    expect((await app.root.put(`${path}/draft`, { texts: { en: '  ' } })).status).toBe(400);
  });
});

describe('a signature', () => {
  it('records who signed, when, from where, with which client, and the exact text', async () => {
    const path = await make();
    await publish(path);
    const [item] = await listAgreementsToSign(user);
    const answer = await user.call(
      'POST',
      `/agreementsToSign/${item?.versionId}`,
      { language: 'en', digest: item?.digest },
      { 'user-agent': '=HYPERLINK("x")' },
    );
    expect(answer.status).toBe(200);
    const { items } = (await app.root.get<{ items: object[] }>(`${path}/signatures`)).body;
    expect(items).toEqual([
      expect.objectContaining({
        email: user.email,
        userId: user.userId,
        version: 1,
        digest: sha('You agree.'),
        ip: '127.0.0.1',
        userAgent: '=HYPERLINK("x")',
      }),
    ]);
    const csv = await app.root.get(`${path}/signatures.csv`);
    expect(csv.headers.get('content-type')).toContain('text/csv');
    expect(csv.text.split('\r\n')).toHaveLength(3);
    expect(csv.text).toContain(`"'=HYPERLINK(""x"")"`);
    await expect(
      sql`update agreement_signature set digest = digest`.execute(app.portal.services.database.db),
    ).rejects.toThrow(/permission denied/);
  });

  it('is recorded once, regardless of repeated and parallel calls', async () => {
    const path = await make();
    await publish(path);
    const [item] = await listAgreementsToSign(user);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => signWith(user, item as AgreementsToSign['items'][number])),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect((await app.root.get(`${path}/signatures`)).body).toMatchObject({ total: 1 });
  });

  it('is rejected for a nonexistent agreement or one of another site', async () => {
    await publish(await make());
    const [item] = await listAgreementsToSign(user);
    for (const versionId of [randomUUID()])
      expect(
        (await signWith(user, { ...(item as AgreementsToSign['items'][number]), versionId }))
          .status,
      ).toBe(404);
  });

  it('can’t be made on behalf of another user', async () => {
    await publish(await make());
    const [item] = await listAgreementsToSign(user);
    const site = await app.portal.sites.byId(app.siteId);
    const actor = {
      userId: user.userId,
      siteId: app.siteId,
      sitePath: site.path,
      role: 'user',
      email: user.email,
      parentId: null,
      language: 'en',
      reach: ownReach,
    } as const;
    const ctx = systemContext(app.portal.services, {
      site,
      log: createLog('silent'),
      actor,
      onBehalfOf: admin.userId,
    });
    const { sign } = await import('./signing.ts');
    const body = {
      versionId: item?.versionId ?? '',
      language: 'en' as const,
      digest: item?.digest ?? '',
      userAgent: '',
    };
    await expect(sign({ ...ctx, actor }, body)).rejects.toMatchObject({
      reasons: [{ name: 'agreementNotYours' }],
    });
    expect(await listAgreementsToSign(user)).toHaveLength(1);
  });
});

it('can’t be made or viewed by a user acting for an account', async () => {
  const path = await make();
  await publish(path);
  const [item] = await listAgreementsToSign(user);
  const operator = await app.signInAs('siteAdmin');
  const { db } = app.portal.services.database;
  await db
    .updateTable('session')
    .set({
      acting_for: user.userId,
      acting_until: new Date(clock.now().getTime() + 3_600_000),
      acting_may_change: true,
    })
    .where('user_id', '=', operator.userId)
    .execute();
  expect((await operator.get<{ userId: string }>('/user')).body.userId).toBe(user.userId);
  expect(await listAgreementsToSign(operator)).toEqual([]);
  expect(codeOf(await signWith(operator, item as AgreementsToSign['items'][number]))).toBe(2123);
  expect((await app.root.get(`${path}/signatures`)).body).toMatchObject({ total: 0 });
});

describe('an unsigned agreement', () => {
  const contextOf = async (client: TestClient, role: Role) => {
    const site = await app.portal.sites.byId(app.siteId);
    const actor = {
      userId: client.userId,
      siteId: app.siteId,
      sitePath: site.path,
      role,
      email: client.email,
      parentId: null,
      language: 'en',
    } as const;
    const reach = await readReach(app.portal.services.database.db, actor);
    return systemContext(app.portal.services, {
      site,
      log: createLog('silent'),
      actor: { ...actor, reach },
    });
  };

  it('blocks every change except signing and billing, and no reads', async () => {
    await publish(await make());
    const ctx = await contextOf(user, 'user');
    expect(await needsSignature(ctx, user.userId)).toBe(true);
    await expect(
      requireAgreement(ctx, 'createServers', { ...contract.setLanguage, access: 'servers.create' }),
    ).rejects.toMatchObject({
      reasons: [{ name: 'agreementNotSigned', values: { title: 'Terms' } }],
    });
    await requireAgreement(ctx, 'signAgreement', contract.signAgreement);
    await requireAgreement(ctx, 'listServers', contract.listServers);
    await requireAgreement(ctx, 'pay', { ...contract.setLanguage, access: 'billing.view' });
    const [item] = await listAgreementsToSign(user);
    await signWith(user, item as AgreementsToSign['items'][number]);
    expect(await needsSignature(ctx, user.userId)).toBe(false);
    await requireAgreement(ctx, 'createServers', {
      ...contract.setLanguage,
      access: 'servers.create',
    });
  });

  it('blocks nothing if it is non-blocking or inactive, or if the user is root', async () => {
    const path = await make({ blocks: 'nothing' });
    await publish(path);
    const ctx = await contextOf(user, 'user');
    expect(await needsSignature(ctx, user.userId)).toBe(true);
    await requireAgreement(ctx, 'x', { ...contract.setLanguage, access: 'servers.create' });
    await app.root.put(path, { settings, isActive: false });
    expect(await needsSignature(ctx, user.userId)).toBe(false);
    await app.root.put(path, { settings, isActive: true });
    await requireAgreement(await contextOf(app.root, 'root'), 'x', {
      ...contract.setLanguage,
      access: 'servers.create',
    });
  });
});

describe('a reminder', () => {
  it('is sent once a day to each user who hasn’t signed', async () => {
    shiftClock(-25 * 3_600_000);
    const path = await make();
    expect(codeOf(await app.root.post(`${path}/remind`))).toBe(2122);
    await publish(path);
    const [item] = await listAgreementsToSign(user);
    await signWith(user, item as AgreementsToSign['items'][number]);
    const missing = (
      await app.root.get<{ items: { email: string }[]; total: number }>(`${path}/missing?size=0`)
    ).body;
    expect(missing.items.map(({ email }) => email)).not.toContain(user.email);
    expect((await app.root.post(`${path}/remind`)).body).toEqual({ sent: missing.total, left: 0 });
    expect((await app.root.post(`${path}/remind`)).body).toEqual({ sent: 0, left: 0 });
    shiftClock(0);
    expect((await app.root.post(`${path}/remind`)).body).toEqual({ sent: missing.total, left: 0 });
  });
});

describe('access to agreements', () => {
  it('treats another site’s agreement as not found', async () => {
    const otherSite = await app.makeSite('Other');
    const { body } = await app.root.post<{ id: string }>('/agreements', {
      siteId: otherSite,
      settings,
    });
    const subAdmin = await app.signInAs('siteAdmin');
    const { db } = app.portal.services.database;
    const own = await app.makeSite('Own');
    await db
      .updateTable('site')
      .set({ hosts: ['own.example.test'] })
      .where('id', '=', own)
      .execute();
    app.portal.sites.forget();
    const { clientAt } = await import('../../../sites/sites/server/testing/hostClient.ts');
    await db
      .updateTable('user_account')
      .set({ site_id: own })
      .where('id', '=', subAdmin.userId)
      .execute();
    const siteClient = clientAt(app.address, 'own.example.test');
    await siteClient.signIn(subAdmin.email, 'A_right_password_1');
    const unknownId = randomUUID();
    const calls: [string, string, unknown?][] = [
      ['GET', ''],
      ['PUT', '', { settings, isActive: false }],
      ['PUT', '/draft', { texts: { en: 'x' } }],
      ['POST', '/publish'],
      ['GET', '/signatures'],
      ['GET', '/signatures.csv'],
      ['GET', '/missing'],
      ['POST', '/remind'],
    ];
    for (const [method, path, sent] of calls) {
      const missing = await siteClient.call(method, `/agreements/${own}/${unknownId}${path}`, sent);
      expect(missing.status).toBe(404);
      for (const siteId of [otherSite, own]) {
        const notVisible = await siteClient.call(
          method,
          `/agreements/${siteId}/${body.id}${path}`,
          sent,
        );
        expect([notVisible.status, notVisible.text.replaceAll(body.id, unknownId)]).toEqual([
          404,
          missing.text,
        ]);
      }
    }
    expect((await siteClient.post('/agreements', { siteId: otherSite, settings })).status).toBe(
      404,
    );
    expect((await siteClient.get<{ total: number }>('/agreements')).body.total).toBe(0);
    expect((await user.get('/agreements')).status).toBe(403);
  });
});
