import type { ColumnType, Generated, Kysely } from 'kysely';
import type { LocalizedText } from '../../../../contract/languages.ts';
import type { Context } from '../../../../server/platform/context.ts';
import type { PlatformTables } from '../../../../server/platform/database/tables.ts';

type Stamp = ColumnType<Date, Date | undefined, Date>;
type NullableDate = ColumnType<Date | null, Date | null | undefined, Date | null>;
export type AgreementTexts = Partial<LocalizedText>;
export type Audience = 'all' | 'roles' | 'newUsers';
export type Blocks = 'nothing' | 'changes';
export type SignerRole = 'siteAdmin' | 'billingAdmin' | 'user';

export type AgreementTables = {
  agreement: {
    id: Generated<string>;
    site_id: string;
    title: string;
    audience: Audience;
    roles: SignerRole[];
    blocks: Blocks;
    is_active: Generated<boolean>;
    first_published_at: NullableDate;
    created_at: Stamp;
    created_by: string | null;
  };
  agreement_version: {
    id: Generated<string>;
    agreement_id: string;
    version: number;
    texts: ColumnType<AgreementTexts, string, string>;
    created_at: Stamp;
    created_by: string | null;
    published_at: NullableDate;
    published_by: ColumnType<string | null, string | null | undefined, string | null>;
  };
  agreement_signature: {
    id: Generated<string>;
    agreement_id: string;
    version_id: string;
    site_id: string;
    user_id: string;
    email: string;
    language: string;
    digest: string;
    ip: string;
    user_agent: string;
    request_id: string;
    signed_at: Stamp;
  };
  agreement_reminder: { version_id: string; user_id: string; sent_at: Date };
};

export type AgreementDatabase = Kysely<PlatformTables & AgreementTables>;

/** The context's database connection, typed with the tables of this slice. */
export const agreementTables = (ctx: Pick<Context, 'db'>): AgreementDatabase =>
  ctx.db.withTables<AgreementTables>() as AgreementDatabase;
