import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../../../../server/platform/database/database.ts';
import {
  firstPasswordProblem,
  hashPassword,
  passwordPolicy,
} from '../../../credentials/server/index.ts';

export interface FirstAccess {
  email: string;
  /** Only set if it was generated here. Shown once. */
  password?: string;
}

/**
 * Creates the root site and its first root user if there is none. Safe to call from several
 * processes at once. Returns null if they already existed.
 */
export async function ensureRootUser(
  db: Database,
  credentials: { email: string; password: string | undefined },
): Promise<FirstAccess | null> {
  const existing = await db
    .selectFrom('user_account')
    .select('id')
    .where('role', '=', 'root')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (existing) return null;
  await requireValidFirstPassword(db, credentials);
  const password =
    credentials.password ?? randomBytes(15).toString('base64url').replace(/[-_]/g, 'x');
  if (!(await makeRootUser(db, credentials.email, await hashPassword(password)))) return null;
  return credentials.password === undefined
    ? { email: credentials.email, password }
    : { email: credentials.email };
}

/**
 * A portal without root users may still have a root site with its own policy. Throws an error with
 * the violated rule.
 */
async function requireValidFirstPassword(
  db: Database,
  { email, password }: { email: string; password: string | undefined },
): Promise<void> {
  if (password === undefined) return;
  const { rows } = await sql<{ value: unknown }>`
    select value from setting where id = ${passwordPolicy.id} and site_id = (select id from site where parent_id is null)`.execute(
    db,
  );
  const problem = firstPasswordProblem(
    password,
    [email],
    rows[0]?.value === 'strong' ? 'strong' : 'classic',
  );
  if (problem) throw new Error(`CLOUDBERTH_ROOT_PASSWORD ${problem}`);
}

/**
 * Creates the root site and a root user with this password. Returns false if another process was
 * faster.
 */
export function makeRootUser(db: Database, email: string, passwordHash: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(7216003)`.execute(trx);
    const existingUser = await trx
      .selectFrom('user_account')
      .select('id')
      .where('role', '=', 'root')
      .limit(1)
      .executeTakeFirst();
    if (existingUser) return false;
    const siteId = await ensureRootSite(trx);
    await trx
      .insertInto('user_account')
      .values({
        site_id: siteId,
        email,
        password_hash: passwordHash,
        role: 'root',
        parent_id: null,
        language: null,
        time_zone: null,
        date_format: null,
        deleted_at: null,
      })
      .execute();
    return true;
  });
}

async function ensureRootSite(db: Database): Promise<string> {
  const site = await db
    .selectFrom('site')
    .select('id')
    .where('parent_id', 'is', null)
    .executeTakeFirst();
  if (site) return site.id;
  const id = randomUUID();
  await db
    .insertInto('site')
    .values({
      id,
      parent_id: null,
      path: id,
      name: 'Root',
      theme: '{}',
      logo: null,
      logo_type: null,
      copyright: '',
    })
    .execute();
  return id;
}
