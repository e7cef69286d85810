import { Button, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { call } from '../../../../web/client.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { CopyButton } from '../../../../web/ui/CopyButton.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { FormProblem } from '../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { KeyValue } from '../../../../web/ui/page/KeyValue.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { formatMoney } from '../../../../web/ui/values/money.ts';
import { Code, formatMoment, Money } from '../../../../web/ui/values/values.tsx';
import type { OwnBilling } from './Billing.tsx';
import { text } from './text.ts';

/**
 * A form to request a deposit, with transfer details for pending ones. Hidden if the user can't pay
 * by transfer.
 */
export function DepositSection({ billing }: { billing: OwnBilling }) {
  const { seller, ways, deposits, depositProblem } = billing;
  if (!seller)
    return (
      <Section title={text('deposit')}>
        <Stack gap={16} hasTightText>
          <p className="soft">{text('noSeller')}</p>
        </Stack>
      </Section>
    );
  const isOpen = deposits.some(({ state }) => state < 3);
  const isOffered = ways.length === 0 || ways.includes('transfer');
  return (
    <>
      {(isOffered || isOpen) && (
        <Section title={text('deposit')}>
          <Stack gap={16} hasTightText>
            {depositProblem ? (
              <p className="soft">{depositProblem}</p>
            ) : (
              <DepositForm seller={seller} demand={billing.demand} />
            )}
            {isOpen && <Account seller={seller} />}
          </Stack>
        </Section>
      )}
      {deposits.length > 0 && <Deposits deposits={deposits} />}
    </>
  );
}

type Seller = NonNullable<OwnBilling['seller']>;

function DepositForm({ seller, demand }: { seller: Seller; demand: OwnBilling['demand'] }) {
  const minAmount = demand && demand.left !== '0' ? demand.left : seller.minDeposit;
  const form = useForm({ amount: '' });
  const amount = form.values.amount.trim();
  const requestDeposit = async (event: FormEvent) => {
    event.preventDefault();
    const body = { amount, currency: seller.currency };
    if (await form.save(text('asked'), () => call('askDeposit', { body })))
      form.set({ amount: '' });
  };
  return (
    <Stack
      as="form"
      gap={16}
      hasTightText
      onSubmit={(event) => void requestDeposit(event)}
      noValidate
    >
      <Row gap="10px 14px" align="end">
        <TextInput
          label={text('amount', { currency: seller.currency })}
          inputMode="decimal"
          dir="ltr"
          {...form.input('amount')}
        />
        <Button type="submit" loading={form.isBusy} disabled={amount === ''}>
          {text('ask')}
        </Button>
      </Row>
      {minAmount !== '0' && (
        <p className="soft">
          {text('atLeast', { amount: formatMoney(minAmount, seller.currency) })}
        </p>
      )}
      <FormProblem form={form} />
    </Stack>
  );
}

const Account = ({ seller }: { seller: Seller }) => (
  <>
    <p className="soft">{text('payHint', { seller: seller.legalName })}</p>
    <KeyValue
      rows={[
        [text('bankHolder'), <bdi key="holder">{seller.bankHolder || seller.legalName}</bdi>],
        [text('bankName'), seller.bankName && <bdi>{seller.bankName}</bdi>],
        [
          text('bankAccount'),
          <span key="account">
            <Code>{seller.bankAccount}</Code>{' '}
            <CopyButton value={seller.bankAccount} label={text('bankAccount')} />
          </span>,
        ],
        [text('bankSwift'), seller.bankSwift && <Code>{seller.bankSwift}</Code>],
      ]}
    />
  </>
);

function Deposits({ deposits }: { deposits: OwnBilling['deposits'] }) {
  const run = useRun();
  const withdraw = (orderId: string) =>
    void run(text('withdrawn'), () => call('withdrawDeposit', { params: { orderId } }));
  return (
    <Section title={text('deposits')}>
      <Stack as="ul" gap={12}>
        {deposits.map(({ id, amount, currency, reference, state, stateTitle, expiresAt }) => (
          <Row as="li" endsOpen={12} gap="6px 16px" align="center" justify="space-between" key={id}>
            <strong>
              <Money amount={amount} currency={currency} />
            </strong>
            <span>
              <span className="soft">{text('reference')}</span> <Code>{reference}</Code>{' '}
              {state < 3 && <CopyButton value={reference} label={text('reference')} />}
            </span>
            <span>
              <Badge tone={state === 3 ? 'good' : state === 4 ? 'neutral' : 'busy'}>
                {stateTitle}
              </Badge>{' '}
              {state < 3 && (
                <span className="soft">{text('until', { date: formatMoment(expiresAt) })}</span>
              )}
            </span>
            {state === 1 && (
              <Button size="xs" variant="default" onClick={() => withdraw(id)}>
                {text('withdraw')}
              </Button>
            )}
          </Row>
        ))}
      </Stack>
    </Section>
  );
}
