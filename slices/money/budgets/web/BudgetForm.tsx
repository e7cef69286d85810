import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Dialog } from '../../../../web/ui/dialog/Dialog.tsx';
import { errorText } from '../../../../web/ui/feedback/errorText.ts';
import { ProblemNotice } from '../../../../web/ui/feedback/states.tsx';
import { useSave } from '../../../../web/ui/form/useSave.ts';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { ThresholdFields } from './ThresholdFields.tsx';
import { text } from './text.ts';
import { bodyOf, defaultThresholds, draftOf } from './thresholds.ts';
import type { Budget } from './words.ts';

interface FormProps {
  /** The budget being edited. Null for a new one. */
  budget: Budget | null;
  onClose(): void;
}

const fields = ['name', 'amount', 'thresholds', 'tag', 'userId', 'email'] as const;

/** Creates or edits a budget: account, scope, amount and thresholds. */
export function BudgetForm({ budget, onClose }: FormProps) {
  const [name, setName] = useState(budget?.name ?? '');
  const [amount, setAmount] = useState(budget?.amount ?? '');
  const [thresholds, setThresholds] = useState(
    () => budget?.thresholds.map(draftOf) ?? defaultThresholds(),
  );
  const targetFields = useBudgetTarget();
  const saving = useSave(fields);
  const currency = budget?.currency ?? targetFields.options?.currency ?? '';
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const body = { name: name.trim(), amount: amount.trim(), thresholds: thresholds.map(bodyOf) };
    const isDone = await saving.save(
      budget ? text('saved') : text('created', { name: body.name }),
      async () => {
        if (budget) await call('updateBudget', { params: { budgetId: budget.id }, body });
        else await call('createBudget', { body: { ...body, ...(await targetFields.body()) } });
      },
    );
    if (isDone) onClose();
  };
  return (
    <Dialog onClose={onClose} size={620} title={budget ? <bdi>{budget.name}</bdi> : text('create')}>
      <Stack as="form" gap={14} onSubmit={(event) => void save(event)} noValidate>
        <Row align="start" gap="10px 14px" childFlex="1 1 220px">
          <TextInput
            label={text('name')}
            value={name}
            maxLength={100}
            error={saving.problemAt('name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label={currency === '' ? text('amountPlain') : text('amountIn', { currency })}
            value={amount}
            inputMode="decimal"
            dir="ltr"
            maxLength={17}
            error={saving.problemAt('amount')}
            onChange={(event) => setAmount(event.currentTarget.value)}
          />
        </Row>
        {!budget && <TargetFields about={targetFields} problemAt={saving.problemAt} />}
        <ThresholdFields value={thresholds} problemAt={saving.problemAt} onChange={setThresholds} />
        <ProblemNotice problem={saving.general} />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {text('cancel')}
          </Button>
          <Button type="submit" loading={saving.isBusy}>
            {text(budget ? 'save' : 'create')}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}

/** The account and scope of the budget, with the available options. */
function useBudgetTarget() {
  const [form, setForm] = useState({
    isOther: false,
    email: '',
    asked: '',
    isOfTag: false,
    tag: '',
  });
  const ownOptions = useCall('budgetOptions', { query: {} });
  const isRequested = form.isOther && form.asked !== '';
  const other = useCall(
    'budgetOptions',
    { query: { email: form.asked } },
    { isEnabled: isRequested },
  );
  return {
    ...form,
    setsForOthers: ownOptions.data?.setsForOthers ?? false,
    options: form.isOther ? (isRequested ? other.data : undefined) : ownOptions.data,
    problem: isRequested && other.isError ? errorText(other.error) : undefined,
    change: (patch: Partial<typeof form>) => setForm((before) => ({ ...before, ...patch })),
    /** Builds the request body. Resolves an email address that was just entered. */
    body: async () => ({
      ...(form.isOther
        ? {
            userId: (await call('budgetOptions', { query: { email: form.email.trim() } })).user.id,
          }
        : {}),
      ...(form.isOfTag ? { tag: form.tag } : {}),
    }),
  };
}

function TargetFields({
  about,
  problemAt,
}: {
  about: ReturnType<typeof useBudgetTarget>;
  problemAt(field: string): string | undefined;
}) {
  const tags = about.options?.tags ?? [];
  const problem =
    problemAt('tag') ??
    (about.isOfTag && about.options && tags.length === 0 ? text('noTags') : undefined);
  return (
    <>
      {about.setsForOthers && (
        <Row align="start" gap="10px 14px" childFlex="1 1 220px">
          <NativeSelect
            label={text('whose')}
            value={about.isOther ? 'other' : 'own'}
            onChange={(event) =>
              about.change({ isOther: event.currentTarget.value === 'other', tag: '' })
            }
            data={(['own', 'other'] as const).map((value) => ({ value, label: text(value) }))}
          />
          {about.isOther && (
            <TextInput
              label={text('email')}
              type="email"
              dir="ltr"
              value={about.email}
              maxLength={254}
              error={problemAt('email') ?? problemAt('userId') ?? about.problem}
              onChange={(event) => about.change({ email: event.currentTarget.value })}
              onBlur={() => about.change({ asked: about.email.trim() })}
            />
          )}
        </Row>
      )}
      <Row align="start" gap="10px 14px" childFlex="1 1 220px">
        <NativeSelect
          label={text('what')}
          value={about.isOfTag ? 'tag' : 'all'}
          onChange={(event) => about.change({ isOfTag: event.currentTarget.value === 'tag' })}
          data={[
            { value: 'all', label: text('whatAll') },
            { value: 'tag', label: text('whatTag') },
          ]}
        />
        {about.isOfTag && (
          <NativeSelect
            label={text('tag')}
            value={about.tag}
            error={problem}
            onChange={(event) => about.change({ tag: event.currentTarget.value })}
            data={[{ value: '', label: '–' }, ...tags]}
          />
        )}
      </Row>
    </>
  );
}
