import type { ColumnType, Generated } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';
import type { CpuType, OsFamily, Power, Problem, ServerState } from '../rules/facts.ts';

type Json<T> = ColumnType<T, string | null | undefined, string | null>;

type ServerTables = {
  server: {
    id: string;
    owner_id: string;
    site_id: string;
    datacenter_id: string;
    datacenter_code: string;
    name: string;
    name_key: ColumnType<string, never, never>;
    name_held: Generated<boolean>;
    hostname: string;
    state: Generated<ServerState>;
    power: Generated<Power>;
    power_since: Generated<Date>;
    problem: Json<Problem | null>;
    image_id: string | null;
    image_name: string;
    os_family: OsFamily;
    os: string;
    login_user: string | null;
    image_price_item: string | null;
    cpu_type: CpuType;
    cores: number;
    ram_mb: number;
    billing_mode: 'hourly' | 'monthly';
    traffic_package: string | null;
    has_backup: boolean;
    is_managed: boolean;
    tags: string[];
    ips: Generated<string[]>;
    macs: Generated<string[]>;
    ssh_keys: string[];
    has_password: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
    cloned_from: string | null;
    current_snapshot_id: string | null;
    host_id: string | null;
    description: Generated<string>;
    notes: Generated<string>;
    locked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    locked_by: ColumnType<string | null, string | null | undefined, string | null>;
    lock_reason: Generated<string>;
    iso_image_id: ColumnType<string | null, string | null | undefined, string | null>;
    boots_from: Generated<'disk' | 'iso'>;
    created_at: Generated<Date>;
    terminated_at: Date | null;
    bin_until: Date | null;
  };
  server_disk: { id: string; server_id: string; position: number; size_gb: number };
  server_nic_unplugged: { nic_id: string; server_id: string };
  server_snapshot: {
    id: string;
    server_id: string;
    parent_id: string | null;
    name: string;
    description: string;
    state: Generated<'creating' | 'ready' | 'deleting'>;
    with_memory: Generated<boolean>;
    size_bytes: Generated<number>;
    created_by: string | null;
    created_at: Generated<Date>;
    expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    series: ColumnType<string | null, string | null | undefined, string | null>;
    disk_ids: ColumnType<string[] | null, string[] | null | undefined, never>;
    keep_latest: ColumnType<number | null, number | null | undefined, number | null>;
  };
};

/** Typed access to the server tables that are written row by row. Readings and lists use SQL. */
export const serverTables = (db: Context['db']) => db.withTables<ServerTables>();

/** A context with at least the database. */
export type Db = Pick<Context, 'db'>;
