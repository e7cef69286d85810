import type { ColumnType, Generated } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';

/**
 * The server's configuration at the time of the backup, so that a server can be created from it
 * even after the original was deleted.
 */
export interface Configuration {
  cpuType: 'A' | 'B' | 'T' | 'D';
  cores: number;
  ramMb: number;
  hostname: string;
  billingMode: 'hourly' | 'monthly';
  image: {
    id: string | null;
    name: string;
    os: string;
    osFamily: 'linux' | 'windows' | 'other';
    loginUser: string | null;
    priceItem: string | null;
  };
  tags: string[];
  /** In order. `bytes` and `sha256` are set once the file exists. */
  disks: { id: string; sizeGb: number; bytes: number; sha256: string }[];
}

export type TestResult = 'alive' | 'unclear' | 'silent' | 'failed';

type BackupTables = {
  backup_policy: {
    server_id: string;
    at_minute: number;
    time_zone: string;
    keep_daily: Generated<number>;
    keep_weekly: Generated<number>;
    keep_monthly: Generated<number>;
    test_every: Generated<'never' | 'weekly' | 'monthly'>;
    next_at: Date | null;
    tested_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
  server_backup: {
    id: string;
    server_id: string;
    server_name: string;
    owner_id: string;
    site_id: string;
    datacenter_id: string;
    kind: 'scheduled' | 'manual';
    state: Generated<'creating' | 'ready' | 'deleting'>;
    configuration: ColumnType<Configuration, string, string>;
    size_bytes: Generated<number>;
    created_by: string | null;
    created_at: Generated<Date>;
    problem: ColumnType<string | null, string | null | undefined, string | null>;
  };
  backup_test: {
    id: string;
    backup_id: string;
    result: ColumnType<TestResult | null, TestResult | null | undefined, TestResult | null>;
    evidence: Generated<string>;
    seconds: ColumnType<number | null, number | null | undefined, number | null>;
    started_at: Generated<Date>;
    ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
};

export const backupTables = (db: Context['db']) => db.withTables<BackupTables>();
