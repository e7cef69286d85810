import type { ColumnType, Generated, Kysely } from 'kysely';
import type * as z from 'zod';
import type { Context } from '../../../../server/platform/context.ts';
import type { PlatformTables } from '../../../../server/platform/database/tables.ts';
import type { cloudInitEndpoints } from '../contract.ts';

export type PolicyContent = Pick<
  z.output<(typeof cloudInitEndpoints)['getPolicy']['answer']>,
  'files' | 'configurations' | 'services'
>;
type Json<T> = ColumnType<T, string | undefined, string>;

export type CloudInitTables = {
  cloudinit_policy: {
    id: Generated<string>;
    site_id: string;
    name: string;
    description: string;
    is_enabled: Generated<boolean>;
    files: Json<PolicyContent['files']>;
    configurations: Json<PolicyContent['configurations']>;
    services: Json<PolicyContent['services']>;
    created_at: Generated<Date>;
    created_by: string | null;
    changed_at: ColumnType<Date, Date | undefined, Date>;
  };
};

/** The database connection of the context, with the tables of this slice. */
export const cloudInitTables = (
  ctx: Pick<Context, 'db'>,
): Kysely<PlatformTables & CloudInitTables> =>
  ctx.db.withTables<CloudInitTables>() as Kysely<PlatformTables & CloudInitTables>;
