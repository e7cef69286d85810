import { sql } from 'kysely';
import type { EngineSample } from '../../../../../drivers/compute/port.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { engineFacts } from '../../../servers/server/index.ts';
import { ensurePartitions } from './retention.ts';

export interface Counters {
  serverId: string;
  at: Date;
  cpu: number;
  used: number;
  total: number;
  readBytes: number;
  writeBytes: number;
  readOps: number;
  writeOps: number;
  received: number;
  sent: number;
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

export function countersOf(sample: EngineSample): Counters {
  return {
    ...{
      serverId: sample.id,
      at: sample.at,
      cpu: sample.cpuPercent,
      used: Math.round(sample.memory.usedMb),
      total: Math.round(sample.memory.totalMb),
    },
    ...{
      readBytes: sum(sample.disks.map((disk) => disk.readBytes)),
      writeBytes: sum(sample.disks.map((disk) => disk.writeBytes)),
    },
    ...{
      readOps: sum(sample.disks.map((disk) => disk.readOps)),
      writeOps: sum(sample.disks.map((disk) => disk.writeOps)),
    },
    ...{
      received: sum(sample.nics.map((nic) => nic.receivedBytes)),
      sent: sum(sample.nics.map((nic) => nic.sentBytes)),
    },
  };
}

/**
 * Reads all running servers from their engines and stores the samples, with the same number of
 * statements regardless of the number of servers. Returns the number of samples.
 */
export async function sampleServers(ctx: Context): Promise<number> {
  const { rows } = await sql<{ engine: string; ids: string[] }>`
    select d.engine, array_agg(s.id::text) as ids from server s join datacenter d on d.id = s.datacenter_id
    where s.state = 'live' and s.power = 'on' group by d.engine`.execute(ctx.db);
  let storedCount = 0;
  for (const engine of ctx.services.engines.all()) {
    const ids = rows.find((row) => row.engine === engine.name)?.ids;
    if (!ids || !(await engineFacts(ctx, engine.name)).isReady) continue;
    const samples = await engine.sample(ids);
    if (samples.length > 0) await storeSamples(ctx, samples);
    storedCount += samples.length;
  }
  return storedCount;
}

/**
 * Stores samples. Rates are the difference to the previous sample, if there is one and the counters
 * only increased. The sample becomes the latest of its server, which lists display and alerts
 * check.
 */
export async function storeSamples(
  ctx: Pick<Context, 'db'>,
  samples: readonly EngineSample[],
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await ensurePartitions(
      { db: trx },
      samples.map(({ at }) => at),
    );
    await storeParts({ db: trx }, samples);
    await storeTotals({ db: trx }, samples.map(countersOf));
  });
}

const rate = (now: string, before: string) =>
  sql`case when seconds > 0 and ${sql.ref(now)} >= ${sql.ref(before)} then (${sql.ref(now)} - ${sql.ref(before)}) / seconds end`;

/**
 * Counters that decreased were reset. Counters of a server without a previous sample have counted
 * since its start.
 */
const counterIncrease = (now: string, before: string) =>
  sql`case when ${sql.ref(now)} >= coalesce(${sql.ref(before)}, 0) then ${sql.ref(now)} - coalesce(${sql.ref(before)}, 0) else ${sql.ref(now)} end`;

const column = (values: readonly (string | number | Date | null)[], type: string) =>
  sql`${[...values]}::${sql.raw(type)}[]`;

async function storeTotals(ctx: Pick<Context, 'db'>, counters: readonly Counters[]): Promise<void> {
  const columnOf = (name: keyof Counters, type: string) =>
    column(
      counters.map((counter) => counter[name]),
      type,
    );
  await sql`
    with given as (
      select * from unnest(${columnOf('serverId', 'uuid')}, ${columnOf('at', 'timestamptz')}, ${columnOf('cpu', 'real')}, ${columnOf('used', 'int')}, ${columnOf('total', 'int')},
        ${columnOf('readBytes', 'bigint')}, ${columnOf('writeBytes', 'bigint')}, ${columnOf('readOps', 'bigint')}, ${columnOf('writeOps', 'bigint')}, ${columnOf('received', 'bigint')}, ${columnOf('sent', 'bigint')})
        as g(server_id, at, cpu, used, total, now_read_bytes, now_write_bytes, now_read_ops, now_write_ops, now_received, now_sent)
    ), rated as materialized (
      select g.*, ${rate('now_read_bytes', 'disk_read_bytes')} as read_bytes, ${rate('now_write_bytes', 'disk_write_bytes')} as write_bytes,
        ${rate('now_read_ops', 'disk_read_ops')} as read_ops, ${rate('now_write_ops', 'disk_write_ops')} as write_ops,
        ${rate('now_received', 'received_bytes')} as received, ${rate('now_sent', 'sent_bytes')} as sent,
        ${counterIncrease('now_received', 'received_bytes')} as received_total, ${counterIncrease('now_sent', 'sent_bytes')} as sent_total
      from given g join server_runtime r on r.server_id = g.server_id, lateral (select extract(epoch from g.at - r.sampled_at)::real as seconds) s
    ), kept as (
      insert into server_sample (server_id, at, cpu_percent, memory_used_mb, memory_total_mb, disk_read_bytes, disk_write_bytes, disk_read_ops, disk_write_ops,
        received_bytes, sent_bytes, received_total, sent_total)
      select server_id, at, cpu, used, total, read_bytes, write_bytes, read_ops, write_ops, received, sent, received_total, sent_total
      from rated on conflict do nothing
    )
    update server_runtime r set sampled_at = g.at, cpu_percent = g.cpu, memory_used_mb = g.used, memory_total_mb = g.total, disk_read_bytes = g.now_read_bytes,
      disk_write_bytes = g.now_write_bytes, disk_read_ops = g.now_read_ops, disk_write_ops = g.now_write_ops, received_bytes = g.now_received, sent_bytes = g.now_sent,
      disk_bytes_rate = g.read_bytes + g.write_bytes, disk_ops_rate = g.read_ops + g.write_ops, received_rate = g.received, sent_rate = g.sent
    from rated g where r.server_id = g.server_id`.execute(ctx.db);
}

/**
 * Stored before the totals, because rates need the counters of the same sample as the server's
 * latest one, which is deleted when the server is turned off.
 */
async function storeParts(
  ctx: Pick<Context, 'db'>,
  samples: readonly EngineSample[],
): Promise<void> {
  const parts = samples.flatMap(({ id: serverId, at, disks, nics }) => [
    ...disks.map(({ id, readBytes, writeBytes, readOps, writeOps }) => ({
      serverId,
      at,
      id,
      readBytes,
      writeBytes,
      readOps,
      writeOps,
    })),
    ...nics.map(({ id, receivedBytes, sentBytes }) => ({
      ...{
        serverId,
        at,
        id,
        readBytes: receivedBytes,
        writeBytes: sentBytes,
        readOps: null,
        writeOps: null,
      },
    })),
  ]);
  if (parts.length === 0) return;
  const columnOf = (name: keyof (typeof parts)[number], type: string) =>
    column(
      parts.map((part) => part[name]),
      type,
    );
  await sql`
    with given as materialized (
      select * from unnest(${columnOf('serverId', 'uuid')}, ${columnOf('id', 'uuid')}, ${columnOf('at', 'timestamptz')}, ${columnOf('readBytes', 'bigint')}, ${columnOf('writeBytes', 'bigint')},
        ${columnOf('readOps', 'bigint')}, ${columnOf('writeOps', 'bigint')}) as g(server_id, part_id, at, now_read_bytes, now_write_bytes, now_read_ops, now_write_ops)
    ), kept as (
      insert into server_part_sample (server_id, part_id, at, read_bytes, write_bytes, read_ops, write_ops, outside_bytes)
      select g.server_id, g.part_id, g.at, ${rate('now_read_bytes', 'read_bytes')}, ${rate('now_write_bytes', 'write_bytes')},
        ${rate('now_read_ops', 'read_ops')}, ${rate('now_write_ops', 'write_ops')},
        case when leads_out.nic_id is not null then ${counterIncrease('now_read_bytes', 'read_bytes')} + ${counterIncrease('now_write_bytes', 'write_bytes')} end
      from given g join server_runtime r on r.server_id = g.server_id
      left join server_part_runtime p on p.server_id = g.server_id and p.part_id = g.part_id and p.sampled_at = r.sampled_at
      left join (select nic.id as nic_id from nic join network on network.id = nic.network_id where network.kind = 'wan') as leads_out on leads_out.nic_id = g.part_id,
      lateral (select extract(epoch from g.at - p.sampled_at)::real as seconds) s on conflict do nothing
    )
    insert into server_part_runtime as p (server_id, part_id, sampled_at, read_bytes, write_bytes, read_ops, write_ops)
    select server_id, part_id, at, now_read_bytes, now_write_bytes, now_read_ops, now_write_ops from given
    on conflict (server_id, part_id) do update set sampled_at = excluded.sampled_at, read_bytes = excluded.read_bytes, write_bytes = excluded.write_bytes,
      read_ops = excluded.read_ops, write_ops = excluded.write_ops`.execute(ctx.db);
}
