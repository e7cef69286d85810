import { describe, expect, it } from 'vitest';
import {
  type CurrentState,
  type Finding,
  findingOf,
  nextAlertState,
  type Rule,
  type ServerReading,
} from './rules.ts';

const start = new Date('2026-03-01T10:00:00Z');
const minutesAfter = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const cpu: Rule = {
  metric: 'cpuPercent',
  comparison: 'above',
  threshold: 80,
  clearAt: 60,
  forMinutes: 5,
};
const runningFacts: ServerReading = {
  power: 'on',
  powerSince: start,
  sampledAt: start,
  value: null,
};

/** Applies the values at one per minute and returns the state after each. */
function runRule(rule: Rule, values: readonly (number | null)[]): string {
  let current: CurrentState = { state: 'ok', since: start };
  return values
    .map((value, minute) => {
      current = nextAlertState(
        current,
        findingOf(rule, { ...runningFacts, value }, minutesAfter(minute)),
        rule.forMinutes,
        minutesAfter(minute),
      );
      return { ok: '.', pending: 'p', firing: 'F', acknowledged: 'a' }[current.state];
    })
    .join('');
}

describe('an alert on a value', () => {
  it('fires only after the condition lasted for its duration, and again only after it ended', () => {
    expect(runRule(cpu, [90, 90, 90, 90, 90, 90, 90])).toBe('pppppFF');
    expect(runRule(cpu, [90, 90, 70, 90, 90, 90, 90])).toBe('pp.pppp');
  });

  it('ends only beyond the clearing threshold', () => {
    expect(runRule({ ...cpu, forMinutes: 0 }, [90, 79, 61, 60, 79, 81])).toBe('FFF..F');
    expect(
      runRule(
        { ...cpu, comparison: 'below', threshold: 10, clearAt: 20, forMinutes: 0 },
        [5, 11, 19, 20, 11, 9],
      ),
    ).toBe('FFF..F');
  });

  it('doesn’t fire at exactly its threshold', () => {
    expect(runRule({ ...cpu, forMinutes: 0 }, [80])).toBe('.');
  });

  it('is neither started nor ended by a missing metric', () => {
    expect(runRule(cpu, [90, null, null, 90, 90, 90])).toBe('pppppF');
    expect(runRule({ ...cpu, forMinutes: 0 }, [90, null, null, 30])).toBe('FFF.');
    expect(runRule(cpu, [null, null])).toBe('..');
  });

  it('ends when the server is turned off, except for monthly traffic', () => {
    const off: ServerReading = { ...runningFacts, power: 'off', value: null };
    expect(findingOf(cpu, off, start)).toMatchObject({ isOver: false, isClear: true });
    expect(
      findingOf({ ...cpu, metric: 'monthTrafficGb', threshold: 5 }, { ...off, value: 9 }, start),
    ).toMatchObject({ isOver: true });
  });
});

describe('an alert on a state', () => {
  const off: Rule = {
    metric: 'off',
    comparison: 'above',
    threshold: 0,
    clearAt: 0,
    forMinutes: 10,
  };
  const next = (finding: Finding, now: Date) =>
    nextAlertState({ state: 'ok', since: start }, finding, 10, now);

  it('counts from the time the server went off, not from the check', () => {
    const finding = findingOf(
      off,
      { ...runningFacts, power: 'off', powerSince: start },
      minutesAfter(12),
    );
    expect(next(finding, minutesAfter(12))).toEqual({ state: 'firing', since: start });
    expect(
      next(
        findingOf(off, { ...runningFacts, power: 'off', powerSince: start }, minutesAfter(9)),
        minutesAfter(9),
      ).state,
    ).toBe('pending');
  });

  it('about missing data starts three intervals after the last measurement, and never for a server that is off', () => {
    const silent: Rule = { ...off, metric: 'noData' };
    expect(
      findingOf(silent, { ...runningFacts, sampledAt: minutesAfter(3) }, minutesAfter(4)).isOver,
    ).toBe(false);
    expect(
      findingOf(silent, { ...runningFacts, sampledAt: minutesAfter(3) }, minutesAfter(5)),
    ).toMatchObject({
      isOver: true,
      since: minutesAfter(3),
    });
    expect(
      findingOf(silent, { ...runningFacts, sampledAt: null, power: 'off' }, minutesAfter(60))
        .isOver,
    ).toBe(false);
  });
});

describe('an acknowledged alert', () => {
  it('stays acknowledged while the condition lasts, and is resolved when the value is back to normal', () => {
    const known: CurrentState = { state: 'acknowledged', since: start };
    const evaluate = (value: number) =>
      nextAlertState(
        known,
        findingOf(cpu, { ...runningFacts, value }, minutesAfter(1)),
        5,
        minutesAfter(1),
      );
    expect(evaluate(95)).toBe(known);
    expect(evaluate(70)).toBe(known);
    expect(evaluate(50)).toEqual({ state: 'ok', since: minutesAfter(1) });
  });
});
