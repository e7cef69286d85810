import { sql } from 'kysely';
import type { Services } from '../../../../server/platform/context.ts';
import { listDatacenters } from '../../datacenters/server/index.ts';
import { addressKind, networkTables } from './tables.ts';

const seedLock = 7_216_007;
/**
 * Addresses .0.1 (gateway) to .0.9 are reserved for network services, and the last address for the
 * DNS resolver.
 */
const reservedStartCount = 9;
const resolver = '255.254';
const maxDatacenters = 64;

/** The first datacenter uses 10.<base>.0.0/16, and each further datacenter the next range. */
const wanNetwork = { kind: 'wan', name: 'wan', base: 64 } as const;

/**
 * Creates a public network in every datacenter that has none. Private networks are created by
 * users, so that users never share a layer 2 segment. Safe to call from several processes at once.
 */
export async function ensureNetworks(services: Services): Promise<void> {
  await services.database.db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${seedLock})`.execute(transaction);
    for (const datacenter of await listDatacenters({ db: transaction })) {
      await ensurePublicNetwork(transaction, datacenter.id);
    }
  });
}

type Db = Services['database']['db'];

async function ensurePublicNetwork(transaction: Db, datacenterId: string): Promise<void> {
  const { kind, name, base } = wanNetwork;
  const db = networkTables(transaction);
  const sameKind = db
    .selectFrom('network')
    .select('id')
    .where('kind', '=', kind)
    .where('owner_id', 'is', null);
  if (await sameKind.where('datacenter_id', '=', datacenterId).executeTakeFirst()) return;
  const position = (await sameKind.execute()).length;
  if (position >= maxDatacenters) return;
  const range = `10.${base + position}`;
  const network = await db
    .insertInto('network')
    .values({
      datacenter_id: datacenterId,
      kind,
      name,
      vlan: sql<number>`free_vlan(${datacenterId}, 1)`,
      owner_id: null,
      site_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const subnet = await db
    .insertInto('subnet')
    .values({
      network_id: network.id,
      cidr: `${range}.0.0/16`,
      gateway: `${range}.0.1`,
      dns: [`${range}.${resolver}`],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const reservedHosts = [
    ...Array.from({ length: reservedStartCount }, (_, index) => `0.${index + 1}`),
    resolver,
  ];
  const reserved = reservedHosts.map((lastOctet, index) => ({
    subnet_id: subnet.id,
    ip: `${range}.${lastOctet}`,
    kind: index === 0 ? addressKind.gateway : addressKind.reserved,
    ...{ nic_id: null, reverse_name: null, reserved_for: null },
  }));
  await db.insertInto('address').values(reserved).execute();
}
