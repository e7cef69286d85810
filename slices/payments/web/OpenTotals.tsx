import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Answer } from '../../../web/client.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { Section } from '../../../web/ui/Section.tsx';
import { Money } from '../../../web/ui/values.tsx';
import { text } from './text.ts';

const PayModal = lazy(() => import('./PayModal.tsx'));

export type Account = Answer<'getUnpaid'>['accounts'][number];
export const live = { topics: ['billing', 'invoice', 'company'], pollMs: 25_000 };

/** What is owed in all, with the way to pay it; nothing while nothing is. */
export function OpenTotals() {
  const unpaid = useCall('getUnpaid', {}, live);
  const [paid, setPaid] = useState<Account | null>(null);
  if (!unpaid.data || unpaid.data.accounts.length === 0) return null;
  return (
    <Section title={text('openTitle')}>
      <div className="payments-part">
        {unpaid.data.accounts.map((account) => (
          <OpenRow
            key={`${account.companyId} ${account.currency}`}
            account={account}
            amount={account.owed}
            payLabel={text('payAll')}
            onPay={() => setPaid(account)}
          >
            <span className="soft">{text('openTo', { company: account.company })}</span>
          </OpenRow>
        ))}
        <p className="soft payments-plain">{text('openHint')}</p>
      </div>
      {paid && (
        <Suspense fallback={null}>
          <PayModal account={paid} onClose={() => setPaid(null)} />
        </Suspense>
      )}
    </Section>
  );
}

interface OpenRowProps {
  account: Account;
  amount: string;
  payLabel: string;
  onPay(): void;
  children?: ReactNode;
}

/** So much is open: the button that pays it, or why it cannot be paid here. */
export function OpenRow({
  account: { currency, problem },
  amount,
  payLabel,
  onPay,
  children,
}: OpenRowProps) {
  return (
    <div className="payments-row payments-open">
      <span>
        <strong className="payments-sum">
          <Money amount={amount} currency={currency} />
        </strong>{' '}
        {children}
      </span>
      {problem === null ? (
        <Button onClick={onPay}>{payLabel}</Button>
      ) : (
        <span className="soft">{problem}</span>
      )}
    </div>
  );
}
