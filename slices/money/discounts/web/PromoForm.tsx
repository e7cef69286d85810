import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../../../../web/client.ts';
import { Dialog } from '../../../../web/ui/dialog/Dialog.tsx';
import { ProblemNotice } from '../../../../web/ui/feedback/states.tsx';
import { DateField } from '../../../../web/ui/form/DateField.tsx';
import { PrintedInput } from '../../../../web/ui/form/PrintedInput.tsx';
import { useSave } from '../../../../web/ui/form/useSave.ts';
import { dayIn, siteZone, startOfDay } from '../../../../web/ui/values/zonedTime.ts';
import { text } from './text.ts';

const fields = ['code', 'title', 'value', 'months', 'validFrom', 'validUntil', 'maxUses'] as const;
type Kind = 'percent' | 'credit';

interface Draft extends Record<(typeof fields)[number], string> {
  kind: Kind;
}

const empty = (): Draft => ({
  ...{
    code: '',
    title: '',
    kind: 'percent',
    value: '',
    months: '1',
    validFrom: dayIn(siteZone()),
    validUntil: '',
    maxUses: '',
  },
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
  const [draft, setDraft] = useState(empty);
  const saving = useSave(fields);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const { code, title, kind, value, months, validFrom, validUntil, maxUses } = draft;
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
    if (await saving.save(text('made'), () => call('createPromo', { params: { companyId }, body })))
      onClose();
  };
  const inputProps = (key: (typeof fields)[number]) => ({
    value: draft[key],
    error: saving.problemAt(key),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setDraft((before) => ({ ...before, [key]: value }));
    },
  });
  const day = (key: 'validFrom' | 'validUntil') => ({
    ...{ value: draft[key], zone: siteZone(), error: saving.problemAt(key) },
    onChange: (value: string) => setDraft((before) => ({ ...before, [key]: value })),
  });
  return (
    <Dialog size="lg" onClose={onClose} title={text('newPromo')}>
      <form className="dialog" onSubmit={(event) => void save(event)} noValidate>
        <div className="field-grid">
          <TextInput
            label={text('promoCode')}
            maxLength={40}
            dir="ltr"
            data-autofocus
            {...inputProps('code')}
          />
          <PrintedInput label={text('name')} maxLength={100} {...inputProps('title')} />
          <NativeSelect
            label={text('kind')}
            value={draft.kind}
            data={(['percent', 'credit'] as const).map((kind) => ({
              value: kind,
              label: text(`kind_${kind}`),
            }))}
            onChange={(event) => {
              const kind = event.currentTarget.value as Kind;
              setDraft((before) => ({ ...before, kind }));
            }}
          />
          <TextInput
            label={draft.kind === 'percent' ? text('percent') : text('amount', { currency })}
            inputMode="decimal"
            dir="ltr"
            {...inputProps('value')}
          />
          <TextInput
            label={text('promoMonths')}
            inputMode="numeric"
            dir="ltr"
            {...inputProps('months')}
          />
          <TextInput
            label={text('maxUses')}
            inputMode="numeric"
            dir="ltr"
            {...inputProps('maxUses')}
          />
          <DateField kind="day" label={text('validFrom')} {...day('validFrom')} />
          <DateField kind="day" label={text('validUntil')} {...day('validUntil')} />
        </div>
        <ProblemNotice problem={saving.general} />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {text('cancel')}
          </Button>
          <Button type="submit" loading={saving.isBusy}>
            {text('make')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
