import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../../../../web/client.ts';
import { Dialog } from '../../../../web/ui/dialog/Dialog.tsx';
import { ProblemNotice } from '../../../../web/ui/feedback/states.tsx';
import { useSave } from '../../../../web/ui/form/useSave.ts';
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
  const [amount, setAmount] = useState(start?.amount ?? '');
  const [reason, setReason] = useState(start?.reason ?? '');
  const saving = useSave(['amount', 'reason']);
  const postTransaction = async (event: FormEvent) => {
    event.preventDefault();
    const body = { key, amount: amount.trim(), currency, reason };
    let needsApproval = false;
    const send = async () => {
      needsApproval = isWaitingForApproval(
        await call(operations[what] as 'recordPayment', { params: customer, body }),
      );
    };
    if (await saving.save(() => text(needsApproval ? 'waitsForSecond' : `done_${what}`), send))
      onClose();
  };
  return (
    <Dialog onClose={onClose} title={text(what)}>
      <form className="dialog" onSubmit={(event) => void postTransaction(event)} noValidate>
        <p className="soft">{text(`hint_${what}`)}</p>
        <Amount
          value={amount}
          currency={currency}
          problem={saving.problemAt('amount')}
          onChange={setAmount}
        />
        <Reason value={reason} problem={saving.problemAt('reason')} onChange={setReason} />
        <FormActions isBusy={saving.isBusy} general={saving.general} onClose={onClose} />
      </form>
    </Dialog>
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
  const [kind, setKind] = useState<(typeof refundKinds)[number]>(kinds[0]);
  const maxAmount = (kind === 'moneyBack' ? transaction.sendable : transaction.refundable) ?? '0';
  // The default is the maximum refundable with this type, until the user enters another amount.
  const [enteredAmount, setEnteredAmount] = useState<string | null>(null);
  const amount = enteredAmount ?? maxAmount;
  const [reason, setReason] = useState('');
  const saving = useSave(['amount', 'reason']);
  const postTransaction = async (event: FormEvent) => {
    event.preventDefault();
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
    if (await saving.save(() => text(needsApproval ? 'waitsForSecond' : 'done_refund'), send))
      onClose();
  };
  return (
    <Dialog onClose={onClose} title={text('giveBack')}>
      <form className="dialog" onSubmit={(event) => void postTransaction(event)} noValidate>
        <NativeSelect
          label={text('kind')}
          description={text(`refundHint_${kind}`)}
          value={kind}
          data={kinds.map((value) => ({ value, label: text(`refund_${value}`) }))}
          onChange={(event) => setKind(event.currentTarget.value as typeof kind)}
        />
        {kind !== 'noRefund' && (
          <Amount
            value={amount}
            currency={currency}
            problem={saving.problemAt('amount')}
            hint={text('atMost', { amount: formatMoney(maxAmount, currency) })}
            onChange={setEnteredAmount}
          />
        )}
        <Reason value={reason} problem={saving.problemAt('reason')} onChange={setReason} />
        <FormActions isBusy={saving.isBusy} general={saving.general} onClose={onClose} />
      </form>
    </Dialog>
  );
}

interface FieldProps {
  value: string;
  problem: string | undefined;
  onChange(value: string): void;
}

function Amount({
  value,
  currency,
  problem,
  hint,
  onChange,
}: FieldProps & { currency: string; hint?: string }) {
  return (
    <TextInput
      label={text('amount', { currency })}
      description={hint}
      error={problem}
      value={value}
      inputMode="decimal"
      dir="ltr"
      data-autofocus
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function Reason({ value, problem, onChange }: FieldProps) {
  return (
    <TextInput
      label={text('reason')}
      error={problem}
      value={value}
      maxLength={500}
      dir="auto"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function FormActions({
  isBusy,
  general,
  onClose,
  label,
}: {
  isBusy: boolean;
  general: string | null;
  onClose(): void;
  label?: string;
}) {
  return (
    <>
      <ProblemNotice problem={general} />
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          {text('cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {label ?? text('book')}
        </Button>
      </div>
    </>
  );
}
