import { sql } from 'kysely';
import type { Context } from '../../../server/platform/context.ts';
import { nextAttempt, type RetryPolicy } from '../../../server/platform/outbound/nextAttempt.ts';
import { readSetting } from '../../../server/platform/settings/settings.ts';
import { announceAlert, secretPlace } from './store.ts';
import { type Outcome, send, trustedReceivers } from './webhook.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Retried for a day. */
const policy: RetryPolicy = {
  pausesMs: [10_000, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour],
  limitMs: 24 * hour,
};
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
  since: Date;
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
    returning d.id, d.alert_id as "alertId", a.owner_id as "ownerId", a.site_id as "siteId", d.url, d.body, d.attempts, d.since, a.webhook_secret as secret`.execute(
    ctx.db,
  );
  return rows;
}

async function deliver(
  ctx: Context,
  { id, url, body, attempts, since, secret, alertId, ...owner }: Due,
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
  // The receiver reports that it is gone permanently (Standard Webhooks).
  const isFinal = isDelivered || status === 410 || !secret;
  const wait = 'retryAfterMs' in outcome ? outcome.retryAfterMs : undefined;
  const next = isFinal ? null : nextAttempt(policy, { attempts, since, now, retryAfterMs: wait });
  await sql`
    update alert_delivery set state = ${isDelivered ? 'delivered' : next ? 'waiting' : 'failed'}, http_status = ${status}, problem = ${'problem' in outcome ? outcome.problem : null},
      due_at = ${next ?? now}, ended_at = ${next ? null : now}
    where id = ${id} and state = 'waiting' and attempts = ${attempts}`.execute(ctx.db);
  await announceAlert(ctx, { id: alertId, ...owner });
}
