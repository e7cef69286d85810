import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../web/client.ts';
import { FormDialog } from '../../../../web/ui/form/FormDialog.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { formatMoney } from '../../../../web/ui/values/money.ts';
import type { CustomerAddress, Transaction } from './Transactions.tsx';
import { text } from './text.ts';

export type BookingKind = 'payments' | 'credits' | 'writeOffs';
const operations = {
  payments: 'recordPayment',
  credits: 'giveCredit',
  writeOffs: 'writeOffDebt',
} as const;

/** Whether the transaction waits for second approval. */
const isWaitingForApproval = ({ id }: { id: string | null }): boolean => id === null;

interface TransactionDialogProps {
  what: BookingKind;
  customer: CustomerAddress;
  currency: string;
  /** The initial values of the form. */
  start?: { amount: string; reason: string };
  onClose(): void;
}

/**
 * Records one transaction. The idempotency key is created when the dialog opens, so submitting
 * twice records it once.
 */
export function TransactionDialog({
  what,
  customer,
  currency,
  start,
  onClose,
}: TransactionDialogProps) {
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm({ amount: start?.amount ?? '', reason: start?.reason ?? '' });
  const postTransaction = () => {
    const { amount, reason } = form.values;
    const body = { key, amount: amount.trim(), currency, reason };
    let needsApproval = false;
    const send = async () => {
      needsApproval = isWaitingForApproval(
        await call(operations[what] as 'recordPayment', { params: customer, body }),
      );
    };
    return form.save(() => text(needsApproval ? 'waitsForSecond' : `done_${what}`), send);
  };
  return (
    <FormDialog
      title={text(what)}
      submitLabel={text('book')}
      form={form}
      onSubmit={postTransaction}
      onClose={onClose}
    >
      <p className="soft">{text(`hint_${what}`)}</p>
      <Amount currency={currency} {...form.input('amount')} />
      <Reason {...form.input('reason')} />
    </FormDialog>
  );
}

const refundKinds = ['reduction', 'moneyBack', 'noRefund'] as const;

interface RefundDialogProps {
  transaction: Transaction;
  customer: CustomerAddress;
  onClose(): void;
}

/**
 * The charge or deposit to refund, and the refund type. A deposit can only be refunded as money.
 */
export function RefundDialog({ transaction, customer, onClose }: RefundDialogProps) {
  const { id, currency } = transaction;
  const [key] = useState(() => crypto.randomUUID());
  const kinds = transaction.kind === 'deposit' ? (['moneyBack'] as const) : refundKinds;
  const form = useForm({
    kind: kinds[0] as (typeof refundKinds)[number],
    // Null until the user enters an amount other than the maximum of the refund type.
    amount: null as string | null,
    reason: '',
  });
  const { kind, reason } = form.values;
  const maxAmount = (kind === 'moneyBack' ? transaction.sendable : transaction.refundable) ?? '0';
  const amount = form.values.amount ?? maxAmount;
  const postTransaction = () => {
    const body = {
      key,
      transactionId: id,
      kind,
      reason,
      ...(kind === 'noRefund' ? {} : { amount: amount.trim() }),
    };
    let needsApproval = false;
    const send = async () => {
      needsApproval = isWaitingForApproval(
        await call('refundTransaction', { params: customer, body }),
      );
    };
    return form.save(() => text(needsApproval ? 'waitsForSecond' : 'done_refund'), send);
  };
  return (
    <FormDialog
      title={text('giveBack')}
      submitLabel={text('book')}
      form={form}
      onSubmit={postTransaction}
      onClose={onClose}
    >
      <NativeSelect
        label={text('kind')}
        description={text(`refundHint_${kind}`)}
        data={kinds.map((value) => ({ value, label: text(`refund_${value}`) }))}
        {...form.input('kind')}
      />
      {kind !== 'noRefund' && (
        <Amount
          currency={currency}
          description={text('atMost', { amount: formatMoney(maxAmount, currency) })}
          {...form.input('amount')}
          value={amount}
        />
      )}
      <Reason {...form.input('reason')} />
    </FormDialog>
  );
}

const Amount = ({ currency, ...input }: TextInputProps & { currency: string }) => (
  <TextInput
    label={text('amount', { currency })}
    inputMode="decimal"
    dir="ltr"
    data-autofocus
    {...input}
  />
);

export const Reason = (input: TextInputProps) => (
  <TextInput label={text('reason')} maxLength={500} dir="auto" {...input} />
);
