import { sql } from 'kysely';
import type * as z from 'zod';
import type { Context } from '../../../server/platform/context.ts';
import type { costPreview } from '../contract.ts';
import { type EstimatedItem, estimate } from './estimate.ts';
import type { Buyer } from './priceList.ts';

export type CostPreview = z.output<typeof costPreview>;
export type CostChange = CostPreview['changes'][number];

type PriceContext = Pick<Context, 'db' | 'clock' | 'language'>;

/** What one thing has, and what it would have. `isBought`: what is bought once was paid already. */
interface Change {
  before: readonly EstimatedItem[];
  after: readonly EstimatedItem[];
  isBought?: boolean;
}

/** What a change of one thing makes of its price, at the prices of the list the buyer buys from now. Throws `priceMissing`. */
export async function estimateChange(ctx: PriceContext, buyer: Buyer, { before, after, isBought = false }: Change): Promise<CostChange> {
  const [was, will] = [await estimate(ctx, buyer, before), await estimate(ctx, buyer, after)];
  const { rows } = await sql<CostChange['added']>`
    select trim_scale(${will.hourly}::numeric - ${was.hourly}::numeric)::text as hourly,
      (${will.monthly}::numeric - ${was.monthly}::numeric)::text as monthly,
      (case when ${isBought} then 0 else ${will.once}::numeric - ${was.once}::numeric end)::text as once`.execute(ctx.db);
  const ratesOf = ({ hourly, monthly }: { hourly: string; monthly: string }) => ({ hourly, monthly });
  return { currency: will.currency, before: ratesOf(was), after: ratesOf(will), added: rows[0] as CostChange['added'] };
}

/** Changes of several things together, a row a currency; those of things whose prices stay the same are in it as nothing. */
export async function sumOfChanges(ctx: Pick<Context, 'db'>, changes: readonly CostChange[]): Promise<CostChange[]> {
  const sumOf = (part: string, rate: string) => sql`sum((change -> ${part} ->> ${rate})::numeric)`;
  const hourly = (part: string) => sql`trim_scale(${sumOf(part, 'hourly')})::text`;
  const { rows } = await sql<{ change: CostChange }>`
    select jsonb_build_object('currency', change ->> 'currency',
      'before', jsonb_build_object('hourly', ${hourly('before')}, 'monthly', ${sumOf('before', 'monthly')}::text),
      'after', jsonb_build_object('hourly', ${hourly('after')}, 'monthly', ${sumOf('after', 'monthly')}::text),
      'added', jsonb_build_object('hourly', ${hourly('added')}, 'monthly', ${sumOf('added', 'monthly')}::text,
        'once', ${sumOf('added', 'once')}::text)) as change
    from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) as change group by change ->> 'currency' order by change ->> 'currency'`.execute(
    ctx.db,
  );
  return rows.map(({ change }) => change);
}
