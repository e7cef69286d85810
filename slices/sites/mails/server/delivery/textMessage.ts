import { sql } from 'kysely';
import { SmsFailure } from '../../../../../drivers/sms/port.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { defineOutbound, type Receipt } from '../../../../../server/platform/outbound/outbound.ts';
import { defaultBreaker } from '../../../../../server/platform/outbound/retryPolicy.ts';
import {
  recordReceipt,
  smsContentLocation,
  textMessageDelivery,
} from '../../../../../server/platform/sms/sms.ts';
import { localize } from '../../texts/localize.ts';
import { type Connection, hostOf } from '../connections.ts';
import type { SmsProviderSettings } from '../drivers.ts';
import { deliveryConnectionFor } from './deliveryConnection.ts';
import { openDriversOf } from './openDrivers.ts';
import { contentGoneFailure, textMessageFailure } from './reasons.ts';
import { copyState, requireContent } from './state.ts';

const minute = 60_000;

interface TextMessageRow {
  user_id: string | null;
  phone: string;
  content: Buffer | null;
}

/** `reference`: the provider's ID of the message. */
type TextMessageReceipt = Receipt & { reference: string };

interface TextMessageRoute {
  connection: Connection<SmsProviderSettings>;
  phone: string;
  content: Buffer;
}

async function readTextMessage({ db }: Context, id: number): Promise<TextMessageRow | undefined> {
  const { rows } = await sql<TextMessageRow>`
    select user_id, phone, content from sms_message where id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Sends text messages through the nearest provider of their site. They contain codes, which expire.
 */
export const textMessages = defineOutbound({
  type: textMessageDelivery,
  title: localize('textMessages'),
  retry: { pausesMs: [10_000, minute, 5 * minute], limitMs: 10 * minute },
  breaker: defaultBreaker,
  leaseMs: 5 * minute,
  parallel: 4,
  async destination(ctx, { id }) {
    const row = await readTextMessage(ctx, id);
    if (!row?.content) throw contentGoneFailure();
    const services = { db: ctx.db, secrets: ctx.services.secrets };
    const connection = await deliveryConnectionFor(services, {
      site: ctx.site,
      kind: 'sms',
      message: row,
    });
    if (!connection) return null;
    const route: TextMessageRoute = { connection, phone: row.phone, content: row.content };
    return { key: connection.siteId, title: hostOf('sms', connection.settings), route };
  },
  async send(ctx, { id }, { route: { connection, phone, content } }): Promise<TextMessageReceipt> {
    const text = ctx.services.secrets.open(content, smsContentLocation(id));
    try {
      return await openDriversOf(ctx.services).sms(connection).send({ phone, text });
    } catch (error) {
      throw error instanceof SmsFailure ? textMessageFailure(error, ctx.clock.now()) : error;
    }
  },
  async onChange(ctx, { id }, status, receipt: TextMessageReceipt | null) {
    await copyState(ctx, 'sms_message', id, status);
    if (receipt) await recordReceipt(ctx.db, id, receipt.reference);
  },
  requireRetryable: (ctx, { id }) => requireContent(ctx, 'sms_message', id),
  async display(ctx, { id }) {
    const row = await readTextMessage(ctx, id);
    return row ? [{ title: localize('textMessage.display.phoneNumber'), value: row.phone }] : [];
  },
});
