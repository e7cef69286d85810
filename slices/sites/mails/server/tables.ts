import type { ColumnType, Kysely } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import type { PlatformTables } from '../../../../server/platform/database/tables.ts';
import type { MailTables } from '../../../../server/platform/mail/tables.ts';

export type OutboxName = 'mail_message' | 'sms_message';
export type ConnectionKind = 'mail' | 'sms';

export type ConnectionTables = {
  mail_connection: {
    site_id: string;
    kind: ConnectionKind;
    config: ColumnType<unknown, string, string>;
    secret: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
    is_trusted: ColumnType<boolean, boolean | undefined, boolean>;
    version: ColumnType<string, string | undefined, string>;
    changed_at: ColumnType<Date, Date | undefined, Date>;
    changed_by: string | null;
  };
};

export type OutboxDatabase = Kysely<PlatformTables & MailTables & ConnectionTables>;

export const withMailTables = (db: Context['db']): OutboxDatabase =>
  db.withTables<MailTables & ConnectionTables>() as OutboxDatabase;
