import type { ColumnType, Kysely } from 'kysely';
import type * as z from 'zod';
import type { Context } from '../../../../server/platform/context.ts';
import type { PlatformTables } from '../../../../server/platform/database/tables.ts';
import type { appState, manifest, packageKind } from '../contract.ts';

type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;
type Defaulted<T> = ColumnType<T, T | undefined, T>;

export type Manifest = z.output<typeof manifest>;
export type PackageKind = z.output<typeof packageKind>;
export type AppState = z.output<typeof appState>;
export type Scripts = Record<string, string>;
/** Values other than secrets. */
export type Values = Record<string, string | number | boolean>;

export type PackageTables = {
  app_package: {
    id: string;
    site_id: string | null;
    code: string;
    kind: PackageKind;
    created_at: Defaulted<Date>;
    created_by: Nullable<string>;
  };
  app_package_version: {
    package_id: string;
    version: string;
    number: number;
    manifest: ColumnType<Manifest, string, string>;
    scripts: ColumnType<Scripts, string, string>;
    digest: string;
    is_withdrawn: Defaulted<boolean>;
    created_at: Defaulted<Date>;
    created_by: Nullable<string>;
  };
  app_package_site: { package_id: string; site_id: string; is_enabled: boolean };
  server_app: {
    server_id: string;
    package_id: string;
    version: string;
    owner_id: string;
    site_id: string;
    state: Defaulted<AppState>;
    parameters: ColumnType<Values, string, string>;
    /** Encrypted for the column `server_app.secrets` and the server ID. */
    secrets: Nullable<Buffer>;
    servicelet_id: Nullable<string>;
    health: Defaulted<'unknown' | 'healthy' | 'unhealthy'>;
    checked_at: Nullable<Date>;
    created_at: Defaulted<Date>;
    installed_at: Nullable<Date>;
  };
};

/** The database connection of the context, with this slice's tables. */
export const packageTables = (ctx: Pick<Context, 'db'>): Kysely<PlatformTables & PackageTables> =>
  ctx.db.withTables<PackageTables>() as Kysely<PlatformTables & PackageTables>;
