import { TextInput, type TextInputProps } from '@mantine/core';
import { type Answer, call } from '../../../../web/client.ts';
import { DateField } from '../../../../web/ui/form/DateField.tsx';
import { FormDialog } from '../../../../web/ui/form/FormDialog.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { formatDate } from '../../../../web/ui/values/moments.ts';
import { dayIn, siteZone } from '../../../../web/ui/values/zonedTime.ts';
import { text } from './text.ts';

type Rate = Answer<'listExchangeRates'>['items'][number];

/** A form to enter a rate between two currencies for a date. */
export function RateForm({ onClose }: { onClose(): void }) {
  const form = useForm({ base: '', quote: '', rate: '', day: dayIn(siteZone()) });
  const { base, quote, rate, day } = form.values;
  const save = () => {
    const body = { base: base.trim(), quote: quote.trim(), rate: rate.trim(), day };
    return form.save(text('added', body), () => call('createExchangeRate', { body }));
  };
  const currency = (field: 'base' | 'quote') => (
    <TextInput
      label={text(field)}
      dir="ltr"
      maxLength={3}
      placeholder={field === 'base' ? 'USD' : 'ILS'}
      {...form.input(field)}
      onChange={(event) => form.set({ [field]: event.currentTarget.value.toUpperCase() })}
    />
  );
  return (
    <FormDialog
      title={text('add')}
      submitLabel={text('add')}
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <Row align="start" gap="10px 14px" childFlex="1 1 100px">
        {currency('base')}
        <RateField {...form.input('rate')} />
        {currency('quote')}
      </Row>
      <DateField
        kind="day"
        label={text('day')}
        zone={siteZone()}
        value={day}
        error={form.problemAt('day')}
        onChange={(value) => form.set({ day: value })}
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
  const form = useForm({ rate: before.rate });
  const save = () =>
    form.save(text('corrected', { base, quote }), () =>
      call('correctExchangeRate', {
        params: { rateId: id },
        body: { rate: form.values.rate.trim() },
      }),
    );
  const title = text('correctTitle', { base, quote, day: formatDate(day) });
  return (
    <FormDialog
      title={title}
      submitLabel={text('correct')}
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <Stack gap={14} isProse>
        <p>{text('correctText')}</p>
        <RateField {...form.input('rate')} />
      </Stack>
    </FormDialog>
  );
}

const RateField = (input: TextInputProps) => (
  <TextInput
    label={text('rate')}
    placeholder={text('rateHint')}
    inputMode="decimal"
    dir="ltr"
    maxLength={19}
    {...input}
  />
);
