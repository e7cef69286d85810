import type { Calls } from '../../../../web/client.ts';

export type Policy = Omit<Calls['saveDunningPolicy']['in']['body'], 'seen'>;
export type Step = Policy['steps'][number];
export type Kind = Step['kind'];

/** A step as edited in a form. */
export interface Draft {
  kind: Kind;
  days: string;
  mode: 'fixed' | 'percent';
  amount: string;
  isAutomatic: boolean;
}

export const kinds: readonly Kind[] = [
  'reminder',
  'fee',
  'retry',
  'suspend',
  'notice',
  'terminate',
];
export const emptyStep: Draft = {
  kind: 'reminder',
  days: '',
  mode: 'fixed',
  amount: '',
  isAutomatic: false,
};

/** The fields of a policy that errors can name. */
export const policyFields = ({ steps }: PolicyDraft): string[] => [
  'tolerance',
  'steps',
  ...steps.flatMap((_, position) =>
    ['kind', 'days', 'amount'].map((field) => `steps.${position}.${field}`),
  ),
];

/** The suggested default steps. They have no effect until the policy is enabled and saved. */
export const defaultSteps: readonly Step[] = [
  { kind: 'reminder', days: 3 },
  { kind: 'reminder', days: 10 },
  { kind: 'retry', days: 12 },
  { kind: 'suspend', days: 21 },
  { kind: 'notice', days: 35 },
  { kind: 'terminate', days: 60, isAutomatic: false },
];

export const draftOf = (step: Step): Draft => ({
  ...emptyStep,
  ...{ kind: step.kind, days: String(step.days) },
  ...(step.kind === 'fee' ? { mode: step.mode, amount: step.amount } : {}),
  ...(step.kind === 'terminate' ? { isAutomatic: step.isAutomatic } : {}),
});

/** A policy as edited in a form. */
export interface PolicyDraft {
  isOn: boolean;
  tolerance: string;
  taxesFees: boolean;
  steps: Draft[];
}

export const policyDraftOf = ({
  isOn,
  steps,
  tolerance = '0',
  taxesFees = true,
}: Policy): PolicyDraft => ({
  ...{ isOn, tolerance, taxesFees, steps: steps.map(draftOf) },
});

export const policyOf = ({ isOn, steps, tolerance, taxesFees }: PolicyDraft): Policy => ({
  ...{ isOn, steps: steps.map(stepOf), tolerance: tolerance.trim(), taxesFees },
});

/**
 * Converts a form step for the request. Input that isn't a number of days is sent as an invalid
 * number, so that the error names the field.
 */
export function stepOf({ kind, days: dayText, mode, amount, isAutomatic }: Draft): Step {
  const days = /^\d{1,4}$/.test(dayText.trim()) ? Number(dayText) : -1;
  if (kind === 'fee') return { kind, days, mode, amount: amount.trim() };
  if (kind === 'terminate') return { kind, days, isAutomatic };
  return { kind, days };
}
