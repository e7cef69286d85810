/** A payment method. */
export type PaymentWay = 'card' | 'paypal' | 'transfer';

/**
 * Returns the payment methods for an account. Customers who pay by card can't use transfers while a
 * provider accepts their payments.
 */
export function methodsFor(paymentType: string, methods: readonly PaymentWay[]): PaymentWay[] {
  const usesPaymentProvider =
    paymentType === 'Credit Card' && methods.some((method) => method !== 'transfer');
  return methods.filter((method) => method !== 'transfer' || !usesPaymentProvider);
}

/**
 * Returns the effective payment type: `asSet` as configured, `noCards` if the account pays by card
 * but the seller accepts only other methods, `noWay` if the seller accepts no method.
 */
export function effectivePaymentType(
  paymentType: string,
  methods: readonly PaymentWay[],
): 'asSet' | 'noCards' | 'noWay' {
  if (methods.length === 0) return 'noWay';
  return paymentType === 'Deposit' || methods.includes('card') ? 'asSet' : 'noCards';
}
