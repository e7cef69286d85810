import { NativeSelect, TextInput } from '@mantine/core';
import { call } from '../../../../web/client.ts';
import { DateField } from '../../../../web/ui/form/DateField.tsx';
import { FormDialog } from '../../../../web/ui/form/FormDialog.tsx';
import { PrintedInput } from '../../../../web/ui/form/PrintedInput.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { dayIn, siteZone, startOfDay } from '../../../../web/ui/values/zonedTime.ts';
import { text } from './text.ts';

type Kind = 'percent' | 'credit';

const empty = () => ({
  code: '',
  title: '',
  kind: 'percent' as Kind,
  value: '',
  months: '1',
  validFrom: dayIn(siteZone()),
  validUntil: '',
  maxUses: '',
});

/** Parses an entered integer. Invalid input becomes NaN, so that the server reports the field. */
const parseInteger = (text: string): number =>
  /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;

/** A form to create a promo code. The last day of the redemption period is included in full. */
export function PromoForm({
  companyId,
  currency,
  onClose,
}: {
  companyId: string;
  currency: string;
  onClose(): void;
}) {
  const form = useForm(empty());
  const { code, title, kind, value, months, validFrom, validUntil, maxUses } = form.values;
  const save = () => {
    const body = {
      ...{
        code: code.trim().toUpperCase(),
        title: title.trim(),
        kind,
        value: value.trim(),
        months: parseInteger(months),
      },
      ...{
        validFrom: startOfDay(siteZone(), validFrom),
        validUntil: validUntil === '' ? null : startOfDay(siteZone(), validUntil, 1),
      },
      maxUses: maxUses.trim() === '' ? null : parseInteger(maxUses),
    };
    return form.save(text('made'), () => call('createPromo', { params: { companyId }, body }));
  };
  const day = (key: 'validFrom' | 'validUntil') => ({
    ...{ value: form.values[key], zone: siteZone(), error: form.problemAt(key) },
    onChange: (next: string) => form.set({ [key]: next }),
  });
  return (
    <FormDialog
      size={620}
      title={text('newPromo')}
      submitLabel={text('make')}
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <div className="field-grid">
        <TextInput
          label={text('promoCode')}
          maxLength={40}
          dir="ltr"
          data-autofocus
          {...form.input('code')}
        />
        <PrintedInput label={text('name')} maxLength={100} {...form.input('title')} />
        <NativeSelect
          label={text('kind')}
          data={(['percent', 'credit'] as const).map((option) => ({
            value: option,
            label: text(`kind_${option}`),
          }))}
          {...form.input('kind')}
        />
        <TextInput
          label={kind === 'percent' ? text('percent') : text('amount', { currency })}
          inputMode="decimal"
          dir="ltr"
          {...form.input('value')}
        />
        <TextInput
          label={text('promoMonths')}
          inputMode="numeric"
          dir="ltr"
          {...form.input('months')}
        />
        <TextInput
          label={text('maxUses')}
          inputMode="numeric"
          dir="ltr"
          {...form.input('maxUses')}
        />
        <DateField kind="day" label={text('validFrom')} {...day('validFrom')} />
        <DateField kind="day" label={text('validUntil')} {...day('validUntil')} />
      </div>
    </FormDialog>
  );
}
