import { sql } from 'kysely';
import type * as z from 'zod';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import type { alertDelivery, alertEndpoints, alertEvent } from '../contract.ts';
import { type DeliveryProblem, describeDeliveryProblem } from './messages.ts';
import { findAlert } from './store.ts';

type Event = z.output<typeof alertEvent>;
type Delivery = z.output<typeof alertDelivery>;
type EventPage = z.input<(typeof alertEndpoints)['listAlertEvents']['answer']>;
type Dated<T extends { at: string }> = Omit<T, 'at'> & { at: Date };

const defaultSize = 25;
const maxDeliveries = 100;

/** When the alert fired, was acknowledged and ended, latest first. */
export async function listEvents(
  ctx: SignedInContext,
  alertId: string,
  query: { size?: number | undefined; from?: string | undefined; skip?: number | undefined },
): Promise<EventPage> {
  await findAlert(ctx, alertId, 'view');
  const size = query.size ?? defaultSize;
  const from = query.from ?? null;
  const skip = query.skip ?? 0;
  const { rows } = await sql<Dated<Event> & { total: number }>`
    with happened as (
      select e.id::text as id, date_trunc('milliseconds', e.at) as at, e.id as place, e.kind, e.server_name as "serverName", e.value, e.threshold, e.fired_value as "firedValue", coalesce(account_email(e.by_user_id), '') as by
      from alert_event e where e.alert_id = ${alertId}
    )
    select id, at, kind, "serverName", value, threshold, "firedValue", by, (select count(*)::int from happened) as total from happened
    where ${from}::timestamptz is null or at <= ${from}::timestamptz
    order by at desc, place desc limit ${size + 1} offset ${skip}`.execute(ctx.db);
  const pageRows = rows.slice(0, size);
  const last = pageRows.at(-1);
  const lastMoment = last?.at.toISOString() ?? null;
  const sameTimeCount = pageRows.filter((row) => row.at.getTime() === last?.at.getTime()).length;
  const hasMore = rows.length > size;
  return {
    ...{
      size,
      total: rows[0]?.total ?? 0,
      next: hasMore,
      nextDate: hasMore ? lastMoment : null,
      from,
      prevDate: null,
      userId: null,
    },
    ...{ firstElement: pageRows.length === 0 ? 0 : 1, lastElement: pageRows.length },
    ...{ nextSkip: lastMoment === from ? skip + sameTimeCount : sameTimeCount, prevSkip: 0 },
    items: pageRows.map(({ total: _total, at, ...event }) => ({ ...event, at: at.toISOString() })),
  };
}

/** The deliveries to the alert's webhook and their results, latest first. */
export async function listDeliveries(
  ctx: SignedInContext,
  alertId: string,
): Promise<{ items: Delivery[] }> {
  await findAlert(ctx, alertId, 'view');
  const { rows } = await sql<
    Omit<Dated<Delivery>, 'dueAt' | 'problem'> & {
      dueAt: Date | null;
      problem: DeliveryProblem | null;
    }
  >`
    select d.id, d.created_at as at, e.kind, d.url, d.state, d.attempts, case when d.state = 'waiting' then d.due_at end as "dueAt", d.http_status as "httpStatus", d.problem
    from alert_delivery d join alert_event e on e.id = d.event_id where d.alert_id = ${alertId} order by d.created_at desc, d.id limit ${maxDeliveries}`.execute(
    ctx.db,
  );
  return {
    items: rows.map(({ at, dueAt, problem, ...delivery }) => ({
      ...{ ...delivery, at: at.toISOString(), dueAt: dueAt?.toISOString() ?? null },
      problem: problem && describeDeliveryProblem(problem)[ctx.language],
    })),
  };
}
