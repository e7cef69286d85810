import type { StepState } from '../tables.ts';
import type { AnyTaskType, Step } from '../task.ts';

/** A step of a task in progress. */
export interface PlannedStep {
  step: Step<unknown>;
  state: StepState;
  /** No longer part of the task. It isn't run again, but is undone with the others. */
  isRetired: boolean;
}

/** A step as stored with the task, in order. */
export interface StoredStep {
  name: string;
  state: StepState;
}

/**
 * Plans the steps of a task that another version of the program could have started, matched by
 * name. Finished steps stay finished, even in another position. New steps are pending. Removed
 * steps that began are kept after the step they followed.
 */
export function planSteps(type: AnyTaskType, stored: readonly StoredStep[]): PlannedStep[] {
  const currentName = new Map(
    type.steps.flatMap(({ name, formerNames = [] }) =>
      [name, ...formerNames].map((each) => [each, name] as const),
    ),
  );
  const states = new Map(stored.map(({ name, state }) => [currentName.get(name) ?? name, state]));
  const plan: PlannedStep[] = type.steps.map((step) => ({
    step,
    state: states.get(step.name) ?? 'pending',
    isRetired: false,
  }));
  let previous: string | undefined;
  for (const { name, state } of stored) {
    const mappedName = currentName.get(name);
    if (mappedName === undefined && state !== 'pending') {
      const index = plan.findIndex(({ step }) => step.name === previous) + 1;
      plan.splice(index, 0, { step: retiredStep(type, name), state, isRetired: true });
    }
    if (mappedName !== undefined || state !== 'pending') previous = mappedName ?? name;
  }
  return plan;
}

function retiredStep(type: AnyTaskType, name: string): Step<unknown> {
  const declared = type.retired?.find((step) => step.name === name);
  const fail = async () => {
    throw new Error(
      `${type.type} has no step ${name} any more, and doesn't declare how to undo it.`,
    );
  };
  return declared ? { ...declared, do: fail } : { name, do: fail, undo: fail };
}

/** Whether the stored steps differ from the plan, including their order. */
export const isChanged = (plan: readonly PlannedStep[], stored: readonly StoredStep[]): boolean =>
  plan.length !== stored.length ||
  plan.some(({ step }, index) => step.name !== stored[index]?.name);
