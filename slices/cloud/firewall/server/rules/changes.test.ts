import { describe, expect, it } from 'vitest';
import type { Entry, Policy } from '../tables.ts';
import { changesBetween } from './changes.ts';

const rule = (id: string, note = ''): Entry => ({
  kind: 'rule',
  rule: {
    id,
    direction: 'in',
    protocol: 'tcp',
    ports: [],
    remotes: [],
    remoteGroupId: null,
    action: 'accept',
    note,
  },
});
const policy = (...entries: Entry[]): Policy => ({ in: 'drop', out: 'accept', entries });
const kinds = (before: Policy, after: Policy) =>
  changesBetween(before, after).map(({ kind, place }) => `${kind} ${place}`);

describe('the changes in a draft', () => {
  it.each<[string, Policy, Policy, string[]]>([
    ['nothing', policy(rule('a'), rule('b')), policy(rule('a'), rule('b')), []],
    [
      'one in front of others, which stay',
      policy(rule('a'), rule('b')),
      policy(rule('c'), rule('a'), rule('b')),
      ['added 1'],
    ],
    ['one that goes', policy(rule('a'), rule('b')), policy(rule('b')), ['removed 1']],
    ['another text', policy(rule('a')), policy(rule('a', 'why')), ['changed 1']],
    [
      'the last that comes first',
      policy(rule('a'), rule('b'), rule('c')),
      policy(rule('c'), rule('a'), rule('b')),
      ['moved 1'],
    ],
    ['the way of a direction', policy(), { ...policy(), out: 'drop' }, ['default 0']],
    ['a group', policy(), policy({ kind: 'group', groupId: 'g' }), ['added 1']],
  ])('%s', (_name, before, after, expected) => {
    expect(kinds(before, after)).toEqual(expected);
  });

  it('ignores the order of properties in a rule', () => {
    const [entry] = policy(rule('a')).entries;
    if (entry?.kind !== 'rule') throw new Error('no rule');
    const reordered = {
      rule: Object.fromEntries(Object.entries(entry.rule).reverse()),
      kind: 'rule',
    } as unknown as Entry;
    expect(kinds(policy(entry), policy(reordered))).toEqual([]);
  });
});
