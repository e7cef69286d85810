import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sealAudit, verifyAudit } from '../../../../server/platform/audit/audit.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { detailLines, differences } from './differences.ts';

let app: TestApp;
let admin: TestClient;
let user: TestClient;
let subSiteId: string;
const db = () => app.portal.services.database.db;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signInAs('siteAdmin', { email: 'admin@example.test' });
  user = await app.signInAs('user', { email: 'user@example.test' });
  subSiteId = await app.makeSite('Below');
  await admin.put('/settings/analytics.ga4TrackerId', { value: 'G-ONE' });
  await admin.put('/settings/analytics.ga4TrackerId', { value: 'G-TWO' });
  await user.put('/settings/analytics.ga4TrackerId', { value: 'G-NO' });
}, 60_000);
afterAll(() => app.close());

interface Entry {
  id: number;
  at: string;
  by: { email: string } | null;
  onBehalfOf: { email: string } | null;
  operation: string;
  outcome: string;
  changes: { field: string; before: string; after: string }[];
  details: string[];
  seal: { sequence: number; hash: string } | null;
}
interface Page<T> {
  items: T[];
  total: number;
  next: boolean;
  nextDate: string | null;
  nextSkip: number;
}
const log = async (query: string, client = app.root) =>
  (await client.get<Page<Entry>>(`/logView?${query}`)).body;
const add = (values: Record<string, unknown>) =>
  db()
    .insertInto('audit_entry')
    .values({
      site_id: app.siteId,
      actor_id: null,
      on_behalf_of: null,
      operation: 'planted',
      outcome: 'done',
      ...empty,
      ...values,
    } as never)
    .execute();
const empty = { target_type: null, target_id: null, before: null, after: null, detail: null };

describe('the activity log', () => {
  it.each([
    ['by=admin@example', 'operation=updateSetting', 2],
    ['by=user@', 'outcome=refused', 1],
    ['operation=updateSetting', 'outcome=done', 2],
    ['targetType=setting', 'targetId=analytics.ga4TrackerId', 2],
    ['by=nobody@', 'operation=updateSetting', 0],
    ['operation=updateSetting', 'since=2100-01-01T00:00:00Z', 0],
    ['operation=updateSetting', 'ip=203.0.113', 0],
  ])('can be filtered by %s and %s', async (one, other, count) => {
    expect((await log(`${one}&${other}`)).items).toHaveLength(count);
  });

  it('shows who did what, the values before and after, and the reason for a rejection', async () => {
    const [last] = (await log('operation=updateSetting&outcome=done')).items;
    expect(last).toMatchObject({
      by: { email: 'admin@example.test' },
      changes: [{ field: '', before: 'G-ONE', after: 'G-TWO' }],
    });
    const [rejected] = (await log('operation=updateSetting&outcome=refused')).items;
    expect(rejected?.details).toEqual(['notAllowed']);
  });

  it('can be filtered by user name or ID, including users who acted on behalf of others', async () => {
    await add({ actor_id: admin.userId, on_behalf_of: user.userId, operation: 'renameServer' });
    const [entry] = (await log(`onBehalfOf=${user.userId}`)).items;
    expect(entry).toMatchObject({
      by: { email: admin.email },
      onBehalfOf: { email: user.email },
      operation: 'renameServer',
    });
  });

  it('shows operators everything, and administrators their site and the sites below', async () => {
    const siblingSite = await app.makeSite('Beside');
    await db()
      .updateTable('site')
      .set({ path: siblingSite })
      .where('id', '=', siblingSite)
      .execute();
    await add({ site_id: subSiteId, operation: 'ofBelow' });
    await add({ site_id: siblingSite, operation: 'ofBeside' });
    expect((await log('operation=ofBelow', admin)).total).toBe(1);
    expect((await log('operation=ofBeside', admin)).total).toBe(0);
    expect((await log('operation=ofBeside')).total).toBe(1);
  });

  it('is not accessible to customers', async () => {
    for (const path of ['/logView', '/logView/export', '/loginLog'])
      expect((await user.get(path)).status).toBe(403);
  });

  it('can be paged by date without missing or repeated entries, even if many have the same time', async () => {
    const at = new Date('2029-05-05T05:05:05.123Z');
    for (let index = 0; index < 23; index++)
      await add({ operation: 'atOnce', at, after: JSON.stringify({ index }) });
    await sql`insert into audit_entry (at, site_id, operation, outcome) select ${at}::timestamptz + n * interval '1 microsecond', ${app.siteId}, 'atOnce', 'done' from generate_series(1, 7) n`.execute(
      db(),
    );
    const seen: number[] = [];
    for (let query = 'operation=atOnce&size=5'; ; ) {
      const page = await log(query);
      seen.push(...page.items.map(({ id }) => id));
      if (!page.next) break;
      query = `operation=atOnce&size=5&from=${page.nextDate}&skip=${page.nextSkip}`;
    }
    expect(seen).toHaveLength(30);
    expect(new Set(seen).size).toBe(30);
  });
});

describe('an export', () => {
  const sealAll = () =>
    vi.waitFor(
      async () => {
        await sealAudit(db());
        expect((await verifyAudit(db())).unsealed).toBe(0);
      },
      { timeout: 10_000, interval: 50 },
    );
  const run = promisify(execFile);
  const verifyLog = async (text: string) => {
    const folder = await mkdtemp(join(tmpdir(), 'cloudberth-log-'));
    const file = join(folder, 'log.jsonl');
    await writeFile(file, text);
    const command = join(import.meta.dirname, '../../../../server/commands/verify-log.ts');
    const { stdout, code } = await run(process.execPath, [command, file]).then(
      (done) => ({ stdout: done.stdout, code: 0 }),
      (failed: { stdout: string; code: number }) => failed,
    );
    await rm(folder, { recursive: true, force: true });
    return { stdout, code };
  };

  it('of the whole log can be verified, and the command names the first tampered entry', async () => {
    await sealAll();
    const { text } = await app.root.get('/logView/export');
    const lines = text.trim().split('\n');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      isWhole: true,
      from: 1,
      entries: lines.length - 1,
    });
    const right = await verifyLog(text);
    expect(right).toMatchObject({ code: 0 });
    expect(right.stdout).toContain(
      `${lines.length - 1} entries are as they were written. None is missing`,
    );
    const tampered = await verifyLog(text.replace('G-TWO', 'G-BAD'));
    const sequence = (lines.findIndex((line) => line.includes('G-TWO')) ?? 0).toString();
    expect(tampered).toMatchObject({ code: 1 });
    expect(tampered.stdout).toContain(`broken at seal ${sequence} (entry `);
    const incomplete = await verifyLog([...lines.slice(0, 3), ...lines.slice(4)].join('\n'));
    expect(incomplete.stdout).toContain('broken at seal 3');
  });

  it('of a filtered log can be verified too, and is marked as a selection', async () => {
    const { text } = await admin.get('/logView/export?by=admin@example');
    expect(text.trim().split('\n').length).toBeGreaterThan(3);
    expect((await verifyLog(text)).stdout).toContain('It is a selection');
  });

  it('as CSV has one row per entry with its hash, and no cells that a spreadsheet would evaluate', async () => {
    await add({
      operation: 'planted',
      target_type: 'server',
      target_id: '=HYPERLINK("http://evil.test")',
    });
    await sealAll();
    const answer = await app.root.get('/logView/export?format=csv&operation=planted');
    expect(answer.headers.get('content-disposition')).toContain('log.csv');
    expect(answer.text).toContain(`"'=HYPERLINK(""http://evil.test"")"`);
    expect(answer.text.trim().split('\r\n').at(-1)).toMatch(/,[0-9a-f]{64},[0-9a-f]{64}$/);
  });

  it('that isn’t valid is reported by the command', async () => {
    expect(await verifyLog('id,name\n')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('no log that the portal exported'),
    });
    const source = await readFile(
      join(import.meta.dirname, '../../../../launcher/commands.ts'),
      'utf8',
    );
    expect(source).toContain("'verify-log <file>'");
  });
});

describe('the account log', () => {
  it('shows users their own actions, actions on their behalf and changes of their account, and nothing else', async () => {
    const mine = await app.signInAs('user');
    await mine.put('/header/language', { language: 'he' });
    await add({
      actor_id: admin.userId,
      on_behalf_of: mine.userId,
      operation: 'powerServer',
      detail: JSON.stringify({ reason: 'asked on the phone' }),
      ip: '198.51.100.7',
    });
    await add({
      actor_id: admin.userId,
      target_type: 'user',
      target_id: mine.userId,
      operation: 'disableUser',
    });
    await add({ actor_id: user.userId, operation: 'somebodyElse' });
    interface OwnLog {
      operation: string;
      by: string;
      isByOther: boolean;
      ip: string;
      details: string[];
    }
    const { items } = (await mine.get<Page<OwnLog>>('/accountLog')).body;
    const operations = items.map(({ operation }) => operation);
    expect(operations).toEqual(
      expect.arrayContaining(['disableUser', 'powerServer', 'setLanguage']),
    );
    expect(operations).not.toContain('somebodyElse');
    expect(items.find(({ operation }) => operation === 'powerServer')).toMatchObject({
      by: admin.email,
      isByOther: true,
      ip: '',
      details: ['reason: asked on the phone'],
    });
    expect(items.find(({ operation }) => operation === 'setLanguage')).toMatchObject({
      by: mine.email,
      isByOther: false,
    });
  });
});

describe('the sign-in log', () => {
  it('shows administrators the filtered attempts on their sites, with a device description', async () => {
    const agent =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const other = await app.makeSite('Apart');
    await db().updateTable('site').set({ path: other }).where('id', '=', other).execute();
    const event = (siteId: string, outcome: string) =>
      sql`insert into login_event (site_id, user_id, email_key, outcome, method, ip, user_agent) values (${siteId}, null, 'who@example.test', ${outcome}, 'password', '192.0.2.9', ${agent})`.execute(
        db(),
      );
    await event(app.siteId, 'wrongPassword');
    await event(app.siteId, 'blocked');
    await event(other, 'wrongPassword');
    interface Login {
      outcome: string;
      device: string;
    }
    const read = async (client: TestClient, query: string) =>
      (await client.get<Page<Login>>(`/loginLog?${query}`)).body;
    expect((await read(admin, 'email=who@')).items.map(({ outcome }) => outcome)).toEqual([
      'blocked',
      'wrongPassword',
    ]);
    expect((await read(app.root, 'email=who@')).total).toBe(3);
    expect((await read(admin, 'email=who@&outcome=blocked&ip=192.0.2')).items).toMatchObject([
      { device: 'Firefox 140 on Windows', ip: '192.0.2.9', place: '' },
    ]);
    expect((await read(admin, 'email=who@&method=passkey')).total).toBe(0);
  });
});

it('differences name the changed fields, also nested ones, and omit unchanged ones', () => {
  expect(
    differences(
      { a: 1, b: { c: 'x', d: [1, 2] }, e: true },
      { a: 1, b: { c: 'y', d: [1, 2, 3] }, f: null },
    ),
  ).toEqual([
    { field: 'b.c', before: 'x', after: 'y' },
    { field: 'b.d', before: '1, 2', after: '1, 2, 3' },
    { field: 'e', before: 'true', after: '' },
  ]);
  expect(differences('old', 'new')).toEqual([{ field: '', before: 'old', after: 'new' }]);
  expect(detailLines(['notAllowed', 'csrf'])).toEqual(['notAllowed, csrf']);
});
