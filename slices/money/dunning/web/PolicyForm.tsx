import { Button, Checkbox, NativeSelect, Switch, TextInput } from '@mantine/core';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import styles from './dunning.module.css';
import '@mantine/core/styles/Switch.css';
import type { FormEvent, ReactNode } from 'react';
import { ProblemNotice } from '../../../../web/ui/feedback/states.tsx';
import { ChangedElsewhere } from '../../../../web/ui/form/ChangedElsewhere.tsx';
import type { EditState } from '../../../../web/ui/form/useEditedValue.ts';
import type { Form } from '../../../../web/ui/form/useForm.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { IconButton } from '../../../../web/ui/IconButton.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import {
  type Draft,
  defaultSteps,
  draftOf,
  emptyStep,
  type Kind,
  kinds,
  type Policy,
  type PolicyDraft,
  policyOf,
} from './steps.ts';
import { text } from './text.ts';

interface PolicyFormProps {
  kept: EditState<PolicyDraft>;
  currency: string;
  /** Errors and whether the form is busy. The values are in `kept`. */
  form: Pick<Form<Record<string, unknown>>, 'isBusy' | 'problem' | 'problemAt' | 'clearProblems'>;
  saveLabel: string;
  hint: ReactNode;
  onSave(policy: Policy): void;
  /** Additional fields above the buttons. */
  extra?: ReactNode;
  /** Additional actions next to Save. Receives the steps as entered. */
  actions?(policy: Policy): ReactNode;
}

/** Edits the steps of a policy with their days, and whether the policy is enabled. */
export function PolicyForm({
  kept,
  currency,
  form,
  saveLabel,
  hint,
  onSave,
  extra,
  actions,
}: PolicyFormProps) {
  const { isOn, tolerance, taxesFees, steps } = kept.value;
  const type = (patch: Partial<PolicyDraft>) => kept.set((before) => ({ ...before, ...patch }));
  const setSteps = (changed: Draft[]) => type({ steps: changed });
  const policy = policyOf(kept.value);
  const change = (position: number, patch: Partial<Draft>) =>
    setSteps(steps.map((step, index) => (index === position ? { ...step, ...patch } : step)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(policy);
  };
  return (
    <Section title={text('policy')}>
      <Stack as="form" gap={16} isProse onSubmit={submit} noValidate>
        {hint}
        <p className="soft">{text('policyHint')}</p>
        <Switch
          label={text('isOn')}
          checked={isOn}
          onChange={(event) => type({ isOn: event.currentTarget.checked })}
        />
        {!isOn && <p className="soft">{text('isOff')}</p>}
        <TextInput
          label={text('tolerance', { currency })}
          description={text('toleranceHint')}
          error={form.problemAt('tolerance')}
          value={tolerance}
          inputMode="decimal"
          dir="ltr"
          maw="20rem"
          onChange={(event) => type({ tolerance: event.currentTarget.value })}
        />
        {steps.some(({ kind }) => kind === 'fee') && (
          <Checkbox
            label={text('taxesFees')}
            checked={taxesFees}
            onChange={(event) => type({ taxesFees: event.currentTarget.checked })}
          />
        )}
        <Stack as="ol" gap={12}>
          {steps.map((step, position) => (
            <li key={position}>
              <StepFields
                step={step}
                at={position}
                currency={currency}
                problemAt={form.problemAt}
                onChange={(patch) => change(position, patch)}
                onRemove={() => setSteps(steps.filter((_, index) => index !== position))}
              />
            </li>
          ))}
        </Stack>
        <Row gap="8px 12px" align="center">
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() => setSteps([...steps, emptyStep])}
          >
            {text('addStep')}
          </Button>
          {steps.length === 0 && (
            <Button variant="default" onClick={() => setSteps(defaultSteps.map(draftOf))}>
              {text('usual')}
            </Button>
          )}
        </Row>
        {extra}
        {/* Problems of a single step are shown at its fields. */}
        <ProblemNotice problem={steps.length === 0 ? (form.problemAt('steps') ?? null) : null} />
        <ChangedElsewhere kept={kept} form={form} />
        <Row gap="8px 12px" align="center">
          <Button type="submit" loading={form.isBusy}>
            {saveLabel}
          </Button>
          {actions?.(policy)}
        </Row>
      </Stack>
    </Section>
  );
}

interface StepFieldsProps {
  step: Draft;
  at: number;
  currency: string;
  problemAt(field: string): string | undefined;
  onChange(part: Partial<Draft>): void;
  onRemove(): void;
}

function StepFields({ step, at, currency, problemAt, onChange, onRemove }: StepFieldsProps) {
  const number = String(at + 1);
  const problem = (field: string) => problemAt(`steps.${at}.${field}`);
  return (
    <fieldset className={styles.dunningStep} aria-label={text('kind', { number })}>
      <NativeSelect
        label={text('kind', { number })}
        error={problem('kind')}
        value={step.kind}
        data={kinds.map((kind) => ({ value: kind, label: text(`step_${kind}`) }))}
        onChange={(event) => onChange({ kind: event.currentTarget.value as Kind })}
      />
      <TextInput
        label={text('days')}
        error={problem('days')}
        value={step.days}
        inputMode="numeric"
        dir="ltr"
        onChange={(event) => onChange({ days: event.currentTarget.value })}
      />
      {step.kind === 'fee' && (
        <>
          <NativeSelect
            label={text('mode')}
            value={step.mode}
            data={(['fixed', 'percent'] as const).map((mode) => ({
              value: mode,
              label: text(mode),
            }))}
            onChange={(event) => onChange({ mode: event.currentTarget.value as Draft['mode'] })}
          />
          <TextInput
            label={text('amount', { unit: step.mode === 'fixed' ? currency : '%' })}
            error={problem('amount')}
            value={step.amount}
            inputMode="decimal"
            dir="ltr"
            onChange={(event) => onChange({ amount: event.currentTarget.value })}
          />
        </>
      )}
      {step.kind === 'terminate' && (
        <Checkbox
          label={text('isAutomatic')}
          checked={step.isAutomatic}
          onChange={(event) => onChange({ isAutomatic: event.currentTarget.checked })}
        />
      )}
      <div>
        <IconButton icon="trash" label={text('removeStep', { number })} onClick={onRemove} />
      </div>
    </fieldset>
  );
}
