import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { errorText } from '../../../../web/ui/feedback/errorText.ts';
import { FormDialog } from '../../../../web/ui/form/FormDialog.tsx';
import { type Form, useForm } from '../../../../web/ui/form/useForm.ts';
import { Row } from '../../../../web/ui/layout/Layout.tsx';
import type { Budget } from './formatBudget.ts';
import { ThresholdFields } from './ThresholdFields.tsx';
import { text } from './text.ts';
import { bodyOf, type Draft, defaultThresholds, draftOf, maxThresholds } from './thresholds.ts';

interface FormProps {
  /** The budget being edited. Null for a new one. */
  budget: Budget | null;
  onClose(): void;
}

type Values = {
  name: string;
  amount: string;
  thresholds: Draft[];
  owner: 'own' | 'other';
  email: string;
  scope: 'all' | 'tag';
  tag: string;
};

const initialValues = (budget: Budget | null): Values => ({
  name: budget?.name ?? '',
  amount: budget?.amount ?? '',
  thresholds: budget?.thresholds.map(draftOf) ?? defaultThresholds(),
  owner: 'own',
  email: '',
  scope: 'all',
  tag: '',
});

/** Fields of errors without a value of the same name. */
const otherFields = [
  'userId',
  ...Array.from({ length: maxThresholds }, (_, position) => `thresholds.${position}.percent`),
];

/** Creates or edits a budget: account, scope, amount and thresholds. */
export function BudgetForm({ budget, onClose }: FormProps) {
  // Thresholds get new row keys when they are converted, so the values must be created only once.
  const [initial] = useState(() => initialValues(budget));
  const form = useForm(initial, otherFields);
  const { name, amount, thresholds, owner, email, scope, tag } = form.values;
  const target = useTargetOptions(form.values);
  const currency = budget?.currency ?? target.options?.currency ?? '';
  const save = () => {
    const body = { name: name.trim(), amount: amount.trim(), thresholds: thresholds.map(bodyOf) };
    const create = async () => {
      // The email address may have been entered just now.
      const account =
        owner === 'other'
          ? { userId: (await call('budgetOptions', { query: { email: email.trim() } })).user.id }
          : {};
      await call('createBudget', {
        body: { ...body, ...account, ...(scope === 'tag' ? { tag } : {}) },
      });
    };
    return budget
      ? form.save(text('saved'), () =>
          call('updateBudget', { params: { budgetId: budget.id }, body }),
        )
      : form.save(text('created', { name: body.name }), create);
  };
  return (
    <FormDialog
      title={budget ? <bdi>{budget.name}</bdi> : text('create')}
      size={620}
      form={form}
      submitLabel={text(budget ? 'save' : 'create')}
      onSubmit={save}
      onClose={onClose}
    >
      <Row align="start" gap="10px 14px" childFlex="1 1 220px">
        <TextInput label={text('name')} maxLength={100} {...form.input('name')} />
        <TextInput
          label={currency === '' ? text('amountPlain') : text('amountIn', { currency })}
          inputMode="decimal"
          dir="ltr"
          maxLength={17}
          {...form.input('amount')}
        />
      </Row>
      {!budget && <TargetFields form={form} target={target} />}
      <ThresholdFields
        value={thresholds}
        problemAt={form.problemAt}
        onChange={(drafts) => form.set({ thresholds: drafts })}
      />
    </FormDialog>
  );
}

/** The options of the selected account. Another account is looked up with `lookUp`. */
function useTargetOptions({ owner, email }: Values) {
  const [lookedUpEmail, setLookedUpEmail] = useState('');
  const ownOptions = useCall('budgetOptions', { query: {} });
  const isOther = owner === 'other';
  const isRequested = isOther && lookedUpEmail !== '';
  const other = useCall(
    'budgetOptions',
    { query: { email: lookedUpEmail } },
    { isEnabled: isRequested },
  );
  return {
    setsForOthers: ownOptions.data?.setsForOthers ?? false,
    options: isOther ? (isRequested ? other.data : undefined) : ownOptions.data,
    problem: isRequested && other.isError ? errorText(other.error) : undefined,
    lookUp: () => setLookedUpEmail(email.trim()),
  };
}

function TargetFields({
  form,
  target,
}: {
  form: Form<Values>;
  target: ReturnType<typeof useTargetOptions>;
}) {
  const { owner, scope } = form.values;
  const tags = target.options?.tags ?? [];
  const hasNoTags = target.options !== undefined && tags.length === 0;
  return (
    <>
      {target.setsForOthers && (
        <Row align="start" gap="10px 14px" childFlex="1 1 220px">
          <NativeSelect
            label={text('whose')}
            data={(['own', 'other'] as const).map((value) => ({ value, label: text(value) }))}
            {...form.input('owner')}
            onChange={(event) =>
              form.set({ owner: event.currentTarget.value as Values['owner'], tag: '' })
            }
          />
          {owner === 'other' && (
            <TextInput
              label={text('email')}
              type="email"
              dir="ltr"
              maxLength={254}
              {...form.input('email')}
              error={form.problemAt('email') ?? form.problemAt('userId') ?? target.problem}
              onBlur={target.lookUp}
            />
          )}
        </Row>
      )}
      <Row align="start" gap="10px 14px" childFlex="1 1 220px">
        <NativeSelect
          label={text('what')}
          data={[
            { value: 'all', label: text('whatAll') },
            { value: 'tag', label: text('whatTag') },
          ]}
          {...form.input('scope')}
        />
        {scope === 'tag' && (
          <NativeSelect
            label={text('tag')}
            data={[{ value: '', label: '–' }, ...tags]}
            {...form.input('tag')}
            error={form.problemAt('tag') ?? (hasNoTags ? text('noTags') : undefined)}
          />
        )}
      </Row>
    </>
  );
}
