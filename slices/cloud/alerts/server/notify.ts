import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { asPortal } from '../../../../server/platform/access/portalDb.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { siteAddress } from '../../../../server/platform/mail/siteAddress.ts';
import { notify } from '../../../../server/platform/notify/index.ts';
import { queueOutbound } from '../../../../server/platform/outbound/queue.ts';
import { readSite } from '../../../../server/platform/sites/sites.ts';
import { webhookDelivery } from './deliver.ts';
import { describeCondition, formatMetric } from './messages.ts';
import { endedNotification, firingNotification, testNotification } from './notifications.ts';
import { stateMetrics } from './rules.ts';
import type { Alert } from './store.ts';

/** An alert event that is reported. */
export interface AlertOccurrence {
  kind: 'firing' | 'acknowledged' | 'ok' | 'test';
  /** Null for a test. */
  server: { id: string; name: string } | null;
  /** The value at the time of the event. */
  value: number | null;
  /** The value when the alert fired. */
  firedValue: number | null;
  /** Start of the condition, or time of the event. */
  at: Date;
  byUserId?: string;
}

/**
 * Records the event and queues its notifications by email and webhook within the transaction of the
 * context, so that it is reported exactly once or not at all. Returns the delivery ID if there is a
 * webhook.
 */
export async function notifyHappening(
  ctx: Context,
  alert: Alert,
  occurrence: AlertOccurrence,
): Promise<{ deliveryId: string | null }> {
  const { kind, server, value, firedValue, at, byUserId } = occurrence;
  const threshold = stateMetrics.includes(alert.metric) ? null : alert.threshold;
  const now = ctx.clock.now();
  const { rows } = await sql<{ id: number }>`
    insert into alert_event (alert_id, server_id, server_name, kind, at, value, threshold, fired_value, by_user_id)
    values (${alert.id}, ${server?.id ?? null}, ${server?.name ?? ''}, ${kind}, ${now}, ${value}, ${threshold}, ${firedValue}, ${byUserId ?? null}) returning id`.execute(
    ctx.db,
  );
  const eventId = rows[0]?.id ?? 0;
  if (alert.byMail) await notifyByMail(ctx, alert, occurrence);
  if (!alert.webhookUrl) return { deliveryId: null };
  const id = randomUUID();
  const { name, metric, comparison, clearAt, forMinutes } = alert;
  const body = JSON.stringify({
    type: `alert.${kind}`,
    timestamp: now.toISOString(),
    data: {
      alert: {
        id: alert.id,
        name,
        metric,
        comparison,
        threshold: alert.threshold,
        clearAt,
        forMinutes,
      },
      server,
      value,
      firedValue,
      at: at.toISOString(),
    },
  });
  await sql`
    insert into alert_delivery (id, alert_id, event_id, url, body, due_at, created_at)
    values (${id}, ${alert.id}, ${eventId}, ${alert.webhookUrl}, ${body}, ${now}, ${now})`.execute(
    ctx.db,
  );
  await queueOutbound(asPortal(ctx, 'deliveries belong to the portal'), webhookDelivery, {
    key: id,
    payload: { deliveryId: id, alertId: alert.id },
    sequence: alert.id,
    siteId: alert.siteId,
  });
  return { deliveryId: id };
}

async function notifyByMail(
  ctx: Context,
  alert: Alert,
  { kind, server, value, firedValue, at }: AlertOccurrence,
): Promise<void> {
  const site = alert.siteId === ctx.site.id ? ctx.site : await readSite(ctx.db, alert.siteId);
  const mailValues = {
    alert: alert.name,
    condition: describeCondition(alert),
    link: `${siteAddress({ ...ctx, site })}/alerts/${alert.id}`,
  };
  if (kind === 'test')
    await notify(ctx, {
      userId: alert.ownerId,
      notification: testNotification,
      values: { ...mailValues, at },
    });
  if (!server || (kind !== 'firing' && kind !== 'ok')) return;
  const notification = kind === 'firing' ? firingNotification : endedNotification;
  const formatValue = (value: number | null) =>
    (value === null ? '' : formatMetric(alert.metric, value)) || '–';
  await notify(ctx, {
    userId: alert.ownerId,
    notification,
    values: {
      ...mailValues,
      name: server.name,
      value: formatValue(value),
      fired: formatValue(firedValue),
      at,
    },
  });
}
