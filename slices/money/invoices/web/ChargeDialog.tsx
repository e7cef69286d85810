import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { Dialog } from '../../../../web/ui/dialog/Dialog.tsx';
import { useCheckThenConfirm } from '../../../../web/ui/dialog/useCheckThenConfirm.ts';
import { ProblemNotice } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { PrintedInput } from '../../../../web/ui/form/PrintedInput.tsx';
import { KeyValue } from '../../../../web/ui/page/KeyValue.tsx';
import { formatMoney } from '../../../../web/ui/values/money.ts';
import { Money } from '../../../../web/ui/values/values.tsx';
import { Day, Faults } from './parts.tsx';
import { text } from './text.ts';

type Preview = Answer<'previewCharge'>;

interface ChargeDialogProps {
  customer: { companyId: string; externalId: string };
  currency: string;
  onClose(): void;
}

/**
 * Charges a customer with a separate invoice, after a preview including tax. The idempotency key is
 * created when the dialog opens, so submitting twice creates one charge.
 */
export function ChargeDialog({ customer, currency, onClose }: ChargeDialogProps) {
  const [key] = useState(() => crypto.randomUUID());
  const [draft, setDraft] = useState({ amount: '', reason: '', mayOwe: false });
  const { checked, isBusy, problem, problemAt, ...form } = useCheckThenConfirm<Preview>([
    'amount',
    'reason',
  ]);
  const run = useRun();
  const change = (more: Partial<typeof draft>) => {
    form.forget();
    setDraft({ ...draft, ...more });
  };
  const money = { amount: draft.amount.trim(), currency };
  const loadPreview = () =>
    form.check(() => call('previewCharge', { params: customer, body: money }));
  const charge = () =>
    form.carryOut(async () => {
      const { id } = await call('recordCharge', {
        params: customer,
        body: { ...money, key, reason: draft.reason, mayOwe: draft.mayOwe },
      });
      await run(text(id === null ? 'chargeWaits' : 'chargeDone'), async () => undefined);
      onClose();
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void (checked ? charge() : loadPreview());
  };
  return (
    <Dialog onClose={onClose} title={text('charge')}>
      <form className="dialog" onSubmit={submit} noValidate>
        <p className="soft">{text('chargeHint')}</p>
        <TextInput
          label={text('chargeAmount', { currency })}
          error={problemAt('amount')}
          value={draft.amount}
          inputMode="decimal"
          dir="ltr"
          data-autofocus
          onChange={(event) => change({ amount: event.currentTarget.value })}
        />
        <PrintedInput
          label={text('chargeReason')}
          description={text('chargeReasonHint')}
          error={problemAt('reason')}
          value={draft.reason}
          maxLength={500}
          dir="auto"
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
        <Checkbox
          label={text('mayOwe')}
          checked={draft.mayOwe}
          onChange={(event) => change({ mayOwe: event.currentTarget.checked })}
        />
        {checked && <ChargePreview preview={checked} />}
        <ProblemNotice problem={problem} />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {text('cancel')}
          </Button>
          <Button
            type="submit"
            loading={isBusy}
            disabled={checked !== null && checked.faults.length > 0}
          >
            {checked
              ? text('chargeDo', { total: formatMoney(checked.total, currency) })
              : text('chargeSee')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** A preview of the invoice, or what prevents it. */
function ChargePreview({ preview }: { preview: Preview }) {
  const { net, tax, total, taxes, taxNote, dueOn, balanceAfter, currency, faults } = preview;
  return (
    <div role="status">
      <KeyValue
        rows={[
          [text('net'), <Money key="net" amount={net} currency={currency} />],
          ...taxes.map(
            ({ name, rate, amount }) =>
              [
                `${name} ${rate}%`,
                <Money key={name} amount={amount} currency={currency} />,
              ] as const,
          ),
          ...(taxes.length === 0
            ? [
                [
                  text('tax'),
                  taxNote ?? <Money key="tax" amount={tax} currency={currency} />,
                ] as const,
              ]
            : []),
          [
            text('total'),
            <strong key="total">
              <Money amount={total} currency={currency} />
            </strong>,
          ],
          [text('dueOn'), <Day key="due" on={dueOn} />],
          [text('balanceAfter'), <Money key="after" amount={balanceAfter} currency={currency} />],
        ]}
      />
      {faults.length > 0 && (
        <>
          <p>
            <strong>{text('chargeBlocked')}</strong>
          </p>
          <Faults faults={faults} />
        </>
      )}
    </div>
  );
}
