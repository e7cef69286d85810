import { sql } from 'kysely';
import type { Context } from '../../../server/platform/context.ts';
import type { Company } from '../../companies/server/index.ts';
import type { PaymentWay } from '../rules.ts';

const ofProvider: Record<string, PaymentWay> = { stripe: 'card', paypal: 'paypal' };

/** What the company takes money by now: the providers it is connected to, and transfers where it names an account. */
export async function waysOf(ctx: Pick<Context, 'db'>, { id, bankAccount }: Pick<Company, 'id' | 'bankAccount'>): Promise<PaymentWay[]> {
  const { rows } = await sql<{ provider: string }>`
    select provider from payment_connection where company_id = ${id} and is_on order by provider desc`.execute(ctx.db);
  const connected = rows.flatMap(({ provider }) => ofProvider[provider] ?? []);
  return bankAccount === '' ? connected : [...connected, 'transfer'];
}
