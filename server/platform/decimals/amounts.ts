import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** Formats a decimal amount with all digits of the currency, such as `40.00 USD`. */
export async function formatAmounts(
  { db }: Pick<Context, 'db'>,
  amounts: readonly string[],
  currency: string,
): Promise<string[]> {
  const { rows } = await sql<{ told: string }>`
    select round(amount, greatest(minor_units(${currency}), scale(trim_scale(amount)))) || ' ' || ${currency}::text as told
    from unnest(${[...amounts]}::numeric[]) with ordinality as given (amount, place) order by place`.execute(
    db,
  );
  return rows.map(({ told }) => told);
}
