import { sql } from 'kysely';
import type { Context } from '../../../server/platform/context.ts';
import { readSetting } from '../../../server/platform/settings/settings.ts';
import { announceAlert, secretPlace } from './store.ts';
import { type Outcome, send, trustedReceivers } from './webhook.ts';

/**
 * Seconds until it is tried again, after each attempt; after the last it is given up. A little more
 * than a day in all.
 */
const pauses = [10, 60, 300, 1_800, 7_200, 21_600, 57_600];
/** A delivery is locked while it is sent. If the process ends, another one takes over. */
const leaseSeconds = 60;
const atOnce = 20;

interface Due {
  id: string;
  alertId: string;
  ownerId: string;
  siteId: string;
  url: string;
  body: string;
  attempts: number;
  secret: Buffer | null;
}

/**
 * Sends all due deliveries, one at a time per alert, so that a slow receiver delays only its own.
 * Returns the number sent.
 */
export async function deliverDue(ctx: Context): Promise<number> {
  const trusted = await readSetting(ctx, trustedReceivers);
  for (let count = 0; ; ) {
    const due = await claim(ctx);
    if (due.length === 0) return count;
    await Promise.all(due.map((delivery) => deliver(ctx, delivery, trusted)));
    count += due.length;
  }
}

async function claim(ctx: Context): Promise<Due[]> {
  const now = ctx.clock.now();
  const { rows } = await sql<Due>`
    with first as (select distinct on (alert_id) id from alert_delivery where state = 'waiting' and due_at <= ${now} order by alert_id, due_at, id),
    due as (select d.id from alert_delivery d join first using (id) order by d.due_at limit ${atOnce} for update of d skip locked)
    update alert_delivery d set attempts = attempts + 1, due_at = ${new Date(now.getTime() + leaseSeconds * 1000)}
    from due, alert a where d.id = due.id and a.id = d.alert_id and d.state = 'waiting'
    returning d.id, d.alert_id as "alertId", a.owner_id as "ownerId", a.site_id as "siteId", d.url, d.body, d.attempts, a.webhook_secret as secret`.execute(
    ctx.db,
  );
  return rows;
}

async function deliver(
  ctx: Context,
  { id, url, body, attempts, secret, alertId, ...owner }: Due,
  trusted: readonly string[],
): Promise<void> {
  const outcome: Outcome = secret
    ? await send(
        {
          id,
          url,
          body,
          secret: ctx.services.secrets.open(secret, secretPlace(alertId)),
          at: ctx.clock.now(),
        },
        trusted,
      )
    : { problem: 'changed' };
  const now = ctx.clock.now();
  const status = 'status' in outcome ? outcome.status : null;
  const isDelivered = status !== null && status >= 200 && status < 300;
  const pause = pauses[attempts - 1];
  // The receiver reports that it is gone permanently (Standard Webhooks).
  const isOver = isDelivered || pause === undefined || status === 410 || !secret;
  await sql`
    update alert_delivery set state = ${isDelivered ? 'delivered' : isOver ? 'failed' : 'waiting'}, http_status = ${status}, problem = ${'problem' in outcome ? outcome.problem : null},
      due_at = ${isOver ? now : new Date(now.getTime() + (pause ?? 0) * 1000)}, ended_at = ${isOver ? now : null}
    where id = ${id} and state = 'waiting' and attempts = ${attempts}`.execute(ctx.db);
  await announceAlert(ctx, { id: alertId, ...owner });
}
