import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Context } from '../context.ts';
import { createLog } from '../log.ts';
import { mailPlace } from '../mail/mail.ts';
import { mailTables } from '../mail/tables.ts';
import { readSite } from '../sites/sites.ts';
import { systemContext } from '../systemContext.ts';
import {
  accountNotifications,
  notificationSets,
  notify,
  notifyTaskDone,
  notifyTaskFailed,
  preferenceSets,
  readPreferences,
  serverNotifications,
  writeDay,
  writeMoment,
  writeMonth,
  writePreferences,
} from './index.ts';

let app: TestApp;
let ctx: Context;
beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  const { services } = app.portal;
  ctx = systemContext(services, {
    site: await readSite(services.database.db, app.siteId),
    log: createLog('silent'),
  });
});
afterAll(() => app.close());

const values = { email: 'x', at: 'now', ip: '192.0.2.7' };
const serverValues = { name: 'web-1', at: 'now', by: 'dana@example.test', change: 'x' };

const add = async (more: { parentId?: string; siteId?: string; language?: string } = {}) => {
  const { id, email } = await ctx.db
    .insertInto('user_account')
    .values({
      site_id: more.siteId ?? app.siteId,
      email: `${crypto.randomUUID()}@example.test`,
      password_hash: null,
      parent_id: more.parentId ?? null,
      language: more.language ?? null,
      time_zone: null,
      date_format: null,
      deleted_at: null,
    })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow();
  return { id, email };
};
type Change = Partial<
  Record<'gets_notifications' | 'copies_parent_mails' | 'copies_admin_mails', boolean>
> & {
  additional_email_parent?: string;
  additional_email_admin?: string;
  deleted_at?: Date;
};
const change = (id: string, set: Change) =>
  ctx.db.updateTable('user_account').set(set).where('id', '=', id).execute();
/** The emails that an account received: email types with the addresses of copies. */
const mailsTo = async (id: string) => {
  const rows = await mailTables(ctx)
    .db.selectFrom('mail_message')
    .select(['kind', 'copies', 'language', 'site_id', 'to_address'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute();
  return rows;
};
const kinds = async (id: string) => (await mailsTo(id)).map(({ kind }) => kind);

describe('the notifications of the specification', () => {
  it('are all in their set and in the parent account’s set', () => {
    const sets = preferenceSets(ctx);
    // Numbers from 1000 on are the portal's own.
    const ids = Object.fromEntries(
      notificationSets.map((set) => [set, sets[set].map(({ id }) => id).filter((id) => id < 1000)]),
    );
    expect(ids).toMatchObject({
      security: [2, 10, 122, 123, 128],
      general: [7, 8, 46, 105, 133],
      usage: [130],
      parentSecurity: [2, 10, 122, 123, 128],
      parentActions: [7, 8, 46, 105, 133],
      parentUsage: [130],
    });
    expect(sets.security.filter(({ isCompulsory }) => isCompulsory).map(({ id }) => id)).toEqual([
      2, 123, 128,
    ]);
    expect(sets.parentSecurity.some(({ isCompulsory }) => isCompulsory)).toBe(false);
  });
});

describe('an account', () => {
  it('is notified in its language and its own site’s design, regardless of the site of the call', async () => {
    const siteId = await app.makeSite('Elsewhere');
    const { id, email } = await add({ siteId, language: 'he' });
    await notify(ctx, {
      userId: id,
      notification: serverNotifications.created,
      values: serverValues,
    });
    expect(await mailsTo(id)).toEqual([
      { kind: 'server.created', copies: [], language: 'he', site_id: siteId, to_address: email },
    ]);
  });

  it('chooses notifications individually, with the declared defaults', async () => {
    const { id } = await add();
    expect((await readPreferences(ctx, id)).security).toEqual({
      2: true,
      10: true,
      122: false,
      123: true,
      128: true,
    });
    await writePreferences(ctx, id, 'general', { 7: false });
    await writePreferences(ctx, id, 'general', { 8: true });
    await writePreferences(ctx, id, 'security', { 122: true });
    expect((await readPreferences(ctx, id)).general).toMatchObject({ 7: false, 8: true, 46: true });
    await notify(ctx, {
      userId: id,
      notification: serverNotifications.created,
      values: serverValues,
    });
    await notify(ctx, {
      userId: id,
      notification: serverNotifications.terminated,
      values: serverValues,
    });
    await notify(ctx, {
      userId: id,
      notification: accountNotifications.loginSucceeded,
      values: { ...values, device: 'x', place: 'y' },
    });
    expect(await kinds(id)).toEqual(['server.terminated', 'security.loginSucceeded']);
    await writePreferences(ctx, id, 'general', { 7: true });
    await notify(ctx, {
      userId: id,
      notification: serverNotifications.created,
      values: serverValues,
    });
    expect((await kinds(id)).at(-1)).toBe('server.created');
  });

  it('can disable all at once, except for account security', async () => {
    const { id } = await add();
    await change(id, { gets_notifications: false });
    await notify(ctx, {
      userId: id,
      notification: serverNotifications.created,
      values: serverValues,
    });
    await notify(ctx, {
      userId: id,
      notification: accountNotifications.loginFailed,
      values: { ...values, failures: '5' },
    });
    expect(await kinds(id)).toEqual([]);
    for (const notification of [
      accountNotifications.passwordChanged,
      accountNotifications.passwordReset,
    ])
      await notify(ctx, { userId: id, notification, values });
    await notify(ctx, {
      userId: id,
      notification: accountNotifications.securityPolicyChanged,
      values: { ...values, change: 'x' },
    });
    expect(await kinds(id)).toEqual([
      'security.passwordChanged',
      'security.passwordReset',
      'security.policyChanged',
    ]);
  });

  it('can’t choose an option that doesn’t exist or disables security warnings', async () => {
    const { id } = await add();
    for (const [set, choices] of [
      ['security', { 2: false }],
      ['security', { 7: true }],
      ['general', { 4711: false }],
    ] as const)
      await expect(writePreferences(ctx, id, set, choices)).rejects.toThrow('inputInvalid');
    await writePreferences(ctx, id, 'parentSecurity', { 2: false });
    expect((await readPreferences(ctx, id)).parentSecurity[2]).toBe(false);
  });

  it('that was deleted isn’t notified', async () => {
    const { id } = await add();
    await change(id, { deleted_at: new Date() });
    await notify(ctx, { userId: id, notification: accountNotifications.passwordChanged, values });
    expect(await kinds(id)).toEqual([]);
  });
});

describe('a notification', () => {
  const contentOf = async (id: string) => {
    const row = await mailTables(ctx)
      .db.selectFrom('mail_message')
      .select(['id', 'content'])
      .where('user_id', '=', id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    return JSON.parse(ctx.services.secrets.open(row.content as Buffer, mailPlace(row.id))) as {
      values: Record<string, string>;
    };
  };

  it('is in the reader’s language and time zone', async () => {
    const at = new Date('2026-03-01T22:15:00Z');
    const parent = await add({ language: 'he' });
    const subAccount = await add({ language: 'en', parentId: parent.id });
    await ctx.db
      .updateTable('user_account')
      .set({ time_zone: 'Asia/Jerusalem' })
      .where('id', '=', parent.id)
      .execute();
    await ctx.db
      .updateTable('user_account')
      .set({ time_zone: 'America/New_York' })
      .where('id', '=', subAccount.id)
      .execute();
    const change = { en: 'It grew.', he: 'הוא גדל.', ar: 'It grew.' };
    await notify(ctx, {
      userId: subAccount.id,
      notification: serverNotifications.changed,
      values: { ...serverValues, change, at },
    });
    expect((await contentOf(subAccount.id)).values).toMatchObject({
      change: change.en,
      at: 'Mar 1, 2026, 5:15 PM EST',
    });
    expect((await contentOf(parent.id)).values).toMatchObject({
      change: change.he,
      at: expect.stringMatching(/2 .*2026, 00:15/),
    });
    expect(writeMoment(at, 'en', 'No/Such')).toBe('Mar 1, 2026, 10:15 PM UTC');
  });

  it('about a failed task includes its purpose, the reason and the remedy', async () => {
    const { id } = await add();
    const { rows } = await sql<{ id: number }>`
      insert into task (type, title, target_type, target_id, target_name, resource, site_id, owner_id, language, is_cancellable)
      values ('server.create', '{"en":"Create server web-1","he":"x"}', 'server', gen_random_uuid(), 'web-1', 'server:none', ${app.siteId}, ${id}, 'en', false)
      returning id`.execute(ctx.db);
    const cmdId = rows[0]?.id ?? 0;
    const inTransaction = (work: (inner: Context) => Promise<void>) =>
      ctx.db.transaction().execute((db) => work({ ...ctx, db }));
    const task = { id: cmdId, target_name: 'web-1', owner_id: id, failure: null };
    const failure = {
      step: 'x',
      reasons: [{ name: 'networkFull' as const, values: { network: 'lan-1' } }],
    };
    await inTransaction((inner) => notifyTaskFailed(inner, { ...task, failure }, false));
    expect((await contentOf(id)).values).toMatchObject({
      title: 'Create server web-1',
      reason: expect.stringContaining(
        'No free IP addresses are left in lan-1. All changes were undone.',
      ),
    });
    await inTransaction((inner) => notifyTaskFailed(inner, task, true));
    expect((await contentOf(id)).values.reason).toContain('requires attention');
    await inTransaction((inner) => notifyTaskDone(inner, task, serverNotifications.created));
    expect((await contentOf(id)).values).toMatchObject({
      name: 'web-1',
      change: 'Create server web-1',
      by: ctx.site.systemName,
    });
    expect(await kinds(id)).toEqual(['task.failed', 'task.failed', 'server.created']);

    // A notification that fails doesn't roll back the work of the surrounding transaction.
    await inTransaction(async (inner) => {
      await inner.db
        .updateTable('user_account')
        .set({ first_name: 'Told' })
        .where('id', '=', id)
        .execute();
      await notifyTaskDone(
        { ...inner, services: { ...inner.services, secrets: undefined as never } },
        task,
        serverNotifications.created,
      );
    });
    expect(await kinds(id)).toHaveLength(3);
    const { first_name } = await ctx.db
      .selectFrom('user_account')
      .select('first_name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(first_name).toBe('Told');
  });
});

describe('a parent account', () => {
  it('is notified about its sub-accounts as it chose, with copies to its additional address, and never the reverse', async () => {
    const parent = await add();
    const subAccount = await add({ parentId: parent.id });
    await change(parent.id, {
      additional_email_parent: 'family@example.test',
      copies_parent_mails: true,
      additional_email_admin: 'admin@example.test',
      copies_admin_mails: true,
    });
    await change(subAccount.id, {
      additional_email_parent: 'never@example.test',
      copies_parent_mails: true,
    });
    await notify(ctx, {
      userId: subAccount.id,
      notification: serverNotifications.created,
      values: serverValues,
    });
    expect(await mailsTo(subAccount.id)).toMatchObject([{ kind: 'server.created', copies: [] }]);
    expect(await mailsTo(parent.id)).toMatchObject([
      { kind: 'server.created', copies: ['family@example.test'], to_address: parent.email },
    ]);

    await writePreferences(ctx, parent.id, 'parentActions', { 7: false });
    await writePreferences(ctx, parent.id, 'parentSecurity', { 2: false });
    await change(parent.id, { copies_parent_mails: false });
    await notify(ctx, {
      userId: subAccount.id,
      notification: serverNotifications.created,
      values: serverValues,
    });
    await notify(ctx, {
      userId: subAccount.id,
      notification: accountNotifications.passwordChanged,
      values,
    });
    await notify(ctx, {
      userId: subAccount.id,
      notification: serverNotifications.changed,
      values: serverValues,
    });
    expect((await mailsTo(parent.id)).slice(1)).toMatchObject([
      { kind: 'server.changed', copies: [] },
    ]);
    expect(await kinds(subAccount.id)).toEqual([
      'server.created',
      'server.created',
      'security.passwordChanged',
      'server.changed',
    ]);

    await notify(ctx, {
      userId: parent.id,
      notification: serverNotifications.created,
      values: serverValues,
    });
    expect(await kinds(subAccount.id)).toHaveLength(4);
    expect((await mailsTo(parent.id)).at(-1)).toMatchObject({ kind: 'server.created', copies: [] });
  });
});

it('a calendar date is written with the name of its month', () => {
  expect([writeDay('2030-04-08', 'en'), writeMonth('2030-04', 'en')]).toEqual([
    'April 8, 2030',
    'April 2030',
  ]);
  expect([writeDay('2030-04-08', 'he'), writeMonth('2030-04', 'he')]).toEqual([
    '8 באפריל 2030',
    'אפריל 2030',
  ]);
});
