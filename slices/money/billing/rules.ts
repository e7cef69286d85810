/** A way to pay. */
export type PaymentWay = 'card' | 'paypal' | 'transfer';

/**
 * The payment methods offered to an account: card customers can't pay by transfer while a provider
 * accepts their payments.
 */
export function waysFor(paymentType: string, ways: readonly PaymentWay[]): PaymentWay[] {
  const isByProvider = paymentType === 'Credit Card' && ways.some((way) => way !== 'transfer');
  return ways.filter((way) => way !== 'transfer' || !isByProvider);
}

/**
 * The effective payment type: `asSet` as configured, `noCards` when the account pays by card but
 * the seller accepts only other methods, `noWay` when the seller accepts none.
 */
export function paysBy(
  paymentType: string,
  ways: readonly PaymentWay[],
): 'asSet' | 'noCards' | 'noWay' {
  if (ways.length === 0) return 'noWay';
  return paymentType === 'Deposit' || ways.includes('card') ? 'asSet' : 'noCards';
}
