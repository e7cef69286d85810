import { sql } from 'kysely';
import type { AuditNote } from '../../../../server/platform/audit/audit.ts';
import { writeAudit } from '../../../../server/platform/audit/audit.ts';
import type { Context } from '../../../../server/platform/context.ts';
import {
  definePeriodicJob,
  defineRetention,
} from '../../../../server/platform/tasks/periodicJobs.ts';
import { collectDebt, debtorsToCollect } from './collect.ts';
import { refreshDispute } from './disputes/disputes.ts';
import { processStoredEvent } from './events.ts';
import { readOrder } from './orders.ts';
import { syncRefund } from './refunds/refunds.ts';
import { abandonOrder, settle } from './settle.ts';
import { continueOrder } from './start.ts';

/** The maximum number of items of each kind per run. */
const batchSize = 50;

/**
 * Handles one item. A failure is logged and doesn't affect other items. Changes are written to the
 * audit log.
 */
async function runAudited(
  ctx: Context,
  description: string,
  work: (ctx: Context) => Promise<unknown>,
): Promise<void> {
  const notes: AuditNote[] = [];
  try {
    await work({ ...ctx, note: (note) => void notes.push(note) });
    if (notes.length > 0) await writeAudit(ctx, ctx.db, 'checkPayment', 'done', notes);
  } catch (error) {
    ctx.log.warn(
      { err: error, what: description },
      'A payment couldn’t be checked and is checked again later',
    );
  }
}

/** The next time to check, with increasing intervals of up to six hours. */
const nextLookAt = (looks: ReturnType<typeof sql.ref>, now: Date) =>
  sql`${now}::timestamptz + interval '1 minute' * least(360, power(2, least(${looks}, 9)))`;

/**
 * Checks what is due: started payments, pending refunds, open disputes, and unhandled events. The
 * next check is scheduled first, so that an item that crashes the worker isn't repeated
 * immediately.
 */
export async function refreshPayments(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const claimDue = async (table: 'payment_order' | 'payment_refund' | 'payment_dispute') => {
    const { rows } = await sql<{ id: string }>`
      update ${sql.table(table)} set looks = looks + 1, look_at = ${nextLookAt(sql.ref('looks'), now)}
      where id in (select id from ${sql.table(table)} where look_at <= ${now} order by look_at limit ${batchSize}) returning id`.execute(
      ctx.db,
    );
    return rows;
  };
  const { rows: events } = await sql<{ connectionId: string; eventId: string }>`
    update payment_event e set looks = looks + 1, look_at = ${nextLookAt(sql.ref('looks'), now)}
    from (select connection_id, event_id from payment_event where look_at <= ${now} order by look_at limit ${batchSize}) d
    where d.connection_id = e.connection_id and d.event_id = e.event_id returning e.connection_id as "connectionId", e.event_id as "eventId"`.execute(
    ctx.db,
  );
  for (const { connectionId, eventId } of events)
    await runAudited(ctx, eventId, (inner) => processStoredEvent(inner, connectionId, eventId));
  for (const { id } of await claimDue('payment_order'))
    await runAudited(ctx, id, (inner) => checkOrder(inner, id));
  for (const { id } of await claimDue('payment_refund'))
    await runAudited(ctx, id, (inner) => syncRefund(inner, id));
  for (const { id } of await claimDue('payment_dispute'))
    await runAudited(ctx, id, (inner) => refreshDispute(inner, id));
}

/**
 * Checks a payment. A charge with a lost response is retried under its key, and a payment page that
 * was never opened expires.
 */
async function checkOrder(ctx: Context, orderId: string): Promise<void> {
  const order = await readOrder(ctx, orderId);
  if (order.reference !== null) await settle(ctx, orderId);
  else if (order.methodId !== null) await continueOrder(ctx, order);
  else if (order.expiresAt <= ctx.clock.now()) await abandonOrder(ctx, orderId, '');
}

/** Auto-charges amounts due where allowed. */
export async function collectDebts(ctx: Context): Promise<void> {
  const day = ctx.clock.now().toISOString().slice(0, 10);
  for (const debtor of await debtorsToCollect(ctx))
    await runAudited(ctx, debtor.id, (inner) =>
      collectDebt(inner, debtor, `portal:${debtor.company.id}:${day}`),
    );
}

export const paymentJobs = [
  definePeriodicJob({ name: 'payments.look', everySeconds: 20, run: refreshPayments }),
  definePeriodicJob({ name: 'payments.collect', everySeconds: 3600, run: collectDebts }),
  defineRetention({
    name: 'payments.forgetEvents',
    table: 'payment_event',
    at: 'received_at',
    days: 90,
  }),
];
