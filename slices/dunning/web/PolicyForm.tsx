import { Button, Checkbox, NativeSelect, Switch, TextInput } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import type { FormEvent, ReactNode } from 'react';
import { ChangedElsewhere } from '../../../web/ui/ChangedElsewhere.tsx';
import { Icon } from '../../../web/ui/Icon.tsx';
import { IconButton } from '../../../web/ui/IconButton.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { ProblemNotice } from '../../../web/ui/states.tsx';
import type { Kept } from '../../../web/ui/useKept.ts';
import type { Problems } from '../../../web/ui/useProblems.ts';
import {
  type Draft,
  draftOf,
  emptyStep,
  type Kind,
  kinds,
  type Policy,
  type PolicyDraft,
  policyOf,
  usualSteps,
} from './steps.ts';
import { text } from './text.ts';

interface PolicyFormProps {
  kept: Kept<PolicyDraft>;
  currency: string;
  problems: Pick<Problems, 'problemAt' | 'general' | 'clear'>;
  isBusy: boolean;
  saveLabel: string;
  hint: ReactNode;
  onSave(policy: Policy): void;
  /** Above the buttons: what else is asked for. */
  extra?: ReactNode;
  /** Beside saving: gets the steps as they are typed. */
  actions?(policy: Policy): ReactNode;
}

/** Steps with their days, and whether they hold. */
export function PolicyForm({
  kept,
  currency,
  problems,
  isBusy,
  saveLabel,
  hint,
  onSave,
  extra,
  actions,
}: PolicyFormProps) {
  const { isOn, tolerance, taxesFees, steps } = kept.value;
  const type = (part: Partial<PolicyDraft>) => kept.set((before) => ({ ...before, ...part }));
  const setSteps = (changed: Draft[]) => type({ steps: changed });
  const policy = policyOf(kept.value);
  const change = (at: number, part: Partial<Draft>) =>
    setSteps(steps.map((step, index) => (index === at ? { ...step, ...part } : step)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(policy);
  };
  return (
    <Section title={text('policy')}>
      <form className="dunning-part" onSubmit={submit} noValidate>
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
          error={problems.problemAt('tolerance')}
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
        <ol className="dunning-steps">
          {steps.map((step, at) => (
            <li key={at}>
              <StepFields
                step={step}
                at={at}
                currency={currency}
                problemAt={problems.problemAt}
                onChange={(part) => change(at, part)}
                onRemove={() => setSteps(steps.filter((_, index) => index !== at))}
              />
            </li>
          ))}
        </ol>
        <div className="dunning-row">
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() => setSteps([...steps, emptyStep])}
          >
            {text('addStep')}
          </Button>
          {steps.length === 0 && (
            <Button variant="default" onClick={() => setSteps(usualSteps.map(draftOf))}>
              {text('usual')}
            </Button>
          )}
        </div>
        {extra}
        {/* What is refused of one step stands at its field. */}
        <ProblemNotice
          problem={steps.length === 0 ? (problems.problemAt('steps') ?? null) : null}
        />
        <ChangedElsewhere kept={kept} saving={problems} />
        <div className="dunning-row">
          <Button type="submit" loading={isBusy}>
            {saveLabel}
          </Button>
          {actions?.(policy)}
        </div>
      </form>
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
    <fieldset className="dunning-step" aria-label={text('kind', { number })}>
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
