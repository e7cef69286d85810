import { type Payment, PaymentFailure } from './port.ts';

const expired = (reference: string): Payment => ({
  ...{ reference, state: 'expired', isCapturable: false, amount: '0', currency: '', orderId: null, capture: null },
  ...{ fee: null, refunded: '0', method: null, problem: '' },
});

/**
 * What a provider tells of a payment. One that it does not know is one that nobody pays any more: forgotten, as PayPal does with what was not
 * paid in time, or begun with another account of the seller's.
 */
export async function orForgotten(reference: string, read: () => Promise<Payment>): Promise<Payment> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PaymentFailure && error.kind === 'gone') return expired(reference);
    throw error;
  }
}
