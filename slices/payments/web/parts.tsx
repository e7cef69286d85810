import type { Answer } from '../../../web/client.ts';
import { Badge } from '../../../web/ui/Badge.tsx';
import { formatMoney } from '../../../web/ui/money.ts';
import { formatMoment, Money } from '../../../web/ui/values.tsx';
import { text } from './text.ts';

export type Order = Answer<'getPayment'>;

const titles: Record<Order['provider'], string> = { stripe: 'Stripe', paypal: 'PayPal' };
export const providerTitle = (provider: Order['provider']): string => titles[provider];

/** What one pays with, as a customer calls it. */
export const wayTitle = (provider: Order['provider']): string =>
  text(provider === 'stripe' ? 'byCard' : 'byPayPal');

/** One payment: how it stands, what went wrong, what went back, what is disputed. */
export function OrderFacts({ order }: { order: Order }) {
  const { amount, currency, provider, state, stateTitle, createdAt, problem, refunds, disputes } =
    order;
  return (
    <>
      <strong>
        <Money amount={amount} currency={currency} />
      </strong>
      <span className="soft">
        {text(order.kind === 'collection' ? 'collectedFrom' : 'paidBy', {
          way: wayTitle(provider),
        })}{' '}
        {order.documentNumber && text('paidFor', { name: order.documentNumber })} ·{' '}
        {formatMoment(createdAt)}
      </span>
      <span className="payments-badges">
        <Badge tone={state === 3 ? 'good' : state === 4 ? 'neutral' : 'busy'}>{stateTitle}</Badge>
        {refunds.map((refund, at) => (
          <Badge key={`refund ${at}`} tone={refund.state === 'failed' ? 'bad' : 'neutral'}>
            {text(refund.isByProvider ? 'refund_there' : `refund_${refund.state}`, {
              amount: formatMoney(refund.amount, currency),
            })}
          </Badge>
        ))}
        {disputes.map((dispute, at) => (
          <Badge
            key={`dispute ${at}`}
            tone={
              dispute.state === 'open' ? 'warning' : dispute.state === 'lost' ? 'bad' : 'neutral'
            }
          >
            {text(`dispute_${dispute.state}`, { amount: formatMoney(dispute.amount, currency) })}
            {dispute.withdrawn !== '0' && dispute.state === 'open' && ` · ${text('withdrawn')}`}
          </Badge>
        ))}
      </span>
      {problem && (
        <small className="payments-problem soft">
          {text('said', { provider: providerTitle(provider), problem })}
        </small>
      )}
      {refunds
        .filter((refund) => refund.problem)
        .map((refund, at) => (
          <small key={`refused ${at}`} className="payments-problem soft">
            {text('said', { provider: providerTitle(provider), problem: refund.problem })}
          </small>
        ))}
    </>
  );
}

type ManagedDispute = Answer<'listCustomerPayments'>['orders'][number]['disputes'][number];

/**
 * What a billing administrator needs of a dispute: why, until when it can be answered, and what it
 * costs.
 */
export function DisputeTerms({
  dispute,
  currency,
}: {
  dispute: Pick<ManagedDispute, 'state' | 'reason' | 'dueAt' | 'fee'>;
  currency: string;
}) {
  const { state, reason, dueAt, fee } = dispute;
  const terms = [
    reason,
    ...(state === 'open' && dueAt ? [text('answerBy', { when: formatMoment(dueAt) })] : []),
    ...(fee && fee !== '0' ? [text('disputeFee', { amount: formatMoney(fee, currency) })] : []),
  ];
  return <small className="soft">{terms.join(' · ')}</small>;
}
