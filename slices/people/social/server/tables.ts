import type { ColumnType, Generated, Kysely } from 'kysely';
import { asPortal } from '../../../../server/platform/access/portalDb.ts';
import type { Context } from '../../../../server/platform/context.ts';
import type { PlatformTables } from '../../../../server/platform/database/tables.ts';

type Stamp = ColumnType<Date, Date | undefined, Date>;

export type SocialTables = {
  social_link: {
    site_id: string;
    provider: string;
    /**
     * The provider's subject ID, prefixed with the provider's URL for providers configured by a
     * site.
     */
    subject: string;
    user_id: string;
    email: Generated<string>;
    display_name: Generated<string>;
    created_at: Stamp;
  };
  social_provider: {
    site_id: string;
    code: string;
    title: string;
    issuer: string;
    client_id: string;
    client_secret: Buffer;
    is_enabled: Generated<boolean>;
    is_trusted: Generated<boolean>;
    changed_at: Stamp;
  };
};

export type SocialDatabase = Kysely<PlatformTables & SocialTables>;

/** The context's database connection, typed with the tables of this slice. */
export const socialTables = (ctx: Pick<Context, 'db'>): SocialDatabase =>
  ctx.db.withTables<SocialTables>() as SocialDatabase;

/** Like `socialTables`, with access to the encrypted secrets of providers. */
export const socialSecretTables = (ctx: Pick<Context, 'db'>): SocialDatabase =>
  socialTables(asPortal(ctx, 'sealed secrets are read with their provider to sign in through it'));
