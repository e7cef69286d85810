/** A payment method. */
export type PaymentWay = 'card' | 'paypal' | 'transfer';

/**
 * Returns the payment methods for an account. Customers who pay by card can't use transfers while a
 * provider accepts their payments.
 */
export function waysFor(paymentType: string, ways: readonly PaymentWay[]): PaymentWay[] {
  const isByProvider = paymentType === 'Credit Card' && ways.some((way) => way !== 'transfer');
  return ways.filter((way) => way !== 'transfer' || !isByProvider);
}

/**
 * Returns the effective payment type: `asSet` as configured, `noCards` if the account pays by card
 * but the seller accepts only other methods, `noWay` if the seller accepts no method.
 */
export function paysBy(
  paymentType: string,
  ways: readonly PaymentWay[],
): 'asSet' | 'noCards' | 'noWay' {
  if (ways.length === 0) return 'noWay';
  return paymentType === 'Deposit' || ways.includes('card') ? 'asSet' : 'noCards';
}
