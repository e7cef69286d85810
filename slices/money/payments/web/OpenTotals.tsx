import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Answer } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Row, Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { Money } from '../../../../web/ui/values/values.tsx';
import { text } from './text.ts';

const PayModal = lazy(() => import('./PayModal.tsx'));

export type Account = Answer<'getUnpaid'>['accounts'][number];
export const livePolling = { pollMs: 25_000 };

/** The total amount due with the button to pay it. Empty if nothing is due. */
export function OpenTotals() {
  const unpaid = useCall('getUnpaid', {}, livePolling);
  const [paid, setPaid] = useState<Account | null>(null);
  if (!unpaid.data || unpaid.data.accounts.length === 0) return null;
  return (
    <Section title={text('openTitle')}>
      <Stack gap={16} isProse>
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
        <Text maxWidth="72ch" tone="soft">
          {text('openHint')}
        </Text>
      </Stack>
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

/** An open amount with the button to pay it, or why it can't be paid here. */
export function OpenRow({
  account: { currency, problem },
  amount,
  payLabel,
  onPay,
  children,
}: OpenRowProps) {
  return (
    <Row justify="space-between" gap="8px 12px" align="center">
      <span>
        <Text as="strong" size="xl">
          <Money amount={amount} currency={currency} />
        </Text>{' '}
        {children}
      </span>
      {problem === null ? (
        <Button onClick={onPay}>{payLabel}</Button>
      ) : (
        <span className="soft">{problem}</span>
      )}
    </Row>
  );
}
