import { sql } from 'kysely';
import type * as z from 'zod';
import type { CodeName } from '../../../../contract/errors/codes.ts';
import type { MessageValues } from '../../../../contract/errors/errors.ts';
import { render } from '../../../../contract/errors/messages.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import type { budgetEndpoints, budgetEvent } from '../contract.ts';
import { findBudget, roundToMinorUnits } from './store.ts';

type Event = z.output<typeof budgetEvent>;
type EventPage = z.input<(typeof budgetEndpoints)['listBudgetEvents']['answer']>;

interface Row extends Omit<Event, 'at' | 'end' | 'endedAt' | 'servers'> {
  at: Date;
  liftedAt: Date | null;
  retiredAt: Date | null;
  monthEnds: Date;
  servers: (Omit<Event['servers'][number], 'problem'> & {
    refusal: { name: string; values: MessageValues } | null;
  })[];
  total: number;
}

const defaultSize = 25;
/** The maximum number of servers listed per event. */
const maxServers = 200;

/** Lists the reached thresholds with their actions and results. Newest first. */
export async function listEvents(
  ctx: SignedInContext,
  budgetId: string,
  query: { size?: number | undefined; from?: string | undefined; skip?: number | undefined },
): Promise<EventPage> {
  await findBudget(ctx, budgetId);
  const { size = defaultSize, skip = 0 } = query;
  const from = query.from ?? null;
  const { rows } = await sql<Row>`
    with happened as (
      select e.*, date_trunc('milliseconds', e.at) as moment from budget_event e where e.budget_id = ${budgetId}
    )
    select e.id::text as id, e.moment as at, to_char(e.month, 'YYYY-MM') as month, e.basis, e.percent, e.blocks, e.powers_off as "powersOff", e.currency,
      ${roundToMinorUnits(sql`e.spent`, sql`e.currency`)} as spent, ${roundToMinorUnits(sql`e.forecast`, sql`e.currency`)} as forecast, ${roundToMinorUnits(sql`e.amount`, sql`e.currency`)} as amount,
      e.lifted_at as "liftedAt", account_email(e.lifted_by) as "liftedBy", e.retired_at as "retiredAt", e.month_ends as "monthEnds",
      (select coalesce(jsonb_agg(jsonb_build_object('serverId', s.server_id, 'name', s.server_name, 'state', s.state, 'cmdId', s.cmd_id, 'refusal', s.refusal)
          order by s.state = 'refused' desc, lower(s.server_name)), '[]')
        from (select * from budget_stop where event_id = e.id order by state = 'refused' desc, server_name limit ${maxServers}) s) as servers,
      (select count(*)::int from happened) as total
    from happened e
    where ${from}::timestamptz is null or e.moment <= ${from}::timestamptz
    order by e.moment desc, e.id desc limit ${size + 1} offset ${skip}`.execute(ctx.db);
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
    items: pageRows.map((row) => present(ctx, row)),
  };
}

function present(
  ctx: SignedInContext,
  { total: _total, liftedAt, retiredAt, monthEnds, ...event }: Row,
): Event {
  return {
    ...event,
    ...findEnd(ctx.clock.now(), { liftedAt, retiredAt, monthEnds }),
    at: event.at.toISOString(),
    servers: event.servers.map(({ refusal, ...server }) => ({
      ...server,
      problem: refusal && render(refusal.name as CodeName, ctx.language, refusal.values),
    })),
  };
}

/** Returns the earliest reason why an event no longer applies. */
function findEnd(
  now: Date,
  { liftedAt, retiredAt, monthEnds }: Pick<Row, 'liftedAt' | 'retiredAt' | 'monthEnds'>,
) {
  const possibleEnds = [
    { end: 'lifted' as const, at: liftedAt },
    { end: 'changed' as const, at: retiredAt },
    { end: 'month' as const, at: monthEnds <= now ? monthEnds : null },
  ].flatMap(({ end, at }) => (at ? [{ end, endedAt: at.toISOString() }] : []));
  return (
    possibleEnds.sort((a, b) => a.endedAt.localeCompare(b.endedAt))[0] ?? {
      end: null,
      endedAt: null,
    }
  );
}
