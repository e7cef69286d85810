import type { ColumnType, Generated, Kysely } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import type { PlatformTables } from '../../../../server/platform/database/tables.ts';

type Stamp = ColumnType<Date, Date | undefined, Date>;
type NullableDate = ColumnType<Date | null, Date | null | undefined, Date | null>;

export type TokenKind = 'reset' | 'validate' | 'invite' | 'changeEmail' | 'autoLogin' | 'create';

export type CredentialTables = {
  account_token: {
    hash: Buffer;
    kind: TokenKind;
    site_id: string;
    user_id: string | null;
    detail: ColumnType<Record<string, unknown>, string | undefined, string>;
    created_at: Stamp;
    expires_at: Date;
    used_at: NullableDate;
  };
  login_challenge: {
    token_hash: Buffer;
    site_id: string;
    user_id: string;
    browser_hash: Buffer;
    code_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
    code_factor: Generated<string | null>;
    code_expires_at: NullableDate;
    code_sent_at: NullableDate;
    sends: Generated<number>;
    tries: Generated<number>;
    created_at: Stamp;
    expires_at: Date;
    used_at: NullableDate;
  };
  remembered_browser: {
    hash: Buffer;
    user_id: string;
    site_id: string;
    user_agent: string;
    ip: string;
    created_at: Stamp;
    last_used_at: Stamp;
    expires_at: Date;
  };
  recovery_code: { user_id: string; hash: Buffer; created_at: Stamp; used_at: NullableDate };
  passkey: {
    id: string;
    user_id: string;
    site_id: string;
    public_key: Buffer;
    counter: Generated<number>;
    transports: Generated<string[]>;
    name: string;
    is_backed_up: Generated<boolean>;
    created_at: Stamp;
    last_used_at: NullableDate;
  };
  spent_proof: { hash: Buffer; expires_at: Date };
  user_phone: {
    id: Generated<string>;
    user_id: string;
    phone: string;
    description: Generated<string>;
    created_at: Stamp;
  };
  user_allowed_ip: {
    id: Generated<string>;
    user_id: string;
    address: string;
    description: Generated<string>;
    created_at: Stamp;
  };
  phone_verification: {
    token_hash: Buffer;
    user_id: string;
    phone: string;
    code_hash: Buffer;
    tries: Generated<number>;
    sends: Generated<number>;
    sent_at: Date;
    expires_at: Date;
    used_at: NullableDate;
  };
  login_event: {
    id: Generated<number>;
    at: Stamp;
    site_id: string;
    user_id: string | null;
    email_key: string;
    outcome: string;
    method: Generated<string>;
    ip: Generated<string>;
    user_agent: Generated<string>;
  };
};

export type CredentialDatabase = Kysely<PlatformTables & CredentialTables>;

/** The context's database connection, typed with the tables of this slice. */
export const credentialTables = (ctx: Pick<Context, 'db'>): CredentialDatabase =>
  ctx.db.withTables<CredentialTables>() as CredentialDatabase;
