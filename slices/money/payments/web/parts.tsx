import type { Answer } from '../../../../web/client.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { Row, Text } from '../../../../web/ui/layout/Layout.tsx';
import { formatMoney } from '../../../../web/ui/values/money.ts';
import { formatMoment, Money } from '../../../../web/ui/values/values.tsx';
import { text } from './text.ts';

export type Order = Answer<'getPayment'>;

const titles: Record<Order['provider'], string> = { stripe: 'Stripe', paypal: 'PayPal' };
export const providerTitle = (provider: Order['provider']): string => titles[provider];

/** The displayed name of a payment method. */
export const methodTitle = (provider: Order['provider']): string =>
  text(provider === 'stripe' ? 'byCard' : 'byPayPal');

/** A payment: its state, problem, refunds, and disputes. */
export function OrderDetails({ order }: { order: Order }) {
  const { amount, currency, provider, state, stateTitle, createdAt, problem, refunds, disputes } =
    order;
  return (
    <>
      <strong>
        <Money amount={amount} currency={currency} />
      </strong>
      <span className="soft">
        {text(order.kind === 'collection' ? 'collectedFrom' : 'paidBy', {
          way: methodTitle(provider),
        })}{' '}
        {order.documentNumber && text('paidFor', { name: order.documentNumber })} ·{' '}
        {formatMoment(createdAt)}
      </span>
      <Row as="span" gap="8px 12px" align="center">
        <Badge tone={state === 3 ? 'good' : state === 4 ? 'neutral' : 'busy'}>{stateTitle}</Badge>
        {refunds.map((refund, index) => (
          <Badge key={`refund ${index}`} tone={refund.state === 'failed' ? 'bad' : 'neutral'}>
            {text(refund.isByProvider ? 'refund_there' : `refund_${refund.state}`, {
              amount: formatMoney(refund.amount, currency),
            })}
          </Badge>
        ))}
        {disputes.map((dispute, index) => (
          <Badge
            key={`dispute ${index}`}
            tone={
              dispute.state === 'open' ? 'warning' : dispute.state === 'lost' ? 'bad' : 'neutral'
            }
          >
            {text(`dispute_${dispute.state}`, { amount: formatMoney(dispute.amount, currency) })}
            {dispute.withdrawn !== '0' && dispute.state === 'open' && ` · ${text('withdrawn')}`}
          </Badge>
        ))}
      </Row>
      {problem && (
        <Text as="small" flexBasis="100%" wrap="anywhere" tone="soft">
          {text('said', { provider: providerTitle(provider), problem })}
        </Text>
      )}
      {refunds
        .filter((refund) => refund.problem)
        .map((refund, index) => (
          <Text key={`refused ${index}`} as="small" flexBasis="100%" wrap="anywhere" tone="soft">
            {text('said', { provider: providerTitle(provider), problem: refund.problem })}
          </Text>
        ))}
    </>
  );
}

type ManagedDispute = Answer<'listCustomerPayments'>['orders'][number]['disputes'][number];

/** The terms of a dispute for a billing administrator: reason, response deadline, and fee. */
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
