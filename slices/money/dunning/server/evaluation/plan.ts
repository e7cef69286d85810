import type { Step } from '../../contract.ts';
import type { Case } from './cases.ts';
import { evaluateMonth, type Verdict } from './evaluateStep.ts';

/**
 * A policy step with its key for a document: the kind and its position among steps of that kind.
 */
export interface KeyedStep {
  key: string;
  step: Step;
}

export interface Due extends KeyedStep {
  /** The planned date. */
  on: string;
}

export interface UpcomingStep extends Due {
  verdict: Verdict;
}

/**
 * Assigns keys to steps. A step keeps its key when its days change or a step of another kind is
 * added.
 */
export function withKeys(steps: readonly Step[]): KeyedStep[] {
  const counts = new Map<string, number>();
  return steps.map((step) => {
    const count = (counts.get(step.kind) ?? 0) + 1;
    counts.set(step.kind, count);
    return { key: `${step.kind}.${count}`, step };
  });
}

/**
 * Adds calendar days, regardless of clock changes: `2030-01-31` and 1 return
 * `2030-02-01`.
 */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

const later = (a: string, b: string): string => (a > b ? a : b);
/** Returns '' for an empty list. */
const latest = (days: readonly string[]): string => days.reduce(later, '');

/**
 * Returns the next step and its date. Each step keeps its minimum interval to the previous one, so
 * that delayed reminders (a policy enabled late, portal downtime) don't shorten the remaining time.
 * The same applies to disputes, because days of an open dispute don't count.
 */
export function nextStep({
  document,
  steps,
  done,
}: Pick<Case, 'document' | 'steps' | 'done'>): Due | null {
  const all = withKeys(steps);
  const lastResumedOn = latest(
    [...done].filter(([key]) => key.startsWith(resumedKey(''))).map(([, day]) => day),
  );
  const index = all.findLastIndex(({ key }) => done.has(key));
  const before = all[index];
  const next = all[index + 1];
  if (!next) return null;
  const planned = addDays(document.dueOn, next.step.days);
  const since = before && done.get(before.key);
  if (!before || !since) return { ...next, on: later(planned, lastResumedOn) };
  return {
    ...next,
    on: later(planned, addDays(later(since, lastResumedOn), next.step.days - before.step.days)),
  };
}

/** Log keys for a dispute: opened, lost by the company, and won by the company. */
export const pausedKey = (disputeId: string): string => `paused:${disputeId}`;
export const resumedKey = (disputeId: string): string => `resumed:${disputeId}`;
export const wonDisputeKey = (disputeId: string): string => `won:${disputeId}`;

/** Returns the next step if it's due today or earlier. */
export function dueStep(found: Case): Due | null {
  if (found.rest !== null) return null;
  const next = nextStep(found);
  return next && next.on <= found.today ? next : null;
}

/** Returns all upcoming steps if nothing is paid, by the same rules that apply on the due date. */
export function forecast(found: Case): UpcomingStep[] {
  const upcoming: UpcomingStep[] = [];
  if (found.rest !== null) return upcoming;
  let now = found;
  for (let next = nextStep(now); next; next = nextStep(now)) {
    const on = later(next.on, now.today);
    const verdict = evaluateMonth(now, next.step);
    upcoming.push({ ...next, on, verdict });
    now = caseAfter(now, { ...next, on }, verdict);
  }
  return upcoming;
}

const caseAfter = (found: Case, { key, on }: Due, { stateAfter, owedAfter }: Verdict): Case => ({
  ...found,
  today: on,
  done: new Map([...found.done, [key, on]]),
  accountState: stateAfter ?? found.accountState,
  owed: owedAfter ?? found.owed,
});
