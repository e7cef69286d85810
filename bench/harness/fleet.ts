import { sql } from 'kysely';
import type { Database } from '../../server/platform/database/database.ts';
import { startSession } from '../../server/platform/session/session.ts';
import { fillServers } from './fillServers.ts';

/** The callers whose list is measured. */
export const callers = ['customer', 'parent', 'member', 'reseller', 'root'] as const;
export type Caller = (typeof callers)[number];

/** Session cookies of each kind of caller. */
export type Fleet = Record<Caller, string[]>;

const customerCount = 2_000;
const subAccountsEach = 20;
const grantsEach = 50;
const resellerSites = 20;
/** Number of parent accounts that call in rotation. */
const parents = 10;
const members = 10;
const customers = 100;

/**
 * Creates servers of 2,000 customers on 21 sites: customers with 50 servers each, parent accounts
 * with 20 sub-accounts, members of a site's group that grants 50 single servers, resellers with a
 * site of 50 customers each, and root.
 */
export async function fillFleet(db: Database, rootUserId: string, servers: number): Promise<Fleet> {
  const { rows: sites } = await sql<{ id: string }>`
    with top as (select id from site where parent_id is null)
    insert into site (id, parent_id, path, name, theme)
    select made.id, top.id, top.id || '/' || made.id, 'Reseller ' || n, '{}'
    from top, lateral (select gen_random_uuid() as id, n from generate_series(1, ${resellerSites}::int) n) made returning id`.execute(
    db,
  );
  const siteIds = sites.map(({ id }) => id);
  const ids = async (rows: Promise<{ rows: { id: string }[] }>) =>
    (await rows).rows.map(({ id }) => id);
  const resellerAccounts = resellerSites * 50;
  const owners = await ids(
    sql<{ id: string }>`
      insert into user_account (site_id, email, role, is_email_validated)
      select case when n <= ${resellerAccounts}::int then (${siteIds}::uuid[])[1 + n % ${resellerSites}::int] else top.id end, 'customer' || n || '@example.test', 'user', true
      from generate_series(1, ${customerCount}::int) n, (select id from site where parent_id is null) top order by n returning id`.execute(
      db,
    ),
  );
  const resellers = await ids(
    sql<{ id: string }>`insert into user_account (site_id, email, role, is_email_validated)
      select id, 'admin@' || id || '.test', 'siteAdmin', true from unnest(${siteIds}::uuid[]) id returning id`.execute(
      db,
    ),
  );
  await fillServers(db, owners, servers);
  const { rows: serverCount } = await sql<{
    count: number;
  }>`select count(*) as count from server`.execute(db);
  if (serverCount[0]?.count !== servers)
    throw new Error(
      `${serverCount[0]?.count} of ${servers} servers were added: is there an image yet?`,
    );
  const topLevelOwners = owners.slice(resellerAccounts);
  const parentIds = topLevelOwners.slice(0, parents);
  for (const [index, parentId] of parentIds.entries()) {
    const subAccounts = topLevelOwners.slice(
      parents + index * subAccountsEach,
      parents + (index + 1) * subAccountsEach,
    );
    await sql`update user_account set parent_id = ${parentId} where id = any(${subAccounts}::uuid[])`.execute(
      db,
    );
  }
  const others = topLevelOwners.slice(parents * (1 + subAccountsEach));
  const membersWithRights = others.slice(0, members);
  for (const member of membersWithRights)
    await sql`
      with made as (insert into user_group (site_id, name) select site_id, 'Group ' || id from user_account where id = ${member} returning id, site_id),
      joined as (insert into user_group_member (group_id, user_id) select id, ${member} from made)
      insert into user_group_right (group_id, object_type, object_id, level)
      select made.id, 'ot.server', s.id, 'view' from made, lateral (
        select id from server where site_id = made.site_id and owner_id <> ${member} order by id offset ${others.indexOf(member) * grantsEach} limit ${grantsEach}) s`.execute(
      db,
    );
  await vacuum(db);
  // All of them call the root site, whose hostname the bench uses.
  const { id: siteId } = await db
    .selectFrom('site')
    .select('id')
    .where('parent_id', 'is', null)
    .executeTakeFirstOrThrow();
  const cookies = (userIds: readonly string[]) =>
    Promise.all(userIds.map((userId) => cookieFor(db, userId, siteId)));
  return {
    customer: await cookies(others.slice(members, members + customers)),
    parent: await cookies(parentIds),
    member: await cookies(membersWithRights),
    reseller: await cookies(resellers),
    root: await cookies([rootUserId]),
  };
}

async function cookieFor(db: Database, userId: string, siteId: string): Promise<string> {
  const value = await startSession(db, {
    userId,
    siteId,
    ip: '127.0.0.1',
    userAgent: 'bench',
    method: 'password',
  });
  return `cloudberth_session=${value}`;
}

/**
 * Updates statistics and visibility. A concurrent job of the portal prevents rows from being marked
 * as visible to all, so that an index alone isn't sufficient for a query. It is therefore repeated
 * until all are marked.
 */
async function vacuum(db: Database): Promise<void> {
  for (;;) {
    await sql`vacuum analyze`.execute(db);
    const { rows } = await sql`
      select from pg_class where oid = 'server'::regclass and relallvisible < relpages`.execute(db);
    if (rows.length === 0) return;
  }
}
