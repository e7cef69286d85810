import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { sealAudit, verifyAudit } from './audit.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const database = () => app.portal.services.database.db;
/** Retries if the portal's own sealer holds the lock on the chain. */
const sealAll = () =>
  vi.waitFor(
    async () => {
      await sealAudit(database());
      expect((await verifyAudit(database())).unsealed).toBe(0);
    },
    { timeout: 10_000, interval: 50 },
  );

describe('the activity log', () => {
  it('records a change in its transaction, with user, origin, and values before and after', async () => {
    const client = await app.signInAs('siteAdmin');
    await client.put('/settings/analytics.ga4TrackerId', { value: 'G-TEST1' });
    const entry = await database()
      .selectFrom('audit_entry')
      .selectAll()
      .where('operation', '=', 'updateSetting')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      actor_id: client.userId,
      outcome: 'done',
      target_type: 'setting',
      target_id: 'analytics.ga4TrackerId',
      before: '',
      after: 'G-TEST1',
    });
    expect(entry.ip).toContain('127.0.0.1');
  });

  it('records a rejected change too', async () => {
    const client = await app.signInAs('user');
    await client.put('/settings/analytics.ga4TrackerId', { value: 'G-TEST2' });
    const entry = await database()
      .selectFrom('audit_entry')
      .selectAll()
      .where('actor_id', '=', client.userId)
      .where('operation', '=', 'updateSetting')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ outcome: 'refused', detail: ['notAllowed'] });
  });

  it('has no entry for a read-only call', async () => {
    const count = () =>
      database()
        .selectFrom('audit_entry')
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
    const before = await count();
    await app.root.get('/header/menu');
    expect(await count()).toEqual(before);
  });

  it('rejects changes and deletions of entries', async () => {
    for (const [connection, problem] of [
      [database(), 'permission denied'],
      [app.administration.db, 'append-only'],
    ] as const) {
      await expect(sql`update audit_entry set operation = 'x'`.execute(connection)).rejects.toThrow(
        problem,
      );
      await expect(sql`delete from audit_entry`.execute(connection)).rejects.toThrow(problem);
      await expect(sql`truncate audit_seal, audit_entry`.execute(connection)).rejects.toThrow(
        problem,
      );
    }
  });

  it('keeps one hash chain with parallel writers', async () => {
    const clients = await Promise.all(Array.from({ length: 12 }, () => app.signInAs('user')));
    await Promise.all([
      ...clients.flatMap((client) => [
        client.put('/header/language', { language: 'he' }),
        client.put('/header/language', { language: 'en' }),
      ]),
      sealAudit(database()),
      sealAudit(database()),
    ]);
    await sealAll();
    const verdict = await verifyAudit(database());
    expect(verdict).toMatchObject({ firstBroken: null, unsealed: 0 });
    expect(verdict.checked).toBeGreaterThan(20);
  });

  it.each([
    [
      'changed',
      sql`update audit_entry set ip = '203.0.113.1' where id = (select entry_id from audit_seal where sequence = 3)`,
      3,
    ],
    ['removed with its seal', sql`delete from audit_seal where sequence = 5`, 6],
    [
      'exchanged for another',
      sql`update audit_seal set entry_id = case sequence when 7 then -1 else entry_id end where sequence = 7`,
      7,
    ],
  ])(
    'names the first entry that was %s directly in the database',
    async (_case, tamper, sequence) => {
      await sealAll();
      const disableTriggers = sql`set local session_replication_role = replica`;
      await app.administration.db
        .transaction()
        .execute(async (trx) => {
          await disableTriggers.execute(trx);
          await tamper.execute(trx);
          const verdict = await verifyAudit(trx);
          expect(verdict.firstBroken?.sequence).toBe(sequence);
          throw new Error('undo');
        })
        .catch((error: Error) => {
          if (error.message !== 'undo') throw error;
        });
      expect((await verifyAudit(database())).firstBroken).toBeNull();
    },
  );
});
