import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { ErrorState } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Row, Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { PayForm } from './PayForm.tsx';
import { OrderDetails, providerTitle } from './parts.tsx';
import styles from './payments.module.css';
import { text } from './text.ts';

export type OwnPaymentsAnswer = Answer<'getPayments'>;

/**
 * Payment by card or PayPal, saved methods, and recent payments. Shows `loading` until these are
 * loaded.
 */
export function OwnPayments({ loading }: { loading: ReactNode }) {
  const payments = useCall('getPayments', {}, { pollMs: 25_000 });
  if (payments.isError && !payments.data)
    return <ErrorState error={payments.error} onRetry={() => void payments.refetch()} />;
  if (!payments.data) return loading;
  const { data } = payments;
  return (
    <>
      <Section title={text('pay')}>
        {data.problem === null ? (
          <PayForm payments={data} />
        ) : (
          <Text maxWidth="72ch" tone="soft">
            {data.problem}
          </Text>
        )}
      </Section>
      {data.methods.length > 0 && <Methods payments={data} />}
      {data.orders.length > 0 && <Orders orders={data.orders} />}
    </>
  );
}

type Method = OwnPaymentsAnswer['methods'][number];

function Methods({ payments: { methods, isCollected } }: { payments: OwnPaymentsAnswer }) {
  const [leaving, setLeaving] = useState<Method | null>(null);
  const run = useRun();
  const set = (methodId: string) => call('setDefaultMethod', { params: { methodId } });
  const previous = methods.find(({ isDefault }) => isDefault)?.id;
  const choose = (methodId: string) =>
    void run(
      text('defaultSet'),
      () => set(methodId),
      previous === undefined || previous === methodId ? undefined : () => set(previous),
    );
  const remove = async ({ id }: Method) => {
    await call('deletePaymentMethod', { params: { methodId: id } });
    await run(text('removed'), async () => undefined);
  };
  return (
    <Section title={text('methods')}>
      <Stack gap={16} isProse>
        <Text maxWidth="72ch" tone="soft">
          {text(isCollected ? 'collected' : 'notCollected')}
        </Text>
        <Stack as="ul" className={styles.paymentsList} gap={12}>
          {methods.map((method) => (
            <Row
              as="li"
              endsOpen={12}
              gap="6px 16px"
              align="center"
              justify="space-between"
              key={method.id}
            >
              <strong>
                <bdi dir="ltr">{method.label}</bdi>
              </strong>
              <Row as="span" gap="8px 12px" align="center">
                {method.isDefault && <Badge tone="good">{text('isDefault')}</Badge>}
                {method.expires && (
                  <span className="soft">{text('expires', { when: method.expires })}</span>
                )}
              </Row>
              <Row as="span" gap="8px 12px" align="center">
                {(!method.isDefault || method.problem) && (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={text(method.isDefault ? 'useAgainNamed' : 'makeDefaultNamed', {
                      name: method.label,
                    })}
                    onClick={() => choose(method.id)}
                  >
                    {text(method.isDefault ? 'useAgain' : 'makeDefault')}
                  </Button>
                )}
                <Button
                  size="xs"
                  variant="default"
                  aria-label={text('removeNamed', { name: method.label })}
                  onClick={() => setLeaving(method)}
                >
                  {text('remove')}
                </Button>
              </Row>
              {method.problem && (
                <Text as="small" flexBasis="100%" wrap="anywhere" tone="soft">
                  {text('said', {
                    provider: providerTitle(method.provider),
                    problem: method.problem,
                  })}{' '}
                  {text('notCharged')}
                </Text>
              )}
            </Row>
          ))}
        </Stack>
      </Stack>
      {leaving && (
        <ConfirmDialog
          title={text('removeNamed', { name: leaving.label })}
          confirmLabel={text('remove')}
          isDangerous
          onConfirm={() => remove(leaving)}
          onClose={() => setLeaving(null)}
        >
          {text('removeBody', { provider: providerTitle(leaving.provider) })}
        </ConfirmDialog>
      )}
    </Section>
  );
}

/** Number of finished payments shown before "Show more". */
const initialOrderCount = 5;

function Orders({ orders }: { orders: OwnPaymentsAnswer['orders'] }) {
  const [showsAll, setShowsAll] = useState(false);
  const run = useRun();
  const visibleOrders = orders.filter(
    ({ state }, index) => showsAll || index < initialOrderCount || state < 3,
  );
  const cancel = (orderId: string) =>
    void run(text('cancelled'), () => call('cancelPayment', { params: { orderId } }));
  return (
    <Section title={text('orders')}>
      <Stack as="ul" className={styles.paymentsList} gap={12}>
        {visibleOrders.map((order) => (
          <Row
            as="li"
            endsOpen={12}
            gap="6px 16px"
            align="center"
            justify="space-between"
            key={order.id}
          >
            <OrderDetails order={order} />
            {order.state < 3 && (
              <Row as="span" gap="8px 12px" align="center">
                {order.redirectUrl && (
                  <Button size="xs" component="a" href={order.redirectUrl}>
                    {text('goOnAt', { provider: providerTitle(order.provider) })}
                  </Button>
                )}
                {order.state === 1 && (
                  <Button size="xs" variant="default" onClick={() => cancel(order.id)}>
                    {text('cancel')}
                  </Button>
                )}
              </Row>
            )}
          </Row>
        ))}
      </Stack>
      {visibleOrders.length < orders.length && (
        <Button
          className={styles.paymentsMore}
          size="xs"
          variant="default"
          onClick={() => setShowsAll(true)}
        >
          {text('showOlder')}
        </Button>
      )}
    </Section>
  );
}
