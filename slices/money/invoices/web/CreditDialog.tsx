import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Dialog } from '../../../../web/ui/dialog/Dialog.tsx';
import { ProblemNotice } from '../../../../web/ui/feedback/states.tsx';
import { PrintedInput } from '../../../../web/ui/form/PrintedInput.tsx';
import { useSave } from '../../../../web/ui/form/useSave.ts';
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
  const [line, setLine] = useState(all);
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const saving = useSave(['lines.0.amount', 'reason']);
  const lines = (invoice.data?.lines ?? [])
    .filter(({ isDiscount }) => !isDiscount)
    .map((entry) => ({ ...entry, left: remainingAmount(entry.amount, entry.credited) }));
  const isDiscounted = lines.length < (invoice.data?.lines.length ?? 0);
  const open = lines.filter(({ left }) => Number(left) > 0);
  const isFullyRefunded = lines.length > 0 && open.length === 0;
  const choose = (id: string) => {
    setLine(id);
    // The whole remaining amount, without decimals that the currency doesn't have.
    setAmount(
      (open.find((entry) => String(entry.id) === id)?.left ?? '').replace(/(\.\d\d)0+$/, '$1'),
    );
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
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
    const isDone = await saving.save(
      () => text(needsApproval ? 'creditWaits' : 'creditDone'),
      work,
    );
    if (isDone) onClose();
  };
  return (
    <Dialog onClose={onClose} title={text('credit')}>
      <form className="dialog" onSubmit={(event) => void send(event)} noValidate>
        <p className="soft">
          {isFullyRefunded
            ? text('creditNothingLeft')
            : `${text('creditHint')} ${isDiscounted ? text('creditDiscountHint') : ''}`}
        </p>
        <NativeSelect
          label={text('line')}
          value={line}
          data={[
            { value: all, label: text('allLeft') },
            ...open.map((entry) => ({
              value: String(entry.id),
              label: `${entry.subjectName}, ${entry.title}: ${formatMoney(entry.left, entry.currency)}`,
            })),
          ]}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        {line !== all && (
          <TextInput
            label={text('creditAmount')}
            value={amount}
            error={saving.problemAt('lines.0.amount')}
            onChange={(event) => setAmount(event.currentTarget.value)}
          />
        )}
        <PrintedInput
          label={text('reason')}
          value={reason}
          maxLength={500}
          error={saving.problemAt('reason')}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <ProblemNotice problem={saving.general} />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {text('cancel')}
          </Button>
          <Button type="submit" loading={saving.isBusy} disabled={isFullyRefunded}>
            {text('credit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
