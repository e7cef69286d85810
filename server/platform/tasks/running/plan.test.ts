import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { StepState } from '../tables.ts';
import { defineTask, type TaskType } from '../task.ts';
import { isChanged, planSteps, type StoredStep } from './plan.ts';

const step = (name: string, formerNames?: string[]) => ({
  name,
  do: async () => {},
  ...(formerNames ? { formerNames } : {}),
});
const taskTypeWith = (more: Pick<TaskType<unknown>, 'steps' | 'retired'>) =>
  defineTask<unknown>({
    type: 'sample.planned',
    title: () => ({ en: 'Sample', he: 'Sample', ar: 'Sample' }),
    input: z.unknown(),
    ...more,
  });
const stored = (steps: Record<string, StepState>): StoredStep[] =>
  Object.entries(steps).map(([name, state]) => ({ name, state }));
const describePlan = (...args: Parameters<typeof planSteps>) =>
  planSteps(...args).map(({ step: { name }, state, isRetired }) =>
    [name, state, ...(isRetired ? ['retired'] : [])].join(' '),
  );

describe('the steps of a task in progress', () => {
  const type = taskTypeWith({ steps: [step('a'), step('b'), step('c')] });

  it('are unchanged if the version is the same', () => {
    const before = stored({ a: 'done', b: 'running', c: 'pending' });
    expect(describePlan(type, before)).toEqual(['a done', 'b running', 'c pending']);
    expect(isChanged(planSteps(type, before), before)).toBe(false);
  });

  it('are matched by name if their position changed, and new steps are pending', () => {
    const before = stored({ c: 'done', a: 'running' });
    expect(describePlan(type, before)).toEqual(['a running', 'b pending', 'c done']);
    expect(isChanged(planSteps(type, before), before)).toBe(true);
  });

  it('are matched by a former name', () => {
    const renamed = taskTypeWith({ steps: [step('make', ['create', 'build']), step('tell')] });
    expect(describePlan(renamed, stored({ build: 'done', tell: 'pending' }))).toEqual([
      'make done',
      'tell pending',
    ]);
  });

  it('that were removed stay after their previous step if they began, and disappear otherwise', () => {
    const before = stored({ x: 'done', a: 'done', y: 'running', b: 'pending', z: 'pending' });
    expect(describePlan(type, before)).toEqual([
      'x done retired',
      'a done',
      'y running retired',
      'b pending',
      'c pending',
    ]);
  });

  it('that were removed can’t be undone unless the type declares how', async () => {
    const undone: string[] = [];
    const declared = taskTypeWith({
      steps: [step('a')],
      retired: [{ name: 'old', undo: async () => void undone.push('old') }, { name: 'harmless' }],
    });
    const plan = planSteps(declared, stored({ old: 'done', harmless: 'done', lost: 'done' }));
    const [old, harmlessStep, lost] = plan.map((planned) => planned.step);
    await old?.undo?.({} as never);
    expect(undone).toEqual(['old']);
    expect(harmlessStep?.undo).toBeUndefined();
    await expect(lost?.undo?.({} as never)).rejects.toThrow('no step lost any more');
  });

  it('have names that are used only once across current and earlier versions', () => {
    expect(() => taskTypeWith({ steps: [step('a'), step('b', ['a'])] })).toThrow(
      'two steps named a',
    );
    expect(() => taskTypeWith({ steps: [step('a')], retired: [{ name: 'a' }] })).toThrow(
      'two steps named a',
    );
  });
});
