import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { FormDialog } from '../../../../web/ui/form/FormDialog.tsx';
import { PrintedInput } from '../../../../web/ui/form/PrintedInput.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { formatMoney, remainingAmount } from '../../../../web/ui/values/money.ts';
import type { CustomerAddress } from './customer/CustomerInvoice.tsx';
import { text } from './text.ts';

const all = 'all';

interface CreditDialogProps {
  where: CustomerAddress;
  /** An invoice without a month, which can only be credited as a whole. */
  oneOff?: { companyId: string; externalId: string; documentId: string } | undefined;
  onClose(): void;
}

/**
 * Credits a line, part of a line, or the entire remaining amount. The idempotency key is created
 * when the dialog opens, so submitting twice creates one credit note.
 */
export function CreditDialog({ where, oneOff, onClose }: CreditDialogProps) {
  const invoice = useCall('getInvoice', { params: where }, { isEnabled: !oneOff });
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm({ line: all, amount: '', reason: '' }, ['lines.0.amount']);
  const { line, amount, reason } = form.values;
  const lines = (invoice.data?.lines ?? [])
    .filter(({ isDiscount }) => !isDiscount)
    .map((entry) => ({ ...entry, left: remainingAmount(entry.amount, entry.credited) }));
  const isDiscounted = lines.length < (invoice.data?.lines.length ?? 0);
  const open = lines.filter(({ left }) => Number(left) > 0);
  const isFullyRefunded = lines.length > 0 && open.length === 0;
  const choose = (id: string) => {
    const left = open.find((entry) => String(entry.id) === id)?.left ?? '';
    // The whole remaining amount, without decimals that the currency doesn't have.
    form.set({ line: id, amount: left.replace(/(\.\d\d)0+$/, '$1') });
  };
  const send = () => {
    const body = {
      key,
      reason,
      ...(line === all ? {} : { lines: [{ lineId: Number(line), amount: amount.trim() }] }),
    };
    const credit = () =>
      oneOff
        ? call('creditOneOff', { params: oneOff, body: { key, reason } })
        : call('creditInvoice', { params: where, body });
    let needsApproval = false;
    const work = async () => {
      needsApproval = (await credit()).number === undefined;
    };
    return form.save(() => text(needsApproval ? 'creditWaits' : 'creditDone'), work);
  };
  return (
    <FormDialog
      title={text('credit')}
      submitLabel={text('credit')}
      isReady={!isFullyRefunded}
      form={form}
      onSubmit={send}
      onClose={onClose}
    >
      <p className="soft">
        {isFullyRefunded
          ? text('creditNothingLeft')
          : `${text('creditHint')} ${isDiscounted ? text('creditDiscountHint') : ''}`}
      </p>
      <NativeSelect
        label={text('line')}
        data={[
          { value: all, label: text('allLeft') },
          ...open.map((entry) => ({
            value: String(entry.id),
            label: `${entry.subjectName}, ${entry.title}: ${formatMoney(entry.left, entry.currency)}`,
          })),
        ]}
        {...form.input('line')}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {line !== all && (
        <TextInput
          label={text('creditAmount')}
          {...form.input('amount')}
          error={form.problemAt('lines.0.amount')}
        />
      )}
      <PrintedInput label={text('reason')} maxLength={500} {...form.input('reason')} />
    </FormDialog>
  );
}
