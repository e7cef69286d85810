/** What can be paid with. */
export type PaymentWay = 'card' | 'paypal' | 'transfer';

/** What an account is offered of what the seller takes: who pays by card transfers nothing, as long as a provider takes its money. */
export function waysFor(paymentType: string, ways: readonly PaymentWay[]): PaymentWay[] {
  const isByProvider = paymentType === 'Credit Card' && ways.some((way) => way !== 'transfer');
  return ways.filter((way) => way !== 'transfer' || !isByProvider);
}

/**
 * What is true of how an account pays: `asSet` by its payment type; `noCards` when it is to pay by card and the seller takes none, but
 * something else; `noWay` when the seller takes nothing.
 */
export function paysBy(paymentType: string, ways: readonly PaymentWay[]): 'asSet' | 'noCards' | 'noWay' {
  if (ways.length === 0) return 'noWay';
  return paymentType === 'Deposit' || ways.includes('card') ? 'asSet' : 'noCards';
}
