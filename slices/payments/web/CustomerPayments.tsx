import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../web/client.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { Badge } from '../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../web/ui/ConfirmDialog.tsx';
import { formatMoney } from '../../../web/ui/money.ts';
import { Section } from '../../../web/ui/Section.tsx';
import { ErrorState, Skeleton } from '../../../web/ui/states.tsx';
import { useRun } from '../../../web/ui/useRun.ts';
import { Code } from '../../../web/ui/values.tsx';
import { DisputeTerms, OrderFacts } from './parts.tsx';
import { text } from './text.ts';

/** A customer's card and PayPal payments, and charging the amount due. */
export function CustomerPayments({
  customer,
}: {
  customer: { companyId: string; externalId: string };
}) {
  const payments = useCall(
    'listCustomerPayments',
    { params: customer },
    { topics: ['billing'], pollMs: 25_000 },
  );
  const [key, setKey] = useState<string | null>(null);
  const run = useRun();
  if (payments.isError && !payments.data)
    return <ErrorState error={payments.error} onRetry={() => void payments.refetch()} />;
  if (!payments.data) return <Skeleton count={3} />;
  const { orders, methods } = payments.data;
  const collect = async (given: string) => {
    const { state, problem } = await call('collectDebt', {
      params: customer,
      body: { key: given },
    });
    const told = state === 3 ? text('collectedDone') : text('collectedNot', { problem });
    await run(told, async () => undefined, ['listCustomerPayments', 'getCustomerBilling']);
  };
  return (
    <Section title={text('pay')}>
      <div className="payments-part">
        {methods.length > 0 && (
          <div className="payments-row">
            <span>
              {text('methods')}: <bdi dir="ltr">{methods.map(({ label }) => label).join(', ')}</bdi>
            </span>
            <Button size="xs" variant="default" onClick={() => setKey(crypto.randomUUID())}>
              {text('collect')}
            </Button>
          </div>
        )}
        {orders.length === 0 && <p className="soft payments-plain">{text('noOrders')}</p>}
        <ul className="payments-list">
          {orders.map((order) => (
            <li key={order.id}>
              <OrderFacts order={order} />
              {order.reference && <Code>{order.reference}</Code>}
              {order.fee && (
                <span className="soft">
                  {text('fee', { amount: formatMoney(order.fee, order.currency) })}
                </span>
              )}
              {order.providerRefunded !== '0' && (
                <span className="soft">
                  {text('providerRefunded', {
                    amount: formatMoney(order.providerRefunded, order.currency),
                  })}
                </span>
              )}
              {order.disputes.map((dispute) => (
                <DisputeTerms key={dispute.openedAt} dispute={dispute} currency={order.currency} />
              ))}
              {order.attention && <Badge tone="bad">{text(`attention_${order.attention}`)}</Badge>}
            </li>
          ))}
        </ul>
      </div>
      {key && (
        <ConfirmDialog
          title={text('collect')}
          confirmLabel={text('collectNow')}
          onConfirm={() => collect(key)}
          onClose={() => setKey(null)}
        >
          {text('collectBody')}
        </ConfirmDialog>
      )}
    </Section>
  );
}
