import { type ColumnType, type Generated, type RawBuilder, sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import type { EngineName } from '../../../../drivers/compute/port.ts';
import type { Context } from '../../../../server/platform/context.ts';
import type { CpuType } from './limits.ts';

interface DatacenterTable {
  id: Generated<string>;
  code: string;
  short_code: Generated<string>;
  name: string;
  region: Generated<string>;
  country: string | null;
  engine: EngineName;
  engine_settings: ColumnType<Record<string, unknown>, string | undefined, string>;
  is_enabled: Generated<boolean>;
  is_automatic: Generated<boolean>;
  /** Whether test keys create their servers in it. */
  is_sandbox: Generated<boolean>;
  cpu_types: Generated<CpuType[]>;
  max_cores: number | null;
  max_ram_mb: number | null;
  created_at: Generated<Date>;
}

export const datacenterTable = (db: Context['db']) =>
  db.withTables<{ datacenter: DatacenterTable }>();

export interface Datacenter {
  id: string;
  code: string;
  /** ID of the datacenter for published clients: 2 to 6 characters of A-Z, 0-9 and "-". */
  shortCode: string;
  name: string;
  region: string;
  country: string | null;
  engine: EngineName;
  /** Closed datacenters keep their servers but accept no new ones. */
  isEnabled: boolean;
  cpuTypes: CpuType[];
  maxCores: number | null;
  maxRamMb: number | null;
}

type DatacenterContext = Pick<Context, 'db'> & { actor?: Context['actor'] };

/** Callers see either only the sandbox or everything else. Internal work sees both. */
const select = (ctx: DatacenterContext) =>
  datacenterTable(ctx.db)
    .selectFrom('datacenter')
    .$if(Boolean(ctx.actor), (query) =>
      query.where('is_sandbox', '=', ctx.actor?.isSandboxed ?? false),
    )
    .select([
      'id',
      'code',
      'short_code as shortCode',
      'name',
      'region',
      'country',
      'engine',
      'is_enabled as isEnabled',
      'cpu_types as cpuTypes',
      'max_cores as maxCores',
      'max_ram_mb as maxRamMb',
    ]);

const listQuery = (ctx: DatacenterContext) => select(ctx).orderBy('name').orderBy('id');

/** The rows of `listDatacenters`, for use in a larger statement. */
export const datacentersOf = (ctx: DatacenterContext): RawBuilder<Datacenter> =>
  sql<Datacenter>`${listQuery(ctx)}`;

/** All datacenters, including closed ones, sorted by name. */
export async function listDatacenters(ctx: DatacenterContext): Promise<Datacenter[]> {
  return await listQuery(ctx).execute();
}

/**
 * Whether objects of the column's datacenter are visible to the actor: with test keys those in the
 * sandbox, otherwise all others.
 */
export const isOnSameSide = (
  ctx: Pick<Context, 'actor'>,
  datacenterId: string,
): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(datacenterId)} in (select id from datacenter where is_sandbox = ${ctx.actor?.isSandboxed ?? false})`;

/** Throws `notFound`. */
export async function findDatacenter(ctx: DatacenterContext, id: string): Promise<Datacenter> {
  const found = await select(ctx).where('id', '=', id).executeTakeFirst();
  if (!found) throw userError('notFound', { what: 'datacenter', id });
  return found;
}
