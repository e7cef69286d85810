import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';

const tables = [
  { level: '1h', step: '1 hour', samples: 120, days: 40 },
  { level: '5m', step: '5 minutes', samples: 10, days: 2 },
] as const;

/**
 * Creates chart history for simulated servers: hourly rows for their whole lifetime and five-minute
 * rows for the last two days, with daily and weekly patterns, for each server and each of its disks
 * and network interfaces. The UI states that these servers are simulated.
 */
export async function fillDemoStatistics(db: Database): Promise<void> {
  for (const table of tables) {
    await fillServers(db, table);
    await insertStatistics(
      db,
      table,
      sql`select id, server_id, 21000 as read, 34000 as write, 2 as read_ops, 3 as write_ops from server_disk`,
    );
    await insertStatistics(
      db,
      table,
      sql`select id, server_id, 16000, 52000, null::int, null::int from nic where server_id is not null`,
    );
    await sql`
      insert into server_sample_level (level, done_until) values (${table.level}, date_bin(${table.step}::interval, now(), 'epoch')) on conflict do nothing`.execute(
      db,
    );
  }
}

type Table = (typeof tables)[number];

const wave = sql`lateral (select greatest(1, 22 + (hashtext(s.id::text) % 14) + 16 * sin(extract(epoch from at) / 86400 * 2 * pi())
  + 6 * sin(extract(epoch from at) / 5400 + hashtext(s.id::text) % 10) - case when extract(isodow from at) > 5 then 8 else 0 end) as load) wave`;
const moments = ({ step, days }: Table) =>
  sql`generate_series(date_trunc('hour', greatest(s.created_at, now() - ${days} * interval '1 day')), date_bin(${step}::interval, now(), 'epoch') - ${step}::interval, ${step}::interval) as at`;

async function fillServers(db: Database, table: Table): Promise<void> {
  const range = (factor: number) =>
    sql`load * ${factor}, load * ${factor * 0.6}, load * ${factor * 1.6}`;
  await sql`
    insert into ${sql.table(`server_sample_${table.level}`)} (server_id, at, samples, cpu_percent, cpu_percent_min, cpu_percent_max, memory_used_mb, memory_used_mb_min, memory_used_mb_max, memory_total_mb,
      disk_read_bytes, disk_read_bytes_min, disk_read_bytes_max, disk_write_bytes, disk_write_bytes_min, disk_write_bytes_max,
      disk_read_ops, disk_read_ops_min, disk_read_ops_max, disk_write_ops, disk_write_ops_min, disk_write_ops_max,
      received_bytes, received_bytes_min, received_bytes_max, sent_bytes, sent_bytes_min, sent_bytes_max, received_total, sent_total)
    select s.id, at, ${table.samples}, load, load * 0.6, least(100, load * 1.6),
      (s.ram_mb * (0.35 + load / 250))::int, (s.ram_mb * (0.34 + load / 260))::int, (s.ram_mb * (0.36 + load / 240))::int, s.ram_mb,
      ${range(21_000)}, ${range(34_000)}, ${range(2)}, ${range(3)}, ${range(16_000)}, ${range(52_000)},
      (load * 16000 * 30 * ${table.samples})::bigint, (load * 52000 * 30 * ${table.samples})::bigint
    from server s, ${moments(table)}, ${wave} where s.state = 'live' and s.power = 'on' on conflict do nothing`.execute(
    db,
  );
}

async function insertStatistics(
  db: Database,
  table: Table,
  parts: RawBuilder<unknown>,
): Promise<void> {
  const range = (column: string) =>
    sql`load * ${sql.ref(column)}, load * 0.6 * ${sql.ref(column)}, load * 1.6 * ${sql.ref(column)}`;
  await sql`
    insert into ${sql.table(`server_part_sample_${table.level}`)} (server_id, part_id, at, samples, read_bytes, read_bytes_min, read_bytes_max, write_bytes, write_bytes_min, write_bytes_max,
      read_ops, read_ops_min, read_ops_max, write_ops, write_ops_min, write_ops_max)
    select s.id, part.id, at, ${table.samples}, ${range('read')}, ${range('write')}, ${range('read_ops')}, ${range('write_ops')}
    from (${parts}) as part (id, server_id, read, write, read_ops, write_ops) join server s on s.id = part.server_id, ${moments(table)}, ${wave}
    where s.state = 'live' and s.power = 'on' on conflict do nothing`.execute(db);
}
