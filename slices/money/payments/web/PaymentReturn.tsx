import { Button } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useDepositRedirect } from '../../../../web/depositRedirect.ts';
import { useScreenParams } from '../../../../web/navigation.ts';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { BackLink } from '../../../../web/ui/page/BackLink.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { formatMoney } from '../../../../web/ui/values/money.ts';
import { providerTitle } from './parts.tsx';
import { text } from './text.ts';

type Order = Answer<'checkPayment'>;

/**
 * The polling interval in milliseconds and the maximum number of polls while the provider hasn't
 * finished the payment.
 */
const pollMs = 3_000;
const maxPolls = 20;

/**
 * The page that a payer returns to. The URL isn't trusted: the state of the payment is read from
 * the provider.
 */
export default function PaymentReturn() {
  const { orderId } = useScreenParams('/paymentAuthorization/$orderId');
  const [order, setOrder] = useState<Order | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [pollCount, setPollCount] = useState(0);
  const [staysOnPage, setStaysOnPage] = useState(false);
  const pollOrder = useCallback(async () => {
    try {
      setOrder(await call('checkPayment', { params: { orderId } }));
      setProblem(null);
    } catch (error) {
      setProblem(error);
    }
    setPollCount((count) => count + 1);
  }, [orderId]);
  useEffect(() => {
    // While navigating away, this screen is still rendered until the next one is ready, but without
    // URL parameters.
    if (orderId !== '') void pollOrder();
  }, [pollOrder, orderId]);
  const isOpen = order !== null && order.state < 3;
  useEffect(() => {
    if (!isOpen || pollCount >= maxPolls) return;
    const timer = setTimeout(() => void pollOrder(), pollMs);
    return () => clearTimeout(timer);
  }, [isOpen, pollCount, pollOrder]);
  useDepositRedirect(order?.state === 3 && !staysOnPage);
  return (
    <>
      <PageHeader
        back={<BackLink to="/billing" title={text('toBilling')} />}
        title={text('returnTitle')}
      />
      <Section>
        {problem !== null && <ErrorState error={problem} onRetry={() => void pollOrder()} />}
        {problem === null && order === null && <Skeleton count={3} />}
        {problem === null && order && (
          <Stack gap={16} isProse role="status">
            <PaymentResult order={order} stays={staysOnPage} />
            <Row gap="8px 12px" align="center">
              {order.state === 3 && (
                <>
                  <Button component={Link} to="/billing/history">
                    {text('openTransactions')}
                  </Button>
                  {!staysOnPage && (
                    <Button variant="default" onClick={() => setStaysOnPage(true)}>
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
                <Button variant="default" onClick={() => void pollOrder()}>
                  {text('askAgain')}
                </Button>
              )}
              {order.state !== 3 && (
                <Button variant="default" component={Link} to="/billing">
                  {text('toBilling')}
                </Button>
              )}
            </Row>
          </Stack>
        )}
      </Section>
    </>
  );
}

function PaymentResult({ order, stays }: { order: Order; stays: boolean }) {
  const values = {
    amount: formatMoney(order.amount, order.currency),
    provider: providerTitle(order.provider),
  };
  const completed = order.kind === 'invoice' ? 'toldPaid' : 'toldCompleted';
  const message =
    (['', 'toldCreated', 'toldApproved', completed, 'toldExpired'] as const)[order.state] ||
    'toldCreated';
  return (
    <>
      <p>
        <strong>{text(message, values)}</strong>
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
