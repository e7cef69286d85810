import type { ColumnType, Generated, Kysely } from 'kysely';
import type { Context } from '../context.ts';
import type { PlatformTables } from '../database/tables.ts';
import type { AttachmentRef } from './attachments.ts';

type Stamp = ColumnType<Date, Date | undefined, Date>;
/** A column that is null on insert and set later. */
type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** `kept`: not sent because no mail server is connected. */
export const sendStates = ['waiting', 'sent', 'kept', 'failed'] as const;
export type SendState = (typeof sendStates)[number];

/**
 * Common columns of emails and text messages. State, attempts, next attempt time, and problem are
 * copied from their outbound job.
 */
export interface OutboxColumns {
  id: Generated<number>;
  site_id: string;
  user_id: string | null;
  /** Encrypted content, deleted once the message is sent. */
  content: Nullable<Buffer>;
  state: ColumnType<SendState, SendState | undefined, SendState>;
  attempts: Generated<number>;
  due_at: Stamp;
  problem: Generated<string>;
  created_at: Stamp;
  sent_at: Nullable<Date>;
}

export type MailTables = {
  mail_message: OutboxColumns & {
    kind: string;
    language: string;
    to_address: string;
    copies: Generated<string[]>;
    subject: string;
    message_id: Generated<string>;
    /** The attachment. Null if there is none. */
    attached: ColumnType<AttachmentRef | null, string | null | undefined, never>;
  };
  mail_template: {
    site_id: string;
    kind: string;
    language: string;
    subject: string;
    body: string;
    changed_at: Stamp;
    changed_by: string | null;
  };
  sms_message: OutboxColumns & {
    phone: string;
    ip: Generated<string>;
    reference: Generated<string>;
  };
};

export type MailDatabase = Kysely<PlatformTables & MailTables>;

export const mailTables = (ctx: Pick<Context, 'db'>): { db: MailDatabase } => ({
  db: ctx.db.withTables<MailTables>() as MailDatabase,
});
