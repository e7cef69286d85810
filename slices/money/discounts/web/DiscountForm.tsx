import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../../../../web/client.ts';
import { Dialog } from '../../../../web/ui/dialog/Dialog.tsx';
import { ProblemNotice } from '../../../../web/ui/feedback/states.tsx';
import { DateField } from '../../../../web/ui/form/DateField.tsx';
import { PrintedInput } from '../../../../web/ui/form/PrintedInput.tsx';
import { useSave } from '../../../../web/ui/form/useSave.ts';
import { Box, Row, Text } from '../../../../web/ui/layout/Layout.tsx';
import { monthIn, siteZone } from '../../../../web/ui/values/zonedTime.ts';
import { text } from './text.ts';
import type { Discount, Group } from './words.ts';

/** All groups in display order. The type makes a missing one a compile error. */
const kinds: Record<Group, true> = {
  ...{
    cpu: true,
    ram: true,
    disk: true,
    ip: true,
    traffic: true,
    overage: true,
    image: true,
    backup: true,
    snapshot: true,
    managed: true,
  },
};
const groups = Object.keys(kinds) as Group[];
const fields = ['title', 'value', 'groups', 'fromMonth', 'toMonth', 'most'] as const;

interface Draft {
  title: string;
  kind: Discount['kind'];
  value: string;
  groups: Group[];
  fromMonth: string;
  toMonth: string;
  most: string;
}

const draftOf = (discount: Discount | null): Draft => ({
  ...{
    title: discount?.title ?? '',
    kind: discount?.kind ?? 'percent',
    value: discount?.value ?? '',
    groups: discount?.groups ?? [],
  },
  ...{
    fromMonth: discount?.fromMonth ?? monthIn(siteZone()),
    toMonth: discount?.toMonth ?? '',
    most: discount?.most ?? '',
  },
});

/** Builds the request body. An empty group selection becomes null. */
const bodyOf = ({ title, kind, value, groups: chosen, fromMonth, toMonth, most }: Draft) => ({
  ...{
    title: title.trim(),
    kind,
    value: value.trim(),
    groups: chosen.length === 0 ? null : chosen,
    fromMonth: fromMonth.trim(),
  },
  ...{
    toMonth: toMonth.trim() === '' ? null : toMonth.trim(),
    most: most.trim() === '' ? null : most.trim(),
  },
});

interface DiscountFormProps {
  customer: { companyId: string; externalId: string };
  currency: string;
  /** The discount being edited. Null for a new one. */
  discount: Discount | null;
  onClose(): void;
}

export function DiscountForm({ customer, currency, discount, onClose }: DiscountFormProps) {
  const [draft, setDraft] = useState(() => draftOf(discount));
  const saving = useSave(fields);
  const change = (patch: Partial<Draft>) => setDraft((before) => ({ ...before, ...patch }));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const body = bodyOf(draft);
    const work = () =>
      discount
        ? call('updateDiscount', { params: { ...customer, discountId: discount.id }, body })
        : call('createDiscount', { params: customer, body });
    if (await saving.save(text('saved'), work)) onClose();
  };
  const inputProps = (key: 'title' | 'value' | 'most') => ({
    value: draft[key],
    error: saving.problemAt(key),
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ [key]: event.currentTarget.value }),
  });
  const month = (key: 'fromMonth' | 'toMonth') => ({
    ...{ value: draft[key], zone: siteZone(), error: saving.problemAt(key) },
    onChange: (value: string) => change({ [key]: value }),
  });
  return (
    <Dialog size="lg" onClose={onClose} title={text(discount ? 'change' : 'add')}>
      <form className="dialog" onSubmit={(event) => void save(event)} noValidate>
        <PrintedInput
          label={text('name')}
          maxLength={100}
          data-autofocus
          {...inputProps('title')}
        />
        <div className="field-grid">
          <NativeSelect
            label={text('kind')}
            value={draft.kind}
            data={(['percent', 'fixed'] as const).map((kind) => ({
              value: kind,
              label: text(`kind_${kind}`),
            }))}
            onChange={(event) => change({ kind: event.currentTarget.value as Draft['kind'] })}
          />
          <TextInput
            label={draft.kind === 'percent' ? text('percent') : text('amount', { currency })}
            inputMode="decimal"
            dir="ltr"
            {...inputProps('value')}
          />
          <DateField kind="month" label={text('from')} {...month('fromMonth')} />
          <DateField kind="month" label={text('to')} {...month('toMonth')} />
          <TextInput
            label={text('most', { currency })}
            inputMode="decimal"
            dir="ltr"
            {...inputProps('most')}
          />
        </div>
        <GroupChoice chosen={draft.groups} onChange={(chosen) => change({ groups: chosen })} />
        <ProblemNotice problem={saving.problemAt('groups') ?? saving.general} />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {text('cancel')}
          </Button>
          <Button type="submit" loading={saving.isBusy}>
            {text('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Selects the groups of lines. An empty selection means all lines. */
function GroupChoice({
  chosen,
  onChange,
}: {
  chosen: readonly Group[];
  onChange(chosen: Group[]): void;
}) {
  return (
    <Box as="fieldset">
      <Text as="legend" mb={6} size="sm" weight={600}>
        {text('groups')}
      </Text>
      <Row gap="10px 18px">
        <Checkbox
          label={text('allLines')}
          checked={chosen.length === 0}
          onChange={() => onChange([])}
        />
        {groups.map((group) => (
          <Checkbox
            key={group}
            label={text(`group_${group}`)}
            checked={chosen.includes(group)}
            onChange={(event) =>
              onChange(
                groups.filter((one) =>
                  one === group ? event.currentTarget.checked : chosen.includes(one),
                ),
              )
            }
          />
        ))}
      </Row>
    </Box>
  );
}
