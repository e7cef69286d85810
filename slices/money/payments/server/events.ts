import type { IncomingHttpHeaders } from 'node:http';
import { sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import { PaymentFailure, type ProviderEvent } from '../../../../drivers/payment/port.ts';
import { problem } from '../../../../drivers/problem.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { type Connection, readConnection } from './connections/connections.ts';
import { driverOf, toUserError } from './connections/drivers.ts';
import { syncDispute } from './disputes/disputes.ts';
import { findOrder } from './orders.ts';
import { settle } from './settle.ts';

/**
 * Receives an event from a provider. Unsigned calls get the same response whether or not the
 * connection exists. Events are stored by the provider's ID, so that repeated deliveries count
 * once. The response is sent as soon as the event is stored. It is processed later if that isn't
 * possible now. Throws `signatureRefused`, `paymentProviderAway`.
 */
export async function receiveEvent(
  ctx: Context,
  connectionId: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<void> {
  const connection = await readConnection(ctx, connectionId);
  if (!connection) throw userError('signatureRefused');
  const event = await verifyEvent(ctx, connection, headers, body);
  const now = ctx.clock.now();
  const about = JSON.stringify({
    orderId: event.orderId,
    reference: event.reference,
    capture: event.capture,
    dispute: event.dispute,
  });
  const { rows } = await sql<{ isHandled: boolean }>`
    with told as (update payment_connection set webhook_at = ${now} where id = ${connectionId})
    insert into payment_event (connection_id, event_id, type, about, received_at, look_at)
    values (${connectionId}, ${event.id}, ${event.type.slice(0, 200)}, ${about}::jsonb, ${now}, ${now})
    on conflict (connection_id, event_id) do update set times = payment_event.times + 1
    returning handled_at is not null as "isHandled"`.execute(ctx.db);
  ctx.note({ targetType: 'paymentEvent', targetId: event.id, detail: { type: event.type } });
  if (rows[0]?.isHandled) return;
  try {
    await handleEvent(ctx, connection, event);
  } catch (error) {
    ctx.log.warn(
      { err: error, event: event.id },
      'An event of a payment provider couldn’t be handled and will be retried',
    );
  }
}

async function verifyEvent(
  ctx: Context,
  connection: Connection,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<ProviderEvent> {
  const plain = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, String(value)]),
  );
  try {
    const event = await driverOf(ctx, connection).readEvent({ headers: plain, body });
    if (!/^[\w.:-]{1,200}$/.test(event.id))
      throw new PaymentFailure('signature', problem('eventUnreadable'));
    return event;
  } catch (error) {
    if (!(error instanceof PaymentFailure && error.kind === 'signature'))
      throw toUserError(error, connection);
    await sql`
      update payment_connection set webhooks_refused = webhooks_refused + 1, webhook_refused_at = ${ctx.clock.now()} where id = ${connection.id}`.execute(
      ctx.services.database.db,
    );
    throw userError('signatureRefused');
  }
}

type EventRef = Pick<ProviderEvent, 'orderId' | 'reference' | 'capture' | 'dispute'>;

/**
 * Reads the event's object from the provider again. Throws `PaymentFailure` if the provider doesn't
 * respond.
 */
async function handleEvent(
  ctx: Context,
  connection: Connection,
  event: EventRef & { id: string },
): Promise<void> {
  const orderId = await findOrder(ctx, connection.id, event);
  if (event.dispute !== null) await syncDispute(ctx, connection, event.dispute);
  else if (orderId !== null) await settle(ctx, orderId);
  await sql`
    update payment_event set handled_at = ${ctx.clock.now()}, look_at = null where connection_id = ${connection.id} and event_id = ${event.id}`.execute(
    ctx.db,
  );
}

/** Handles stored events that are still unhandled. */
export async function processStoredEvent(
  ctx: Context,
  connectionId: string,
  eventId: string,
): Promise<void> {
  const connection = await readConnection(ctx, connectionId);
  const { rows } = await sql<{ about: EventRef }>`
    select about from payment_event where connection_id = ${connectionId} and event_id = ${eventId} and handled_at is null`.execute(
    ctx.db,
  );
  if (connection && rows[0]) await handleEvent(ctx, connection, { ...rows[0].about, id: eventId });
}
