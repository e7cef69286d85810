import type * as z from 'zod';
import type { alertComparison, alertMetric, alertState } from '../contract.ts';

export type Metric = z.output<typeof alertMetric>;
export type Comparison = z.output<typeof alertComparison>;
export type State = z.output<typeof alertState>;

/** Metrics without a value. */
export const stateMetrics: readonly Metric[] = ['off', 'on', 'noData'];

export interface Rule {
  metric: Metric;
  comparison: Comparison;
  threshold: number;
  /**
   * Hysteresis: a firing alert ends only beyond this bound, so that a value around the threshold
   * doesn't fire repeatedly.
   */
  clearAt: number;
  forMinutes: number;
}

/** The current state of a server. */
export interface ServerReading {
  power: 'on' | 'off' | 'suspended';
  powerSince: Date;
  /** Time of the latest measurement. Null if there is none. */
  sampledAt: Date | null;
  /** The metric's value. Null if unknown. */
  value: number | null;
}

/**
 * The result of evaluating a rule. `since`: the start of the condition, if it is known more
 * precisely than from evaluations.
 */
export interface Finding {
  isOver: boolean;
  /** Whether the value is back beyond the clearing bound. */
  isClear: boolean;
  value: number | null;
  since: Date | null;
}

/**
 * Measurements arrive every 30 seconds. After this time without one, the metric is `noData`. In ms.
 */
const silenceMs = 90_000;
const unknown: Finding = { isOver: false, isClear: false, value: null, since: null };

export function findingOf(
  rule: Rule,
  { power, powerSince, sampledAt, value }: ServerReading,
  now: Date,
): Finding {
  if (rule.metric === 'off') return booleanFinding(power === 'off', powerSince);
  if (rule.metric === 'on') return booleanFinding(power === 'on', powerSince);
  if (rule.metric === 'noData') {
    const lastSampleAt = sampledAt && sampledAt > powerSince ? sampledAt : powerSince;
    return booleanFinding(
      power === 'on' && now.getTime() - lastSampleAt.getTime() > silenceMs,
      lastSampleAt,
    );
  }
  // A server that isn't on has no load, so its alerts end. The month's traffic stays as it is.
  if (power !== 'on' && rule.metric !== 'monthTrafficGb') return { ...unknown, isClear: true };
  if (value === null) return unknown;
  const isAbove = rule.comparison === 'above';
  return {
    isOver: isAbove ? value > rule.threshold : value < rule.threshold,
    isClear: isAbove ? value <= rule.clearAt : value >= rule.clearAt,
    value,
    since: null,
  };
}

const booleanFinding = (isExceeded: boolean, since: Date): Finding => ({
  isOver: isExceeded,
  isClear: !isExceeded,
  value: null,
  since: isExceeded ? since : null,
});

export interface CurrentState {
  state: State;
  /** When this state was entered. For `pending` and `firing`, when the condition began. */
  since: Date;
}

/** The state after an evaluation. Returns the same object when nothing changed. */
export function nextAlertState(
  current: CurrentState,
  finding: Finding,
  minutes: number,
  now: Date,
): CurrentState {
  const isLongEnough = (since: Date) => now.getTime() - since.getTime() >= minutes * 60_000;
  if (current.state === 'firing' || current.state === 'acknowledged')
    return finding.isClear ? { state: 'ok', since: now } : current;
  if (finding.isOver) {
    const since = current.state === 'pending' ? current.since : (finding.since ?? now);
    if (isLongEnough(since)) return { state: 'firing', since };
    return current.state === 'pending' ? current : { state: 'pending', since };
  }
  // A missing reading doesn't end a pending state.
  if (current.state === 'pending' && finding.value === null && !finding.isClear) return current;
  return current.state === 'ok' ? current : { state: 'ok', since: now };
}
