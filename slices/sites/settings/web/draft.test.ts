import { describe, expect, it } from 'vitest';
import { draftOf, kindOf, parseDraft } from './draft.ts';

describe('a setting input', () => {
  it.each([
    [true, 'switch', 'true'],
    [0.5, 'number', '0.5'],
    ['30 days', 'text', '30 days'],
    ['', 'text', ''],
    [['en', 'he'], 'lines', 'en\nhe'],
    [[], 'lines', ''],
    [[1], 'json', '[\n  1\n]'],
    [null, 'json', 'null'],
  ] as const)('%j is shown as a %s and is read back unchanged', (value, kind, draft) => {
    expect(kindOf(value)).toBe(kind);
    expect(draftOf(kind, value)).toBe(draft);
    expect(parseDraft(kind, draft)).toEqual({ isRight: true, value });
  });

  it('for a list accepts one value per line, without blank lines and surrounding spaces', () => {
    expect(parseDraft('lines', ' root\n\nsiteAdmin \r\n')).toEqual({
      isRight: true,
      value: ['root', 'siteAdmin'],
    });
  });

  it('reports invalid input instead of sending a different value', () => {
    for (const draft of ['', ' ', 'ten', '1e999', '1,5'])
      expect(parseDraft('number', draft)).toEqual({ isRight: false, problem: 'numberNeeded' });
    for (const draft of ['', '{', "['a']"])
      expect(parseDraft('json', draft)).toEqual({ isRight: false, problem: 'jsonNeeded' });
  });
});
