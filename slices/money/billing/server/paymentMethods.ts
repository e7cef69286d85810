import { type RawBuilder, sql } from 'kysely';
import type { PaymentWay } from '../rules.ts';

const wayByProvider: Record<string, PaymentWay> = { stripe: 'card', paypal: 'paypal' };

interface Connection {
  provider: string;
}

/** Query for the providers that a company is connected to. */
export const connectionsQuery = (companyId: RawBuilder<unknown>): RawBuilder<Connection> =>
  sql<Connection>`select provider from payment_connection where company_id = ${companyId} and is_on order by provider desc`;

/**
 * Returns a company's payment methods: its connected providers, and transfers if it has a bank
 * account.
 */
export function paymentMethodsOf(
  connections: readonly Connection[],
  bankAccount: string,
): PaymentWay[] {
  const connected = connections.flatMap(({ provider }) => wayByProvider[provider] ?? []);
  return bankAccount === '' ? connected : [...connected, 'transfer'];
}
