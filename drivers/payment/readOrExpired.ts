import { type Payment, PaymentFailure } from './port.ts';

const expiredPayment = (reference: string): Payment => ({
  ...{
    reference,
    state: 'expired',
    isCapturable: false,
    amount: '0',
    currency: '',
    orderId: null,
    capture: null,
  },
  ...{ fee: null, refunded: '0', method: null, problem: null },
});

/**
 * The state of a payment at a provider. An unknown payment can no longer be paid: the provider
 * purged it, as PayPal does with expired ones, or it was started with another seller account.
 */
export async function readOrExpired(
  reference: string,
  read: () => Promise<Payment>,
): Promise<Payment> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PaymentFailure && error.kind === 'gone') return expiredPayment(reference);
    throw error;
  }
}
