import { sql } from 'kysely';
import type { Context } from '../../../server/platform/context.ts';
import { reckon, type Standing } from './reckon.ts';

/** Who has enough for so long is told nothing. */
export const enoughDays = 3;

/** 0: enough; 1: what is left lasts less than three days if all goes on as it is; 2: nothing is left. */
export type Level = 0 | 1 | 2;

export type Levelled = Standing & { level: Level };

/** What these payers have left, and how long it lasts: reckoned once up to now and once as it will be. */
export async function levelsOf(ctx: Pick<Context, 'db' | 'clock'>, payerIds: readonly string[]): Promise<Levelled[]> {
  const now = await reckon(ctx, payerIds);
  const later = await reckon(ctx, payerIds, { until: new Date(ctx.clock.now().getTime() + enoughDays * 86_400_000) });
  const wanted = now.map(({ payerId, left }) => ({ payerId, left, later: later.find((one) => one.payerId === payerId)?.left ?? left }));
  const { rows } = await sql<{ payerId: string; level: Level }>`
    select "payerId", case when "left" <= 0 then 2 when later < 0 then 1 else 0 end as level
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as given ("payerId" uuid, "left" numeric, later numeric)`.execute(ctx.db);
  const levels = new Map(rows.map(({ payerId, level }) => [payerId, level]));
  return now.map((standing) => ({ ...standing, level: levels.get(standing.payerId) ?? 0 }));
}
