import type { ColumnType, Kysely } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import type { PlatformTables } from '../../../../server/platform/database/tables.ts';

export interface PartnerConnectionTable {
  user_id: string;
  partner_id: string;
  user_name: string;
  app_id: string;
  tenant_id: string;
  password: Buffer;
  app_secret: Buffer;
  import_url: string;
  changed_at: ColumnType<Date, Date, Date>;
}

type ProfileTables = { partner_connection: PartnerConnectionTable };
type ProfileDatabase = Kysely<PlatformTables & ProfileTables>;

/** The context's database connection, typed with the tables of this slice. */
export const profileTables = (ctx: Pick<Context, 'db'>): ProfileDatabase =>
  ctx.db.withTables<ProfileTables>() as ProfileDatabase;
