import { sql } from 'kysely';
import { vendorProblem } from '../../../../drivers/problem.ts';
import { asPortal } from '../../../../server/platform/access/portalDb.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { cancelOutbound } from '../../../../server/platform/outbound/manageJobs.ts';
import {
  defineOutbound,
  type OutboundStatus,
  outboundType,
  type Receipt,
} from '../../../../server/platform/outbound/outbound.ts';
import {
  type FailureKind,
  failureKindOfStatus,
  OutboundFailure,
} from '../../../../server/platform/outbound/outboundFailure.ts';
import {
  defaultBreaker,
  parseRetryAfter,
} from '../../../../server/platform/outbound/retryPolicy.ts';
import { readSetting } from '../../../../server/platform/settings/settings.ts';
import { localize } from '../texts/localize.ts';
import { type DeliveryProblem, describeDeliveryProblem } from './messages.ts';
import { announceAlert, secretLocation } from './store.ts';
import { type Outcome, send, trustedReceivers } from './webhook.ts';

const second = 1_000;
const hour = 3_600 * second;

type WebhookPayload = { deliveryId: string; alertId: string };

/**
 * Calls the webhook of an alert. The key is the delivery ID, which is also sent to the receiver.
 */
export const webhookDelivery = outboundType<WebhookPayload>('alerts.webhook');

interface DeliveryRow {
  name: string;
  kind: string;
  url: string;
  currentUrl: string | null;
  body: string;
  secret: Buffer | null;
}

interface WebhookRoute {
  row: DeliveryRow;
  secret: Buffer;
}

/** `status`: the receiver's HTTP status. */
type WebhookReceipt = Receipt & { status: number };

/** A failed webhook call, with the details shown in the alert's log. */
class WebhookFailure extends OutboundFailure {
  readonly status: number | null;
  readonly problem: DeliveryProblem | null;

  constructor(kind: FailureKind, outcome: Outcome, now: Date) {
    const status = 'status' in outcome ? outcome.status : null;
    const problem = 'problem' in outcome ? outcome.problem : null;
    super(kind, problem ? describeDeliveryProblem(problem) : rejectedText, {
      problem: status === null ? null : vendorProblem(`HTTP ${status}`),
      retryAfterMs: 'status' in outcome ? parseRetryAfter(outcome.retryAfter, now) : null,
    });
    this.status = status;
    this.problem = problem;
  }
}

const rejectedText = localize('refused');

async function readDelivery({ db }: Context, id: string): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select a.name, e.kind, d.url, a.webhook_url as "currentUrl", d.body, a.webhook_secret as secret
    from alert_delivery d join alert a on a.id = d.alert_id join alert_event e on e.id = d.event_id where d.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/**
 * Retries until the receiver reports that it is gone, because it can be repaired in the meantime.
 */
function kindOf(outcome: Outcome): FailureKind {
  if (!('status' in outcome)) return 'unavailable';
  // The receiver is gone permanently (Standard Webhooks).
  if (outcome.status === 410) return 'permanent';
  const kind = failureKindOfStatus(outcome.status);
  return kind === 'permanent' ? 'temporary' : kind;
}

/**
 * Each alert has its own circuit breaker, so that a slow receiver delays only its own deliveries.
 */
export const webhooks = defineOutbound({
  type: webhookDelivery,
  title: localize('webhooks'),
  // A little more than a day in total.
  retry: {
    pausesMs: [10, 60, 300, 1_800, 7_200, 21_600, 57_600].map((pause) => pause * second),
    maxAttempts: 8,
    limitMs: 48 * hour,
  },
  breaker: defaultBreaker,
  leaseMs: 60 * second,
  parallel: 1,
  async destination(ctx, { deliveryId, alertId }) {
    const row = await readDelivery(ctx, deliveryId);
    const now = ctx.clock.now();
    if (!row) throw new WebhookFailure('permanent', { problem: 'deleted' }, now);
    if (!row.secret || row.url !== row.currentUrl)
      throw new WebhookFailure('permanent', { problem: 'changed' }, now);
    const route: WebhookRoute = { row, secret: row.secret };
    return { key: alertId, title: hostOf(row.url), route };
  },
  async send(ctx, { deliveryId, alertId }, { route }): Promise<WebhookReceipt> {
    const { url, body } = route.row;
    const secret = ctx.services.secrets.open(route.secret, secretLocation(alertId));
    const at = ctx.clock.now();
    const message = { ...{ id: deliveryId, url, body, secret, at } };
    const outcome = await send(message, await readSetting(ctx, trustedReceivers));
    if ('status' in outcome && outcome.status >= 200 && outcome.status < 300) return outcome;
    throw new WebhookFailure(kindOf(outcome), outcome, at);
  },
  onChange: copyState,
  async display(ctx, { deliveryId }) {
    const row = await readDelivery(ctx, deliveryId);
    if (!row) return [];
    // Webhook paths contain secrets for many services.
    return [
      { title: localize('deliver.display.alert'), value: row.name },
      { title: localize('deliver.display.event'), value: row.kind },
    ];
  },
});

/** Copies the delivery state to the alert's log. */
async function copyState(
  ctx: Context,
  { deliveryId }: WebhookPayload,
  { state, attempts, nextTryAt, failure }: OutboundStatus,
  receipt: WebhookReceipt | null,
): Promise<void> {
  const now = ctx.clock.now();
  const last = failure instanceof WebhookFailure ? failure : null;
  const isAbandoned = state === 'failed' && failure === null;
  const problem = last ? last.problem : isAbandoned ? 'givenUp' : null;
  const { rows } = await sql<{ id: string; siteId: string; ownerId: string }>`
    update alert_delivery d set state = ${state === 'sent' ? 'delivered' : state}, attempts = ${attempts},
      http_status = ${receipt?.status ?? last?.status ?? null}, problem = ${problem},
      due_at = ${nextTryAt ?? now}, ended_at = ${nextTryAt ? null : now}
    from alert a where d.id = ${deliveryId} and a.id = d.alert_id
    returning a.id, a.site_id as "siteId", a.owner_id as "ownerId"`.execute(ctx.db);
  if (rows[0]) await announceAlert(ctx, rows[0]);
}

/** Cancels pending deliveries. */
export async function cancelDeliveries(
  ctx: Context,
  alertId: string,
  problem: DeliveryProblem,
): Promise<void> {
  const inner = asPortal(ctx, 'deliveries belong to the portal; the alert is the caller’s');
  const { rows } = await sql<{ id: string }>`
    select id from alert_delivery where alert_id = ${alertId} and state = 'waiting'`.execute(
    inner.db,
  );
  const ids = rows.map(({ id }) => id);
  await cancelOutbound(inner, webhookDelivery, ids, describeDeliveryProblem(problem));
  await sql`update alert_delivery set problem = ${problem} where id = any(${ids}::uuid[])`.execute(
    inner.db,
  );
}
