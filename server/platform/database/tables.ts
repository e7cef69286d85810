import type { ColumnType, Generated } from 'kysely';

type Stamp = ColumnType<Date, Date | undefined, Date>;
/** A timestamp that is null on insert and set later. */
type NullableDate = ColumnType<Date | null, Date | null | undefined, Date | null>;
type Json<T> = ColumnType<T, string, string>;

/** The tables of the core. The tables of a slice are private to its store. */
export interface PlatformTables {
  site: SiteTable;
  user_account: UserAccountTable;
  session: SessionTable;
  login_lock: LoginLockTable;
  setting: SettingTable;
  idempotency: IdempotencyTable;
  crash_report: CrashReportTable;
  audit_entry: AuditEntryTable;
  audit_seal: AuditSealTable;
  secret_check: SecretCheckTable;
}

export interface SiteTable {
  id: Generated<string>;
  parent_id: string | null;
  path: string;
  name: string;
  hosts: Generated<string[]>;
  system_name: Generated<string>;
  copyright: Generated<string>;
  theme: Json<Record<string, unknown>>;
  logo: Buffer | null;
  logo_type: string | null;
  languages: Generated<string[]>;
  currency: Generated<string>;
  time_zone: Generated<string>;
  status: Generated<string>;
  sign_up: Generated<number>;
  requires_email_validation: Generated<boolean>;
  view_mode: Generated<string>;
  terms: Generated<string>;
  mail_sender: Generated<string>;
  favicon: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  favicon_type: ColumnType<string | null, string | null | undefined, string | null>;
  menu: ColumnType<
    Record<string, { icon?: string; title?: Record<string, string> }>,
    string | undefined,
    string
  >;
  look_version: Generated<number>;
  remote_web_access: Generated<boolean>;
  remote_ips: Generated<string[]>;
  remote_token_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  remote_token_at: NullableDate;
  is_sandbox: Generated<boolean>;
  created_at: Stamp;
}

export interface UserAccountTable {
  id: Generated<string>;
  site_id: string;
  parent_id: string | null;
  email: string;
  email_key: ColumnType<string, never, never>;
  password_hash: ColumnType<string | null, string | null | undefined, string | null>;
  role: Generated<string>;
  account_state: Generated<string>;
  billing_state: Generated<number>;
  /**
   * While a deposit is requested: the previous state of the profile, and the time of the request.
   */
  deposit_from: Generated<number | null>;
  deposit_demanded_at: NullableDate;
  external_state: Generated<number>;
  payment_type: Generated<string>;
  is_enabled: Generated<boolean>;
  is_parent_locked: Generated<boolean>;
  is_email_validated: Generated<boolean>;
  allows_email_login: Generated<boolean>;
  binds_session_to_ip: Generated<boolean>;
  language: string | null;
  time_zone: string | null;
  date_format: string | null;
  first_name: Generated<string>;
  last_name: Generated<string>;
  uses_tfa: Generated<boolean>;
  uses_tfa_email: Generated<boolean>;
  uses_tfa_sms: Generated<boolean>;
  uses_tfa_app: Generated<boolean>;
  totp_secret: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  totp_last_step: Generated<number>;
  uses_allowed_ips: Generated<boolean>;
  allows_social_login: Generated<boolean>;
  gets_notifications: Generated<boolean>;
  notification_preferences: ColumnType<Record<string, unknown>, string | undefined, string>;
  additional_email_parent: Generated<string>;
  copies_parent_mails: Generated<boolean>;
  additional_email_admin: Generated<string>;
  copies_admin_mails: Generated<boolean>;
  account_state_reason: Generated<string>;
  account_state_at: NullableDate;
  disabled_at: NullableDate;
  disabled_by: Generated<string | null>;
  password_changed_at: NullableDate;
  last_login_at: NullableDate;
  deleted_by: Generated<string | null>;
  created_at: Stamp;
  deleted_at: Date | null;
  sandbox_of: ColumnType<string | null, string | null | undefined, string | null>;
  has_password: ColumnType<boolean, never, never>;
  has_totp: ColumnType<boolean, never, never>;
}

export interface SessionTable {
  id_hash: Buffer;
  user_id: string;
  site_id: string;
  created_at: Stamp;
  last_seen_at: Stamp;
  expires_at: Date;
  ip: string;
  user_agent: Generated<string>;
  ended_at: Date | null;
  end_reason: string | null;
  method: Generated<string>;
  proved_at: NullableDate;
  acting_for: Generated<string | null>;
  acting_until: NullableDate;
  acting_may_change: Generated<boolean>;
}

export interface LoginLockTable {
  site_id: string;
  email_key: string;
  failures: Generated<number>;
  first_failure_at: Stamp;
  blocked_until: Date | null;
  blocks: Generated<number>;
}

export interface SettingTable {
  site_id: string;
  id: string;
  value: Json<unknown>;
  changed_at: Stamp;
  changed_by: string | null;
}

export interface IdempotencyTable {
  actor_id: string;
  key: string;
  fingerprint: Buffer;
  status: number | null;
  /** Only set in rows from before responses were encrypted. */
  answer: Json<unknown> | null;
  sealed: Buffer | null;
  created_at: Stamp;
}

export interface CrashReportTable {
  id: Generated<number>;
  site_id: string | null;
  user_id: string | null;
  at: Stamp;
  message: string;
  stack: Generated<string>;
  page: Generated<string>;
  user_agent: Generated<string>;
}

export interface AuditEntryTable {
  id: Generated<number>;
  at: Stamp;
  site_id: string | null;
  actor_id: string | null;
  on_behalf_of: string | null;
  ip: Generated<string>;
  request_id: Generated<string>;
  operation: string;
  outcome: string;
  target_type: string | null;
  target_id: string | null;
  before: Json<unknown> | null;
  after: Json<unknown> | null;
  detail: Json<unknown> | null;
  /** The public ID of the API key that authenticated the call. */
  api_key: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface AuditSealTable {
  sequence: number;
  entry_id: number;
  hash: Buffer;
  sealed_at: Stamp;
}

export interface SecretCheckTable {
  key_id: string;
  sealed: Buffer;
  created_at: Stamp;
}
