import { sql } from 'kysely';
import { asPortal } from '../access/portalDb.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { mailTables } from '../mail/tables.ts';
import { outboundType } from '../outbound/outbound.ts';
import { inTransaction, queueOutbound } from '../outbound/queue.ts';
import { requireSmsQuota } from './limits.ts';

/** Delivers the text message with this number. */
export const textMessageDelivery = outboundType<{ id: number }>('mails.textMessage');

export const smsContentLocation = (id: number) => ({
  column: 'sms_message.content',
  row: String(id),
});

/**
 * Adds a text message to the outbox in the transaction of the context. `phone` is in E.164 format.
 * The text
 * is stored encrypted and deleted once sent. Throws `smsLimit` if a daily limit is reached, and
 * `smsCountryRefused` if the site doesn't send to that country.
 */
export async function sendSms(
  ctx: Context,
  to: { phone: string; userId: string | null },
  text: string,
): Promise<void> {
  await inTransaction(asPortal(ctx, 'limits count what was sent to others too'), (inner) =>
    insertSms(inner, to, text),
  );
}

async function insertSms(
  ctx: Context,
  to: { phone: string; userId: string | null },
  text: string,
): Promise<void> {
  const { db } = mailTables(ctx);
  await requireSmsQuota(ctx, db, to);
  const now = ctx.clock.now();
  const { id } = await db
    .insertInto('sms_message')
    .values({
      site_id: ctx.site.id,
      user_id: to.userId,
      phone: to.phone,
      ip: ctx.ip,
      due_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('sms_message')
    .set({ content: ctx.services.secrets.seal(text, smsContentLocation(id)) })
    .where('id', '=', id)
    .execute();
  await queueOutbound(ctx, textMessageDelivery, { key: String(id), payload: { id } });
}

/** Stores the provider's reference for the message. */
export async function recordReceipt(db: Database, id: number, reference: string): Promise<void> {
  await sql`update sms_message set reference = ${reference} where id = ${id}`.execute(db);
}
