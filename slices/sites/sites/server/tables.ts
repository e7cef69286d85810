import type { ColumnType, Generated, Kysely } from 'kysely';
import type * as z from 'zod';
import type { Context } from '../../../../server/platform/context.ts';
import type { PlatformTables } from '../../../../server/platform/database/tables.ts';
import type { look } from '../contract.ts';

type Stamp = ColumnType<Date, Date | undefined, Date>;
type NullableDate = ColumnType<Date | null, Date | null | undefined, Date | null>;
export type Look = z.output<typeof look>;

export type SiteTables = {
  site_host: {
    host: string;
    site_id: string;
    proof: string;
    position: Generated<number>;
    created_at: Stamp;
    proved_at: NullableDate;
    proved_by: ColumnType<
      'dns' | 'root' | null,
      'dns' | 'root' | null | undefined,
      'dns' | 'root' | null
    >;
    checked_at: NullableDate;
    problem: Generated<string>;
    renewed_at: NullableDate;
    lapsed_at: NullableDate;
  };
  site_look: {
    site_id: string;
    version: number;
    look: ColumnType<Look, string, never>;
    note: string;
    created_at: Stamp;
    created_by: string | null;
  };
  site_picture: {
    id: Generated<string>;
    site_id: string;
    digest: Buffer;
    type: string;
    content: Buffer;
    created_at: Stamp;
  };
  site_content: {
    site_id: string;
    name: 'login' | 'welcome' | 'footer' | 'terms';
    language: string;
    version: number;
    body: string;
    created_at: Stamp;
    created_by: string | null;
  };
  site_page: {
    id: Generated<string>;
    site_id: string;
    title: ColumnType<Record<string, string>, string, string>;
    section: string;
    icon: string;
    kind: 'url' | 'html';
    url: string;
    html: string;
    is_enabled: boolean;
    position: Generated<number>;
    created_at: Stamp;
  };
  remote_login_try: { site_id: string; ip: string; minute: Date; tries: number };
};

export type SiteDatabase = Kysely<PlatformTables & SiteTables>;

/** The database connection of the context, with the tables of this slice. */
export const siteTables = (ctx: Pick<Context, 'db'>): SiteDatabase =>
  ctx.db.withTables<SiteTables>() as SiteDatabase;
