import { sql } from 'kysely';
import { userError } from '../../../contract/errors.ts';
import { eachLanguage } from '../../../contract/languages.ts';
import type { Context } from '../../../server/platform/context.ts';
import { defineOutbound } from '../../../server/platform/outbound/outbound.ts';
import { localize } from '../texts/localize.ts';
import { announceAlert } from './store.ts';
import { type DeliveryProblem, isDeliveryProblem, problemWords } from './words.ts';

interface Changed {
  id: string;
  ownerId: string;
  siteId: string;
}

/** Changes a delivery, if it is in that state, and tells the screens of its alert. */
async function change(
  ctx: Context,
  deliveryId: string,
  from: 'waiting' | 'failed',
  values: ReturnType<typeof sql>,
): Promise<boolean> {
  const { rows } = await sql<Changed>`
    update alert_delivery d set ${values} from alert a where d.id = ${deliveryId}::uuid and d.state = ${from} and a.id = d.alert_id
    returning a.id, a.owner_id as "ownerId", a.site_id as "siteId"`.execute(ctx.db);
  const [alert] = rows;
  if (alert) await announceAlert(ctx, alert);
  return alert !== undefined;
}

export const webhookOutbound = defineOutbound({
  name: 'webhook',
  title: localize('outbound.webhook'),
  rows: sql`select d.id::text as id, a.site_id, d.url as destination, a.name as subject, case d.state when 'delivered' then 'sent' else d.state end as state, d.attempts, d.created_at,
    case when d.state = 'waiting' then d.due_at end as due_at, d.ended_at,
    coalesce(d.problem, case when d.http_status not between 200 and 299 then d.http_status::text end, '') as problem
    from alert_delivery d join alert a on a.id = d.alert_id`,
  describeProblem: (problem) => {
    if (problem === '') return eachLanguage(() => '');
    return isDeliveryProblem(problem)
      ? problemWords(problem)
      : localize('outbound.status', { status: problem });
  },
  readPayload: async (ctx, id) => {
    const { rows } = await sql<{ body: string }>`
      select body from alert_delivery where id = ${id}::uuid`.execute(ctx.db);
    return rows[0]?.body ?? null;
  },
  retry: async (ctx, id) => {
    const now = ctx.clock.now();
    const isRetried = await change(
      ctx,
      id,
      'failed',
      sql`state = 'waiting', attempts = 0, since = ${now}, due_at = ${now}, ended_at = null, problem = null, http_status = null`,
    );
    if (!isRetried) throw userError('deliveryNotRetryable');
  },
  giveUp: (ctx, id) =>
    change(
      ctx,
      id,
      'waiting',
      sql`state = 'failed', ended_at = ${ctx.clock.now()}, problem = ${'givenUp' satisfies DeliveryProblem}`,
    ),
});
