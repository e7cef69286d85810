import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { exhaustedResource } from './exhaustion.ts';

describe('an error', () => {
  const database = (code: string) =>
    Object.assign(new Error('of PostgreSQL'), { code, severity: 'ERROR' });
  const system = (code: string) =>
    Object.assign(new Error('of the system'), { code, syscall: 'open' });

  it.each([
    ['53100', 'disk'],
    ['53200', 'memory'],
    ['53300', 'connections'],
    ['23505', null],
  ])('of PostgreSQL with %s indicates %s', (code, resource) =>
    expect(exhaustedResource(database(code))).toBe(resource),
  );

  it.each([
    ['ENOSPC', 'disk'],
    ['EDQUOT', 'disk'],
    ['ENOMEM', 'memory'],
    ['EMFILE', 'files'],
    ['ENFILE', 'files'],
    ['ENOENT', null],
  ])('of the system with %s indicates %s', (code, resource) =>
    expect(exhaustedResource(system(code))).toBe(resource),
  );

  it('is classified by its cause, and a circular cause chain indicates nothing', () => {
    expect(exhaustedResource(new Error('outer', { cause: system('ENOSPC') }))).toBe('disk');
    const cyclicError = new Error('circle');
    cyclicError.cause = cyclicError;
    expect(exhaustedResource(cyclicError)).toBeNull();
    expect(exhaustedResource('text')).toBeNull();
  });
});

describe('a call that fails because of it', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  /**
   * Makes updates of the language fail. Refreshing a session doesn't update this column, so only
   * the language call is affected.
   */
  const failInsertsWith = async (state: string) => {
    const { db } = app.administration;
    await sql`drop trigger if exists exhausted on user_account`.execute(db);
    await sql`create or replace function exhausted() returns trigger language plpgsql as ${sql.lit(`begin raise exception 'exhausted' using errcode = '${state}'; end`)}`.execute(
      db,
    );
    await sql`create trigger exhausted before update of language on user_account for each row execute function exhausted()`.execute(
      db,
    );
  };
  const change = (language: string) =>
    app.root.call('PUT', '/header/language', { language: 'en' }, { 'accept-language': language });

  it.each([
    ['53100', 507, 1015],
    ['53200', 503, 1017],
    ['53300', 503, 1018],
  ])('returns for %s status %i and code %i, and when to retry', async (state, status, code) => {
    await failInsertsWith(state);
    const answer = await change('en');
    expect([answer.status, answer.body.code]).toEqual([status, [code]]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.body.errors?.[0]?.info).toMatch(/^[A-Z].*\.$/);
  });

  it('works again when a write succeeds, without manual action', async () => {
    await failInsertsWith('53100');
    expect((await change('en')).status).toBe(507);
    await expect.poll(async () => (await app.root.get('/ready')).status).toBe(200);
  });
});
