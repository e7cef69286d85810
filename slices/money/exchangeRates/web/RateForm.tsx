import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { Dialog } from '../../../../web/ui/dialog/Dialog.tsx';
import { ProblemNotice } from '../../../../web/ui/feedback/states.tsx';
import { DateField } from '../../../../web/ui/form/DateField.tsx';
import { type Saving, useSave } from '../../../../web/ui/form/useSave.ts';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { formatDate } from '../../../../web/ui/values/moments.ts';
import { dayIn, siteZone } from '../../../../web/ui/values/zonedTime.ts';
import { text } from './text.ts';

type Rate = Answer<'listExchangeRates'>['items'][number];

/** A form to enter a rate between two currencies for a date. */
export function RateForm({ onClose }: { onClose(): void }) {
  const [form, setForm] = useState({ base: '', quote: '', rate: '', day: dayIn(siteZone()) });
  const saving = useSave(['base', 'quote', 'rate', 'day']);
  const set = (patch: Partial<typeof form>) => setForm((before) => ({ ...before, ...patch }));
  const save = async () => {
    const body = {
      base: form.base.trim(),
      quote: form.quote.trim(),
      rate: form.rate.trim(),
      day: form.day,
    };
    const isDone = await saving.save(text('added', body), () =>
      call('createExchangeRate', { body }),
    );
    if (isDone) onClose();
  };
  const currency = (field: 'base' | 'quote') => (
    <TextInput
      label={text(field)}
      value={form[field]}
      dir="ltr"
      maxLength={3}
      placeholder={field === 'base' ? 'USD' : 'ILS'}
      error={saving.problemAt(field)}
      onChange={(event) => set({ [field]: event.currentTarget.value.toUpperCase() })}
    />
  );
  return (
    <FormDialog
      title={text('add')}
      submit={text('add')}
      saving={saving}
      onSubmit={save}
      onClose={onClose}
    >
      <Row align="start" gap="10px 14px" childFlex="1 1 100px">
        {currency('base')}
        <RateField
          value={form.rate}
          problem={saving.problemAt('rate')}
          onChange={(rate) => set({ rate })}
        />
        {currency('quote')}
      </Row>
      <DateField
        kind="day"
        label={text('day')}
        zone={siteZone()}
        value={form.day}
        error={saving.problemAt('day')}
        onChange={(day) => set({ day })}
      />
    </FormDialog>
  );
}

/** A form to correct a rate. */
export function CorrectForm({
  rate: { id, base, quote, day, ...before },
  onClose,
}: {
  rate: Rate;
  onClose(): void;
}) {
  const [rate, setRate] = useState(before.rate);
  const saving = useSave(['rate']);
  const save = async () => {
    const correct = () =>
      call('correctExchangeRate', { params: { rateId: id }, body: { rate: rate.trim() } });
    if (await saving.save(text('corrected', { base, quote }), correct)) onClose();
  };
  const title = text('correctTitle', { base, quote, day: formatDate(day) });
  return (
    <FormDialog
      title={title}
      submit={text('correct')}
      saving={saving}
      onSubmit={save}
      onClose={onClose}
    >
      <p>{text('correctText')}</p>
      <RateField value={rate} problem={saving.problemAt('rate')} onChange={setRate} />
    </FormDialog>
  );
}

interface DialogProps {
  title: string;
  submit: string;
  saving: Saving;
  onSubmit(): Promise<void>;
  onClose(): void;
  children: ReactNode;
}

function FormDialog({ title, submit, saving, onSubmit, onClose, children }: DialogProps) {
  const save = (event: FormEvent) => {
    event.preventDefault();
    void onSubmit();
  };
  return (
    <Dialog onClose={onClose} title={title}>
      <Stack as="form" gap={14} isProse onSubmit={save} noValidate>
        {children}
        <ProblemNotice problem={saving.general} />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {text('cancel')}
          </Button>
          <Button type="submit" loading={saving.isBusy}>
            {submit}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}

function RateField({
  value,
  problem,
  onChange,
}: {
  value: string;
  problem: string | undefined;
  onChange(rate: string): void;
}) {
  return (
    <TextInput
      label={text('rate')}
      placeholder={text('rateHint')}
      value={value}
      inputMode="decimal"
      dir="ltr"
      maxLength={19}
      error={problem}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
