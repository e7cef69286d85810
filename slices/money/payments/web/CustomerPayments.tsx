import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Row, Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { formatMoney } from '../../../../web/ui/values/money.ts';
import { Code } from '../../../../web/ui/values/values.tsx';
import { DisputeTerms, OrderDetails } from './parts.tsx';
import styles from './payments.module.css';
import { text } from './text.ts';

/** A customer's card and PayPal payments, and charging the amount due. */
export function CustomerPayments({
  customer,
}: {
  customer: { companyId: string; externalId: string };
}) {
  const payments = useCall('listCustomerPayments', { params: customer }, { pollMs: 25_000 });
  const [key, setKey] = useState<string | null>(null);
  const run = useRun();
  if (payments.isError && !payments.data)
    return <ErrorState error={payments.error} onRetry={() => void payments.refetch()} />;
  if (!payments.data) return <Skeleton count={3} />;
  const { orders, methods } = payments.data;
  const collect = async (idempotencyKey: string) => {
    const { state, problem } = await call('collectDebt', {
      params: customer,
      body: { key: idempotencyKey },
    });
    const message = state === 3 ? text('collectedDone') : text('collectedNot', { problem });
    await run(message, async () => undefined);
  };
  return (
    <Section title={text('pay')}>
      <Stack gap={16} isProse>
        {methods.length > 0 && (
          <Row gap="8px 12px" align="center">
            <span>
              {text('methods')}: <bdi dir="ltr">{methods.map(({ label }) => label).join(', ')}</bdi>
            </span>
            <Button size="xs" variant="default" onClick={() => setKey(crypto.randomUUID())}>
              {text('collect')}
            </Button>
          </Row>
        )}
        {orders.length === 0 && (
          <Text maxWidth="72ch" tone="soft">
            {text('noOrders')}
          </Text>
        )}
        <Stack as="ul" className={styles.paymentsList} gap={12}>
          {orders.map((order) => (
            <Row
              as="li"
              endsOpen={12}
              gap="6px 16px"
              align="center"
              justify="space-between"
              key={order.id}
            >
              <OrderDetails order={order} />
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
            </Row>
          ))}
        </Stack>
      </Stack>
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
