import type * as z from 'zod';
import type { firewallChange } from '../../contract.ts';
import type { Entry, Policy } from '../tables.ts';

export type Change = z.output<typeof firewallChange>;

/**
 * Returns the changes of a draft in the draft's order, followed by the removed entries. Entries are
 * matched by rule or group ID. As few entries as possible are reported as `moved`.
 */
export function changesBetween(before: Policy, after: Policy): Change[] {
  const defaults = (['in', 'out'] as const)
    .filter((direction) => before[direction] !== after[direction])
    .map(
      (direction): Change => ({ kind: 'default', place: 0, before: null, after: null, direction }),
    );
  const old = new Map(before.entries.map((entry) => [keyOf(entry), entry]));
  const commonKeys = after.entries.map(keyOf).filter((key) => old.has(key));
  const steady = longestCommon(
    before.entries.map(keyOf).filter((key) => commonKeys.includes(key)),
    commonKeys,
  );
  const changed = after.entries.flatMap((entry, index): Change[] => {
    const previous = old.get(keyOf(entry));
    const change = { place: index + 1, before: previous ?? null, after: entry, direction: null };
    if (!previous) return [{ kind: 'added', ...change }];
    if (canonical(previous) !== canonical(entry)) return [{ kind: 'changed', ...change }];
    return steady.has(keyOf(entry)) ? [] : [{ kind: 'moved', ...change }];
  });
  const afterKeys = new Set(after.entries.map(keyOf));
  const removed = before.entries.flatMap((entry, index): Change[] =>
    afterKeys.has(keyOf(entry))
      ? []
      : [{ kind: 'removed', place: index + 1, before: entry, after: null, direction: null }],
  );
  return [...defaults, ...changed, ...removed];
}

const keyOf = (entry: Entry) =>
  entry.kind === 'rule' ? `rule ${entry.rule.id}` : `group ${entry.groupId}`;

/** Serializes a value independently of property order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort())
      : part,
  );
}

/** The longest common subsequence of keys. */
function longestCommon(a: readonly string[], b: readonly string[]): Set<string> {
  const length: number[][] = Array.from({ length: a.length + 1 }, () =>
    Array<number>(b.length + 1).fill(0),
  );
  const lengthAt = (i: number, j: number) => length[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = length[i];
      if (row)
        row[j] =
          a[i] === b[j]
            ? lengthAt(i + 1, j + 1) + 1
            : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
    }
  const common = new Set<string>();
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const key = a[i] ?? '';
    if (key === b[j]) {
      common.add(key);
      i += 1;
      j += 1;
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i += 1;
    else j += 1;
  }
  return common;
}
