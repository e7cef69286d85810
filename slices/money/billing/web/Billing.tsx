import { Button } from '@mantine/core';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { Answer } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { useDepositRedirect } from '../../../../web/depositRedirect.ts';
import {
  OpenTotals,
  OwnBudgets,
  OwnDiscounts,
  OwnDunning,
  OwnPayments,
  OwnPrepaid,
} from '../../../../web/parts/billingParts.ts';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { Row, Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { formatMoney } from '../../../../web/ui/values/money.ts';
import { Money } from '../../../../web/ui/values/values.tsx';
import { effectivePaymentType } from '../rules.ts';
import styles from './billing.module.css';
import { DepositSection } from './DepositSection.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { SectionPlaceholder } from './SectionPlaceholder.tsx';
import { text } from './text.ts';

export type OwnBilling = Answer<'getBilling'>;
type Deposit = OwnBilling['deposits'][number];

/** The user's own billing page: balance, deposits, and billing profile. */
export default function Billing() {
  const billing = useCall('getBilling', {}, { pollMs: 25_000 });
  if (billing.isError && !billing.data)
    return <ErrorState error={billing.error} onRetry={() => void billing.refetch()} />;
  if (!billing.data) return <Skeleton count={8} />;
  const { data } = billing;
  return (
    <>
      <PageHeader
        title={text('title')}
        detail={text('detail')}
        actions={
          <Button component={Link} to="/billing/history" variant="default">
            {text('history')}
          </Button>
        }
      />
      <DepositReceived deposits={data.deposits} />
      <Section title={text('balance')}>
        <Stack gap={16} hasTightText>
          {data.balances.length === 0 && <p className="soft">{text('noBalance')}</p>}
          {data.balances.map((balance) => (
            <Balance key={balance.currency} {...balance} />
          ))}
          <p className="soft">{paymentLine(data)}</p>
        </Stack>
      </Section>
      {data.paymentType === 'Deposit' && (
        <Suspense fallback={<Skeleton count={3} />}>
          <OwnPrepaid />
        </Suspense>
      )}
      {/* Usually empty, so no space is reserved. Otherwise the page would shift when the space closes. */}
      <Suspense fallback={null}>
        {data.balances.some(({ amount }) => amount.startsWith('-')) && <OpenTotals />}
        <OwnDunning />
      </Suspense>
      <Suspense fallback={paymentPlaceholder(data)}>
        <OwnPayments loading={paymentPlaceholder(data)} />
      </Suspense>
      <DepositSection billing={data} />
      <Suspense fallback={<SectionPlaceholder of="discounts" />}>
        <OwnDiscounts loading={<SectionPlaceholder of="discounts" />} />
      </Suspense>
      <Suspense fallback={null}>
        <OwnBudgets />
      </Suspense>
      <ProfileForm key={JSON.stringify(data.profile)} billing={data} />
    </>
  );
}

/**
 * The placeholder for the payment section: a form if a provider accepts payments, otherwise a
 * sentence.
 */
const paymentPlaceholder = ({ ways }: OwnBilling) => (
  <SectionPlaceholder of={ways.some((method) => method !== 'transfer') ? 'pay' : 'sentence'} />
);

/** Describes the effective payment type. It isn't a card if the seller doesn't accept cards. */
function paymentLine({ paymentType, paymentTypeTitle, ways, isPaidByOther }: OwnBilling): string {
  if (isPaidByOther) return text('paidByOther');
  const paymentDescription = effectivePaymentType(paymentType, ways);
  if (paymentDescription === 'asSet') return text('paysBy', { type: paymentTypeTitle });
  if (paymentDescription === 'noWay') return text('noWay');
  return text('noCards', { ways: ways.map((method) => text(`way_${method}`)).join(', ') });
}

/** The balance or amount due. Amounts on hold are shown next to it. */
function Balance({ amount, currency, withheld }: OwnBilling['balances'][number]) {
  const isNegative = amount.startsWith('-');
  return (
    <>
      <p
        className={styles.billingBalance}
        data-owed={(isNegative && amount !== `-${withheld}`) || undefined}
      >
        <Money amount={amount.replace('-', '')} currency={currency} />{' '}
        <Text as="small" size="sm" weight={400} tone="soft">
          {text(!isNegative ? 'left' : withheld === '0' ? 'owed' : 'owedInAll')}
        </Text>
      </p>
      {withheld !== '0' && (
        <p className="soft">{text('withheld', { amount: formatMoney(withheld, currency) })}</p>
      )}
    </>
  );
}

/**
 * Announces deposits that were pending when the page opened and have arrived since, and opens the
 * transactions after a delay.
 */
function DepositReceived({ deposits }: { deposits: readonly Deposit[] }) {
  const open = useRef(new Set<string>());
  const [received, setReceived] = useState<Deposit | null>(null);
  useEffect(() => {
    const completed = deposits.find(({ id, state }) => state === 3 && open.current.has(id));
    open.current = new Set(deposits.filter(({ state }) => state < 3).map(({ id }) => id));
    if (completed) setReceived(completed);
  }, [deposits]);
  useDepositRedirect(received !== null);
  if (!received) return null;
  return (
    <div className="notice" role="status">
      <Stack gap={16} hasTightText>
        <span>{text('arrived', { amount: formatMoney(received.amount, received.currency) })}</span>
        <Row gap="10px 14px" align="end">
          <Button size="xs" component={Link} to="/billing/history">
            {text('openNow')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setReceived(null)}>
            {text('stay')}
          </Button>
        </Row>
      </Stack>
    </div>
  );
}
