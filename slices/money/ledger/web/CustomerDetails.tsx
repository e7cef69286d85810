import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, Suspense, useState } from 'react';
import { type Answer, type Calls, call } from '../../../../web/client.ts';
import { useGo } from '../../../../web/navigation.ts';
import { ChargeDialog } from '../../../../web/parts/documentParts.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { FormProblem } from '../../../../web/ui/form/Form.tsx';
import { FormDialog } from '../../../../web/ui/form/FormDialog.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Row, Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import { SimpleTable } from '../../../../web/ui/layout/SimpleTable.tsx';
import { KeyValue } from '../../../../web/ui/page/KeyValue.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { locationName } from '../../../../web/ui/values/Location.tsx';
import { formatMoney } from '../../../../web/ui/values/money.ts';
import { Code, formatMoment, Money } from '../../../../web/ui/values/values.tsx';
import { type BookingKind, Reason, TransactionDialog } from './TransactionDialog.tsx';
import type { CustomerAddress } from './Transactions.tsx';
import { text } from './text.ts';

type Billing = Answer<'getCustomerBilling'>;
type Deposit = Billing['deposits'][number];
type Move = Billing['moves'][number];
interface SectionProps {
  address: CustomerAddress;
  billing: Billing;
}
const transactionKinds: readonly (BookingKind | 'charges')[] = [
  'payments',
  'credits',
  'charges',
  'writeOffs',
];

/** A customer's balance, pending deposits, billing profile, and the available actions. */
export function CustomerDetails({ address, billing }: SectionProps) {
  return (
    <>
      <BalanceSection address={address} billing={billing} />
      <Deposits address={address} billing={billing} />
      <ProfilePart address={address} billing={billing} />
      <Terms
        key={`${billing.paymentType} ${billing.customer.externalId}`}
        address={address}
        billing={billing}
      />
    </>
  );
}

function BalanceSection({ address, billing }: SectionProps) {
  const [openBooking, setOpenBooking] = useState<BookingKind | 'charges' | null>(null);
  return (
    <Section title={text('money')}>
      <Stack gap={16}>
        {billing.balances.length === 0 && <p className="soft">{text('nothing')}</p>}
        <Row as="p" gap="8px 28px" size="1.5rem" weight={600}>
          {billing.balances.map(({ amount, currency, withheld }) => (
            <span key={currency} className={amount.startsWith('-') ? 'danger-text' : undefined}>
              <Money amount={amount.replace('-', '')} currency={currency} />{' '}
              <Text as="small" size="sm" weight={400} tone="soft">
                {text(amount.startsWith('-') ? 'owed' : 'left')}
              </Text>
              {withheld !== '0' && (
                <Text as="small" size="sm" weight={400} tone="soft">
                  {' '}
                  {text('withheld', { amount: formatMoney(withheld, currency) })}
                </Text>
              )}
            </span>
          ))}
        </Row>
        <Row gap="8px 10px" align="end">
          {transactionKinds.map((transactionKind) => (
            <Button
              key={transactionKind}
              variant={transactionKind === 'payments' ? 'filled' : 'default'}
              onClick={() => setOpenBooking(transactionKind)}
            >
              {text(transactionKind)}
            </Button>
          ))}
        </Row>
      </Stack>
      {openBooking === 'charges' && (
        <Suspense fallback={null}>
          <ChargeDialog
            customer={address}
            currency={billing.company.currency}
            onClose={() => setOpenBooking(null)}
          />
        </Suspense>
      )}
      {openBooking && openBooking !== 'charges' && (
        <TransactionDialog
          what={openBooking}
          customer={address}
          currency={billing.company.currency}
          onClose={() => setOpenBooking(null)}
        />
      )}
    </Section>
  );
}

function Deposits({ address, billing }: SectionProps) {
  const [confirmed, setConfirmed] = useState<Deposit | null>(null);
  return (
    <Section title={text('deposits')} isFlush={billing.deposits.length > 0}>
      {billing.deposits.length === 0 ? (
        <p className="soft">{text('noDeposits')}</p>
      ) : (
        <SimpleTable>
          <tbody>
            {billing.deposits.map((deposit) => (
              <tr key={deposit.id}>
                <td>
                  <Code>{deposit.reference}</Code>
                </td>
                <td data-amount>
                  <Money amount={deposit.amount} currency={deposit.currency} />
                </td>
                <td>
                  <Badge
                    tone={deposit.state === 3 ? 'good' : deposit.state === 4 ? 'neutral' : 'busy'}
                  >
                    {deposit.stateTitle}
                  </Badge>{' '}
                  {deposit.state < 3 && (
                    <span className="soft">
                      {text('until', { date: formatMoment(deposit.expiresAt) })}
                    </span>
                  )}
                </td>
                <td>
                  {deposit.state < 3 && (
                    <Button size="xs" onClick={() => setConfirmed(deposit)}>
                      {text('confirm')}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </SimpleTable>
      )}
      {confirmed && (
        <Confirm address={address} deposit={confirmed} onClose={() => setConfirmed(null)} />
      )}
    </Section>
  );
}

function Confirm({
  address,
  deposit,
  onClose,
}: {
  address: CustomerAddress;
  deposit: Deposit;
  onClose(): void;
}) {
  const { id, amount, currency, reference } = deposit;
  const send = async (reason: string) => {
    const { transactionId } = await call('confirmDeposit', {
      params: { ...address, orderId: id },
      body: { reason },
    });
    return transactionId === null ? text('waitsForSecond') : undefined;
  };
  return (
    <ReasonDialog
      title={text('confirmTitle', { amount: formatMoney(amount, currency) })}
      hint={text('confirmHint', { reference })}
      label={text('confirm')}
      toast={text('confirmed')}
      send={send}
      onClose={onClose}
    />
  );
}

interface WithReasonProps {
  title: string;
  hint: string;
  /** The consequence. */
  follows?: string | undefined;
  label: string;
  toast: string;
  /** Can return a different toast. */
  send(reason: string): Promise<unknown>;
  onClose(): void;
}

function ReasonDialog({ title, hint, follows, label, toast, send, onClose }: WithReasonProps) {
  const form = useForm({ reason: '' });
  const submit = () => {
    let message = toast;
    const work = async () => {
      const other = await send(form.values.reason);
      if (typeof other === 'string') message = other;
    };
    return form.save(() => message, work);
  };
  return (
    <FormDialog title={title} submitLabel={label} form={form} onSubmit={submit} onClose={onClose}>
      <p className="soft">{hint}</p>
      {follows && <p>{follows}</p>}
      <Reason {...form.input('reason')} />
    </FormDialog>
  );
}

function ProfilePart({ address, billing }: SectionProps) {
  const [move, setMove] = useState<Move | null>(null);
  const { profile, state, demand } = billing;
  return (
    <Section title={text('profile')}>
      <Stack gap={16}>
        {profile === null ? (
          <p className="soft">{text('noProfile')}</p>
        ) : (
          <KeyValue
            rows={[
              [text('name'), <bdi key="name">{profile.name}</bdi>],
              [text('kind'), text(profile.kind)],
              [text('address'), <bdi key="address">{addressLine(profile)}</bdi>],
              [text('taxNumber'), profile.taxNumber && <Code>{profile.taxNumber}</Code>],
              ...(billing.taxNumberCheck
                ? ([
                    [
                      text('vies'),
                      [
                        billing.taxNumberCheck.note,
                        billing.taxNumberCheck.name,
                        billing.taxNumberCheck.requestId,
                      ]
                        .filter(Boolean)
                        .join(' · '),
                    ],
                  ] as const)
                : []),
              ...(billing.numberConfirmed
                ? ([[text('confirmedByHand'), confirmationText(billing.numberConfirmed)]] as const)
                : []),
            ]}
          />
        )}
        <p>
          <strong>{state.title}</strong> <span className="soft">{state.meaning}</span>
        </p>
        {demand && (
          <p>
            {demand.amount === '0'
              ? text('demandAny')
              : text('demand', {
                  amount: formatMoney(demand.amount, demand.currency),
                  paid: formatMoney(demand.paid, demand.currency),
                })}
          </p>
        )}
        <Row gap="8px 10px" align="end">
          {billing.moves.map((candidate) => (
            <Button key={candidate.event} variant="default" onClick={() => setMove(candidate)}>
              {text('moveTo', { title: candidate.title })}
            </Button>
          ))}
        </Row>
      </Stack>
      {move && (
        <ReasonDialog
          title={move.title}
          hint={`${billing.customer.email}: ${state.title}`}
          follows={move.follows ? text('follows', move.follows) : undefined}
          label={move.title}
          toast={text('moved')}
          send={async (reason) => {
            const { approvalId } = await call('moveBillingState', {
              params: address,
              body: { event: move.event, reason },
            });
            return approvalId === null ? undefined : text('waitsForSecond');
          }}
          onClose={() => setMove(null)}
        />
      )}
    </Section>
  );
}

/** Who verified the profile with this number, when, and whether that still counts. */
function confirmationText({ by, at, counts }: NonNullable<Billing['numberConfirmed']>): string {
  const approval = [by, formatMoment(at)].filter(Boolean).join(' · ');
  return counts ? approval : text('deniedSince', { told: approval });
}

const addressLine = ({
  street,
  city,
  region,
  postalCode,
  country,
}: NonNullable<Billing['profile']>): string =>
  [
    street,
    [city, region, postalCode].filter((part) => part !== '').join(' '),
    locationName(country),
  ].join(', ');

type PaymentType = Calls['setPaymentType']['in']['body']['paymentType'];

function Terms({ address, billing }: SectionProps) {
  const previousNumber = billing.customer.externalId ?? '';
  const form = useForm({ paymentType: billing.paymentType, number: previousNumber });
  const { paymentType, number } = form.values;
  const go = useGo();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    // Uses the ID, because the customer number in the URL may be the one that changes.
    const params = { companyId: address.companyId, externalId: billing.customer.id };
    const work = async () => {
      // The number is saved first because it can be rejected. In that case nothing has changed.
      if (number !== previousNumber)
        await call('setCustomerNumber', {
          params,
          body: { number: number === '' ? null : number },
        });
      if (paymentType !== billing.paymentType)
        await call('setPaymentType', { params, body: { paymentType: paymentType as PaymentType } });
      // The URL with the previous number no longer exists.
      if (number !== previousNumber)
        await go({
          to: `/billingManage/${address.companyId}/${number || billing.customer.id}`,
          replace: true,
        });
    };
    await form.save(text('saved'), work);
  };
  return (
    <Section title={text('customer')}>
      <Stack as="form" gap={16} onSubmit={(event) => void save(event)} noValidate>
        <KeyValue
          rows={[
            [text('site'), <bdi key="site">{billing.customer.site}</bdi>],
            [text('seller'), <bdi key="seller">{billing.company.name}</bdi>],
          ]}
        />
        <Row gap="8px 10px" align="end">
          <NativeSelect
            label={text('paymentType')}
            data={billing.paymentTypes.map(({ value, title }) => ({ value, label: title }))}
            {...form.input('paymentType')}
          />
          <TextInput
            label={text('number')}
            maxLength={40}
            dir="ltr"
            data-hint={text('numberHint')}
            {...form.input('number')}
            onChange={(event) => form.set({ number: event.currentTarget.value.trim() })}
          />
          <Button type="submit" variant="default" loading={form.isBusy}>
            {text('save')}
          </Button>
        </Row>
        <FormProblem form={form} />
      </Stack>
    </Section>
  );
}
