import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listMigrations } from '../../../server/platform/database/migrate.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../server/platform/testing/postgres.ts';

const name = '0153_deliveries.sql';
const site = '00000000-0000-4000-8000-000000000001';
const alert = '00000000-0000-4000-8000-000000000002';
const delivery = (number: number) => `00000000-0000-4000-8000-00000000001${number}`;

const company = '00000000-0000-4000-8000-000000000003';
const documentId = (number: number) => `00000000-0000-4000-8000-00000000002${number}`;

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.administratorUrl });
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  for (const migration of await listMigrations())
    if (migration.name < name) await client.query(migration.sql);
}, 60_000);
afterAll(async () => {
  await client.end();
  await database.drop();
});

it('messages, webhooks, and documents that are pending, kept, or failed become jobs with their attempts and times', async () => {
  // Only the tables of the old outboxes have rows, so foreign key checks are disabled.
  await client.query('set session_replication_role = replica');
  await client.query(`
    insert into mail_message (site_id, kind, language, to_address, subject, state, attempts, due_at, queued_at, content, problem, sent_at)
    values ('${site}', 'a', 'en', 'a@example.test', 'a', 'waiting', 2, '2026-01-02T10:00Z', '2026-01-02T09:00Z', '\\x01', '451 later', null),
      ('${site}', 'a', 'en', 'b@example.test', 'b', 'kept', 1, '2026-01-02T10:00Z', '2026-01-02T09:00Z', '\\x02', '', null),
      ('${site}', 'a', 'en', 'c@example.test', 'c', 'sent', 1, '2026-01-02T10:00Z', '2026-01-02T09:00Z', null, '', '2026-01-02T10:00Z'),
      ('${site}', 'a', 'en', 'd@example.test', 'd', 'failed', 1, '2026-01-02T10:00Z', '2026-01-02T09:00Z', null, '550 no', null)`);
  await client.query(`
    insert into sms_message (site_id, phone, state, content) values ('${site}', '+12025550100', 'failed', '\\x03')`);
  await client.query(`
    insert into alert (id, owner_id, site_id, name, metric, above, threshold, clear_at, for_minutes, by_mail, created_by, tag)
    values ('${alert}', '${site}', '${site}', 'x', 'cpuPercent', true, 90, 80, 5, true, '${site}', 'x');
    insert into alert_delivery (id, alert_id, event_id, url, body, state, attempts)
    values ('${delivery(1)}', '${alert}', 1, 'https://a.example', '{}', 'waiting', 3), ('${delivery(2)}', '${alert}', 1, 'https://a.example', '{}', 'delivered', 1)`);
  await client.query(`
    insert into site (id, name, path, system_name) values ('${site}', 'root', '${site}', 'Cloud');
    insert into accounting_hand_over (document_id, company_id, period, state, queued_at, since, due_at, attempts)
    values ('${documentId(1)}', '${company}', '2026-01', 'waiting', now(), now(), now(), 2), ('${documentId(2)}', '${company}', '2026-01', 'refused', now(), now(), now(), 1)`);

  for (const migration of await listMigrations())
    if (migration.name === name) await client.query(migration.sql);

  const { rows } = await client.query(
    'select type, key, payload, state, attempts, detail from outbound_job order by id',
  );
  expect(rows).toEqual([
    {
      ...{ type: 'mails.email', key: '1', payload: { id: 1 } },
      ...{ state: 'waiting', attempts: 2, detail: '451 later' },
    },
    {
      ...{ type: 'mails.email', key: '2', payload: { id: 2 } },
      ...{ state: 'kept', attempts: 1, detail: '' },
    },
    {
      ...{ type: 'mails.textMessage', key: '1', payload: { id: 1 } },
      ...{ state: 'failed', attempts: 0, detail: '' },
    },
    {
      ...{ type: 'alerts.webhook', key: delivery(1) },
      payload: { deliveryId: delivery(1), alertId: alert },
      ...{ state: 'waiting', attempts: 3, detail: '' },
    },
    ...[
      { number: 1, state: 'waiting', attempts: 2 },
      { number: 2, state: 'failed', attempts: 1 },
    ].map(({ number, state, attempts }) => ({
      ...{ type: 'accounting.document', key: documentId(number) },
      payload: { documentId: documentId(number), companyId: company },
      ...{ state, attempts, detail: '' },
    })),
  ]);
  const { rows: times } = await client.query<{ due_at: Date; queued_at: Date; ended: boolean }>(
    "select due_at, queued_at, ended_at is not null as ended from outbound_job where type = 'mails.email' order by id",
  );
  expect(times).toEqual([
    {
      due_at: new Date('2026-01-02T10:00Z'),
      queued_at: new Date('2026-01-02T09:00Z'),
      ended: false,
    },
    {
      due_at: new Date('2026-01-02T10:00Z'),
      queued_at: new Date('2026-01-02T09:00Z'),
      ended: true,
    },
  ]);
});
