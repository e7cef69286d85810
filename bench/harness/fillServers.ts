import { sql } from 'kysely';
import type { Database } from '../../server/platform/database/database.ts';

/** Rows per statement, because the database aborts statements that take too long. */
const batch = 5_000;

/**
 * Adds this many servers without any engine, with owners in rotation: various names, addresses and
 * sizes.
 */
export async function fillServers(
  db: Database,
  owners: string | readonly string[],
  count: number,
): Promise<void> {
  const ownerIds = [owners].flat();
  for (let first = 1; first <= count; first += batch)
    await fillBatch(db, ownerIds, first, Math.min(count, first + batch - 1));
}

async function fillBatch(
  db: Database,
  ownerIds: readonly string[],
  first: number,
  last: number,
): Promise<void> {
  await sql`
    with place as (
      select d.id as datacenter_id, d.code, i.id as image_id, i.name as image_name, i.os_family, i.os from datacenter d, image i limit 1
    ), owner as (
      select u.id as owner_id, u.site_id, given.at from unnest(${[...ownerIds]}::uuid[]) with ordinality as given (id, at)
      join user_account u on u.id = given.id
    ), numbered as (
      select n, n / ${ownerIds.length}::int + n as kind, 1 + n % ${ownerIds.length}::int as at
      from generate_series(${first}::int, ${last}::int) n
    ), made as (
      insert into server (id, owner_id, site_id, datacenter_id, datacenter_code, name, hostname, state, power, image_id, image_name, os_family, os, cpu_type, cores, ram_mb, billing_mode, ips, macs, created_at)
      select gen_random_uuid(), owner_id, site_id, datacenter_id, code,
        (array['web', 'db', 'app', 'mail', 'cache'])[1 + kind % 5] || '-' || lpad(n::text, 6, '0'), 'host-' || n, 'live', (array['on', 'off', 'off'])[1 + kind % 3],
        image_id, image_name, os_family, os, (array['A', 'B', 'T', 'D'])[1 + n % 4], 1 + n % 8, 1024 * (1 + n % 16), 'hourly',
        array['10.' || (n / 65536) || '.' || (n / 256 % 256) || '.' || (n % 256)], array['52:54:00:' || to_hex(16 + n / 65536 % 200) || ':' || to_hex(16 + n / 256 % 200) || ':' || to_hex(16 + n % 200)],
        now() - n * interval '1 minute'
      from numbered join owner using (at), place returning id
    ), disks as (insert into server_disk (id, server_id, position, size_gb) select gen_random_uuid(), id, 1, 20 from made)
    insert into server_runtime (server_id, cpu_percent, memory_used_mb) select id, random() * 100, 512 from made`.execute(
    db,
  );
}
