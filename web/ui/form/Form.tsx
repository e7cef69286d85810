import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type common from '../../texts/common/en.json';
import { textsOf } from '../../texts/texts.ts';
import { RemedyLink } from '../feedback/RemedyLink.tsx';
import { Row, Stack } from '../layout/Layout.tsx';
import type { FormState } from './useForm.ts';

const text = textsOf<typeof common>('common');

export interface FormProps {
  form: FormState;
  submitLabel: string;
  /** False while the input is missing or incomplete. */
  isReady?: boolean;
  isDangerous?: boolean;
  onSubmit(): Promise<unknown>;
  /** Shows a Cancel button. */
  onCancel?(): void;
  /** Further buttons next to the submit button. */
  actions?: ReactNode;
  /** In px. */
  maxWidth?: number;
  children: ReactNode;
}

/** Fields with the form's error and buttons below. Enter submits it. */
export function Form({
  form,
  submitLabel,
  isReady = true,
  isDangerous,
  onSubmit,
  onCancel,
  actions,
  maxWidth,
  children,
}: FormProps) {
  return (
    <Stack
      as="form"
      gap={16}
      noValidate
      {...(maxWidth === undefined ? {} : { maxWidth })}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !form.isBusy) void onSubmit();
      }}
    >
      {children}
      <FormProblem form={form} />
      <Row gap={8} align="center" {...(onCancel ? { justify: 'end' as const } : {})}>
        {actions}
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {text('cancel')}
          </Button>
        )}
        <Button
          type="submit"
          {...(isDangerous ? { className: 'danger-button' } : {})}
          loading={form.isBusy}
          disabled={!isReady}
        >
          {submitLabel}
        </Button>
      </Row>
    </Stack>
  );
}

/** The error of a form that doesn't belong to a field, with a link to where it's fixed. */
export function FormProblem({
  form: { problem, remedy },
}: {
  form: Pick<FormState, 'problem' | 'remedy'>;
}) {
  if (!problem) return null;
  return (
    <p className="form-problem" role="alert">
      {problem} <RemedyLink way={remedy} />
    </p>
  );
}
