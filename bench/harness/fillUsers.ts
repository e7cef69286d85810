import { sql } from 'kysely';
import type { Database } from '../../server/platform/database/database.ts';

/**
 * Creates this many accounts on 50 sites below the root site: one in ten is a sub-account, one in
 * fifty an administrator, and all account states occur.
 */
export async function fillUsers(db: Database, count: number): Promise<void> {
  await sql`
    with top as (select id from site where parent_id is null),
    sites as (
      insert into site (id, parent_id, path, name, theme)
      select made.id, top.id, top.id || '/' || made.id, 'Site ' || made.n, '{}' from top, lateral (select gen_random_uuid() as id, n from generate_series(1, 50) n) made
      returning id
    ), numbered as (select id, row_number() over (order by id) - 1 as n from sites),
    parents as (
      insert into user_account (site_id, email, first_name, last_name, role, account_state, is_enabled, created_at, last_login_at)
      select numbered.id, 'user' || n.n || '@' || (array['alpha', 'bravo', 'delta', 'gamma'])[1 + n.n % 4] || '.example',
        (array['Dana', 'Ann', 'Bob', 'Eve', 'Omar', 'Lena'])[1 + n.n % 6], 'Family' || n.n % 5000,
        case when n.n % 53 = 0 then 'siteAdmin' when n.n % 77 = 0 then 'billingAdmin' else 'user' end,
        (array['Ok', 'Ok', 'Ok', 'Ok', 'Ok', 'Ok', 'Warning', 'Suspended-Policy', 'Suspended-Billing', 'Locked'])[1 + n.n % 10],
        n.n % 20 <> 0, now() - n.n * interval '1 minute', case when n.n % 3 = 0 then null else now() - n.n * interval '7 seconds' end
      from generate_series(1, ${Math.floor(count * 0.9)}::int) n (n) join numbered on numbered.n = n.n % 50
      returning id, site_id, role, email
    )
    insert into user_account (site_id, parent_id, email, first_name, last_name, created_at)
    select site_id, id, 'child-of-' || email, 'Kim', 'Junior', now() - random() * interval '100 days' from parents where role = 'user' limit ${Math.ceil(count * 0.1)}`.execute(
    db,
  );
}
