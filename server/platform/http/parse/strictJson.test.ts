import { describe, expect, it } from 'vitest';
import { UserError } from '../../../../contract/errors/errors.ts';
import { parseStrictJson } from './strictJson.ts';

describe('strict JSON', () => {
  it.each([
    '{}',
    '[]',
    '"a"',
    '{"a":{"b":[1,2,{"a":1}]},"c":{"a":2}}',
    '{"quote\\"d":"br{ack[ets,\\\\"}',
    '[{"a":1},{"a":2}]',
    '{"a":"{\\"a\\":1}"}',
  ])('accepts %s unchanged', (source) => {
    expect(parseStrictJson(source)).toEqual(JSON.parse(source));
  });

  it.each([
    ['{"a":1,"a":2}', 'A field is sent twice.'],
    ['{"a":{"b":1,"b":2}}', 'A field is sent twice.'],
    ['{"a":1,"b":{"c":1},"a":2}', 'A field is sent twice.'],
    ['{"a":', 'The body isn’t valid JSON.'],
    ['{"a":"unfinished', 'The body isn’t valid JSON.'],
    ['{"a":1e999}', 'too large'],
    ['{"constructor":{}}', 'A field can’t be named constructor.'],
    ['{"a\\u0000":1}', 'U+0000'],
    ['["\\udc00"]', 'The text contains U+0000 or an incomplete character.'],
    [`${'['.repeat(33)}${']'.repeat(33)}`, 'deeper'],
    [`[${'1,'.repeat(20_001)}1]`, 'more than'],
  ])('rejects %s', (source, problem) => {
    expect(() => parseStrictJson(source)).toThrow(UserError);
    try {
      parseStrictJson(source);
    } catch (error) {
      expect((error as UserError).reasons[0]?.values?.problem?.en).toContain(problem);
    }
  });
});
