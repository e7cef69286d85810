import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { call } from '../../../../web/client.ts';
import { DateField } from '../../../../web/ui/form/DateField.tsx';
import { FormDialog } from '../../../../web/ui/form/FormDialog.tsx';
import { PrintedInput } from '../../../../web/ui/form/PrintedInput.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Box, Row, Text } from '../../../../web/ui/layout/Layout.tsx';
import { monthIn, siteZone } from '../../../../web/ui/values/zonedTime.ts';
import type { Discount, Group } from './describeDiscount.ts';
import { text } from './text.ts';

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

type Draft = {
  title: string;
  kind: Discount['kind'];
  value: string;
  groups: Group[];
  fromMonth: string;
  toMonth: string;
  most: string;
};

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
  const form = useForm(draftOf(discount));
  const { kind, groups: chosen } = form.values;
  const save = () => {
    const body = bodyOf(form.values);
    return form.save(text('saved'), () =>
      discount
        ? call('updateDiscount', { params: { ...customer, discountId: discount.id }, body })
        : call('createDiscount', { params: customer, body }),
    );
  };
  const month = (key: 'fromMonth' | 'toMonth') => ({
    ...{ value: form.values[key], zone: siteZone(), error: form.problemAt(key) },
    onChange: (value: string) => form.set({ [key]: value }),
  });
  const groupsProblem = form.problemAt('groups');
  return (
    <FormDialog
      size={620}
      title={text(discount ? 'change' : 'add')}
      submitLabel={text('save')}
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <PrintedInput label={text('name')} maxLength={100} data-autofocus {...form.input('title')} />
      <div className="field-grid">
        <NativeSelect
          label={text('kind')}
          data={(['percent', 'fixed'] as const).map((value) => ({
            value,
            label: text(`kind_${value}`),
          }))}
          {...form.input('kind')}
        />
        <TextInput
          label={kind === 'percent' ? text('percent') : text('amount', { currency })}
          inputMode="decimal"
          dir="ltr"
          {...form.input('value')}
        />
        <DateField kind="month" label={text('from')} {...month('fromMonth')} />
        <DateField kind="month" label={text('to')} {...month('toMonth')} />
        <TextInput
          label={text('most', { currency })}
          inputMode="decimal"
          dir="ltr"
          {...form.input('most')}
        />
      </div>
      <GroupChoice chosen={chosen} onChange={(next) => form.set({ groups: next })} />
      {groupsProblem && (
        <p className="form-problem" role="alert">
          {groupsProblem}
        </p>
      )}
    </FormDialog>
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
