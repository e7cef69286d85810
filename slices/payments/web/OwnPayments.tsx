import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Answer, call } from '../../../web/client.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { Badge } from '../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../web/ui/ConfirmDialog.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { ErrorState } from '../../../web/ui/states.tsx';
import { useRun } from '../../../web/ui/useRun.ts';
import { PayForm } from './PayForm.tsx';
import { OrderFacts, providerTitle } from './parts.tsx';
import { text } from './text.ts';

export type OwnPaymentsAnswer = Answer<'getPayments'>;
const invalidates = ['getPayments', 'getBilling'] as const;

/**
 * Payment by card or PayPal, saved methods, and recent payments. `loading` until these are loaded.
 */
export function OwnPayments({ loading }: { loading: ReactNode }) {
  const payments = useCall(
    'getPayments',
    {},
    { topics: ['billing', 'user', 'company'], pollMs: 25_000 },
  );
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
          <p className="soft payments-plain">{data.problem}</p>
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
      invalidates,
      previous === undefined || previous === methodId ? undefined : () => set(previous),
    );
  const remove = async ({ id }: Method) => {
    await call('deletePaymentMethod', { params: { methodId: id } });
    await run(text('removed'), async () => undefined, invalidates);
  };
  return (
    <Section title={text('methods')}>
      <div className="payments-part">
        <p className="soft payments-plain">{text(isCollected ? 'collected' : 'notCollected')}</p>
        <ul className="payments-list">
          {methods.map((method) => (
            <li key={method.id}>
              <strong>
                <bdi dir="ltr">{method.label}</bdi>
              </strong>
              <span className="payments-badges">
                {method.isDefault && <Badge tone="good">{text('isDefault')}</Badge>}
                {method.expires && (
                  <span className="soft">{text('expires', { when: method.expires })}</span>
                )}
              </span>
              <span className="payments-row">
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
              </span>
              {method.problem && (
                <small className="payments-problem soft">
                  {text('said', {
                    provider: providerTitle(method.provider),
                    problem: method.problem,
                  })}{' '}
                  {text('notCharged')}
                </small>
              )}
            </li>
          ))}
        </ul>
      </div>
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
const shownAtFirst = 5;

function Orders({ orders }: { orders: OwnPaymentsAnswer['orders'] }) {
  const [showsAll, setShowsAll] = useState(false);
  const run = useRun();
  const shown = orders.filter(({ state }, at) => showsAll || at < shownAtFirst || state < 3);
  const cancel = (orderId: string) =>
    void run(text('cancelled'), () => call('cancelPayment', { params: { orderId } }), invalidates);
  return (
    <Section title={text('orders')}>
      <ul className="payments-list">
        {shown.map((order) => (
          <li key={order.id}>
            <OrderFacts order={order} />
            {order.state < 3 && (
              <span className="payments-row">
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
              </span>
            )}
          </li>
        ))}
      </ul>
      {shown.length < orders.length && (
        <Button
          className="payments-more"
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
