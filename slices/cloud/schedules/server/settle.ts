import { sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import { announceSchedule } from './store.ts';

/**
 * Records the results of runs whose tasks have finished. The latest run of a schedule decides: a
 * failure is reported until a later run succeeds or the failure is acknowledged.
 */
export async function settleRuns(ctx: Pick<Context, 'db'>): Promise<void> {
  const { rows } = await sql<{ id: string; siteId: string; ownerId: string }>`
    with settled as (
      update schedule_run r set outcome = case when r.state = 'missed' or exists (
        select from jsonb_to_recordset(r.results) as x ("cmdId" bigint, refusal jsonb) left join task t on t.id = x."cmdId"
        where jsonb_typeof(x.refusal) = 'object' or t.state = 'failed') then 'troubled' else 'done' end
      where r.outcome is null and not exists (
        select from jsonb_to_recordset(r.results) as x ("cmdId" bigint) join task t on t.id = x."cmdId" where t.completed_at is null)
      returning r.id, r.schedule_id, r.outcome
    ), latest as (
      select distinct on (schedule_id) schedule_id, case when outcome = 'troubled' then id end as troubled_run from settled s
      where not exists (select from schedule_run later where later.schedule_id = s.schedule_id and later.id > s.id and later.outcome is not null)
      order by schedule_id, id desc
    )
    update schedule c set troubled_run = latest.troubled_run from latest
    where c.id = latest.schedule_id and c.troubled_run is distinct from latest.troubled_run
    returning c.id, c.site_id as "siteId", c.owner_id as "ownerId"`.execute(ctx.db);
  for (const schedule of rows) await announceSchedule(ctx, schedule);
}
