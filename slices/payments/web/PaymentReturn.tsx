import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { type Answer, call } from '../../../web/client.ts';
import { useDepositRedirect } from '../../../web/depositRedirect.ts';
import { BackLink } from '../../../web/ui/BackLink.tsx';
import { formatMoney } from '../../../web/ui/money.ts';
import { PageHeader } from '../../../web/ui/PageHeader.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { ErrorState, Skeleton } from '../../../web/ui/states.tsx';
import { providerTitle } from './parts.tsx';
import { text } from './text.ts';

type Order = Answer<'checkPayment'>;

/** While the provider is still at it, it is asked so often and so many times by itself. */
const askEveryMs = 3_000;
const askTimes = 20;

/**
 * Where a payer comes back to. What the address says counts for nothing: the provider is asked how
 * the payment went.
 */
export default function PaymentReturn() {
  const { orderId = '' } = useParams({ strict: false }) as { orderId?: string };
  const [order, setOrder] = useState<Order | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [asked, setAsked] = useState(0);
  const [stays, setStays] = useState(false);
  const ask = useCallback(async () => {
    try {
      setOrder(await call('checkPayment', { params: { orderId } }));
      setProblem(null);
    } catch (error) {
      setProblem(error);
    }
    setAsked((times) => times + 1);
  }, [orderId]);
  useEffect(() => {
    // A screen that is left shows on until the next one is there, with nothing in its address.
    if (orderId !== '') void ask();
  }, [ask, orderId]);
  const isOpen = order !== null && order.state < 3;
  useEffect(() => {
    if (!isOpen || asked >= askTimes) return;
    const timer = setTimeout(() => void ask(), askEveryMs);
    return () => clearTimeout(timer);
  }, [isOpen, asked, ask]);
  useDepositRedirect(order?.state === 3 && !stays);
  return (
    <>
      <PageHeader
        back={<BackLink to="/billing" title={text('toBilling')} />}
        title={text('returnTitle')}
      />
      <Section>
        {problem !== null && <ErrorState error={problem} onRetry={() => void ask()} />}
        {problem === null && order === null && <Skeleton count={3} />}
        {problem === null && order && (
          <div className="payments-part" role="status">
            <Told order={order} stays={stays} />
            <div className="payments-row">
              {order.state === 3 && (
                <>
                  <Button component={Link} to="/billing/history">
                    {text('openTransactions')}
                  </Button>
                  {!stays && (
                    <Button variant="default" onClick={() => setStays(true)}>
                      {text('stay')}
                    </Button>
                  )}
                </>
              )}
              {order.redirectUrl && (
                <Button component="a" href={order.redirectUrl}>
                  {text('goOnAt', { provider: providerTitle(order.provider) })}
                </Button>
              )}
              {isOpen && (
                <Button variant="default" onClick={() => void ask()}>
                  {text('askAgain')}
                </Button>
              )}
              {order.state !== 3 && (
                <Button variant="default" component={Link} to="/billing">
                  {text('toBilling')}
                </Button>
              )}
            </div>
          </div>
        )}
      </Section>
    </>
  );
}

function Told({ order, stays }: { order: Order; stays: boolean }) {
  const values = {
    amount: formatMoney(order.amount, order.currency),
    provider: providerTitle(order.provider),
  };
  const completed = order.kind === 'invoice' ? 'toldPaid' : 'toldCompleted';
  const words =
    (['', 'toldCreated', 'toldApproved', completed, 'toldExpired'] as const)[order.state] ||
    'toldCreated';
  return (
    <>
      <p>
        <strong>{text(words, values)}</strong>
        {order.state === 3 && !stays && ` ${text('movesOn')}`}
      </p>
      {order.problem && (
        <p className="soft">
          {text('said', { provider: values.provider, problem: order.problem })}
        </p>
      )}
    </>
  );
}
