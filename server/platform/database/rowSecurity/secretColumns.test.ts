import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { slices } from '../../../slices.ts';
import { collectRowRules } from '../../slice.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/postgres.ts';
import { applyRowSecurity } from './applyRowSecurity.ts';

const rowRules = collectRowRules(slices);

let database: TestDatabase;
let owner: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await database?.drop();
});

const digest =
  'one-way digest of a random value or of a code with few tries, compared in calls of the account itself';
const sealed = 'sealed with the key of the portal, opened in calls with the right on the row';

/**
 * Columns with sensitive names that scoped connections can read, within the rows of their scope.
 */
const readableColumns: Record<string, string> = {
  'account_token.hash': digest,
  'api_key.previous_hash': digest,
  'api_key.secret_hash': digest,
  'audit_seal.hash': 'chain of digests that proves the audit log',
  'audit_seal.sealed_at': 'a moment',
  'console_ticket.session_hash': digest,
  'console_ticket.ticket_hash': digest,
  'idempotency.sealed': sealed,
  'login_challenge.browser_hash': digest,
  'login_challenge.code_hash': digest,
  'login_challenge.token_hash': digest,
  'payment_method.token':
    'names a saved method at the provider and is of no use without the sealed secret of the connection',
  'phone_verification.code_hash': digest,
  'phone_verification.token_hash': digest,
  'recovery_code.hash': digest,
  'remembered_browser.hash': digest,
  'server.has_password': 'a fact',
  'session.id_hash': digest,
  'site.remote_token_at': 'a moment',
  'spent_proof.hash': 'digest of a proof that opens nothing any more',
  'usage_link.token_hash': digest,
  'user_account.has_password': 'a fact',
  'user_account.password_changed_at': 'a moment',
};

test('secret columns are unreadable for scoped connections, unless readable for a reviewed reason', async () => {
  const { rows } = await owner.query<{ place: string }>(`
    select c.relname || '.' || a.attname as place from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition and a.attnum > 0 and not a.attisdropped
      and a.attname ~ 'secret|token|password|hash|sealed' and has_column_privilege('cloudberth_app', c.oid, a.attnum, 'select')`);
  expect(rows.map(({ place }) => place).sort()).toEqual(Object.keys(readableColumns).sort());
});

test('tables without row security also hide their secrets, and nothing else', async () => {
  const { rows } = await owner.query<{ place: string }>(`
    select c.relname || '.' || a.attname as place from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and not c.relrowsecurity
      and a.attnum > 0 and not a.attisdropped and not has_column_privilege('cloudberth_app', c.oid, a.attnum, 'select, insert, update')
      and has_any_column_privilege('cloudberth_app', c.oid, 'select')`);
  expect(rows.map(({ place }) => place).sort()).toEqual([
    'accounting_connection.secret',
    'accounting_connection.signing_secret',
    'mail_connection.secret',
    'payment_connection.secret',
    'payment_connection.webhook_secret',
    'site.remote_token_hash',
    'social_provider.client_secret',
    'tax_authority_connection.access_token',
    'tax_authority_connection.client_secret',
    'tax_authority_connection.refresh_token',
  ]);
});

test('rights on secrets granted by an earlier version are revoked on the next start', async () => {
  await owner.query(
    'grant select, insert, update on site, mail_connection to cloudberth_app; grant select on secret_check to cloudberth_app',
  );
  expect(
    await applyRowSecurity(
      { migrationUrl: database.ownerUrl, databaseUrl: database.url },
      rowRules,
    ),
  ).toMatchObject({ isRaised: true });
  const { rows } = await owner.query(`
    select has_column_privilege('cloudberth_app', 'site', 'remote_token_hash', 'select, insert, update') as token,
      has_column_privilege('cloudberth_app', 'mail_connection', 'secret', 'select, insert, update') as secret,
      has_table_privilege('cloudberth_app', 'secret_check', 'select') as closed,
      has_column_privilege('cloudberth_app', 'site', 'name', 'update') as name`);
  expect(rows).toEqual([{ token: false, secret: false, closed: false, name: true }]);
});
