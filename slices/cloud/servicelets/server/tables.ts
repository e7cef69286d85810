import type { ColumnType, Kysely } from 'kysely';
import type { LocalizedText } from '../../../../contract/languages.ts';
import type { Context } from '../../../../server/platform/context.ts';
import type { PlatformTables } from '../../../../server/platform/database/tables.ts';

type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;
type Defaulted<T> = ColumnType<T, T | undefined, T>;

export type ServiceletKind = 'command' | 'install' | 'check' | 'upgrade' | 'remove';
export type ServiceletMethod = 'agent' | 'ssh' | 'simulated';
export type ServiceletState = 'queued' | 'running' | 'done' | 'failed' | 'timedOut' | 'cancelled';

export type ServiceletTables = {
  servicelet: {
    id: string;
    server_id: string;
    owner_id: string;
    site_id: string;
    kind: ServiceletKind;
    title: ColumnType<LocalizedText, string, string>;
    script: string;
    through: ServiceletMethod;
    ssh_user: Nullable<string>;
    ssh_port: Nullable<number>;
    /** Encrypted for the column `servicelet.environment` and the row ID. */
    environment: Nullable<Buffer>;
    timeout_seconds: number;
    state: Defaulted<ServiceletState>;
    exit_code: Nullable<number>;
    output: Defaulted<string>;
    is_truncated: Defaulted<boolean>;
    read_bytes: Defaulted<number>;
    problem: ColumnType<LocalizedText | null, string | null | undefined, string | null>;
    problem_code: Nullable<number>;
    cmd_id: Nullable<number>;
    created_by: Nullable<string>;
    created_at: Defaulted<Date>;
    started_at: Nullable<Date>;
    ended_at: Nullable<Date>;
  };
};

/** The database connection of the context, with this slice's tables. */
export const serviceletTables = (
  ctx: Pick<Context, 'db'>,
): Kysely<PlatformTables & ServiceletTables> =>
  ctx.db.withTables<ServiceletTables>() as Kysely<PlatformTables & ServiceletTables>;
