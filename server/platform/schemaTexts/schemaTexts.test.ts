import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { UserError } from '../../../contract/errors/errors.ts';
import { currency, positiveAmount } from '../../../contract/fields/money.ts';
import { schemaIssue } from '../../../contract/fields/schemaMessage.ts';
import { contract } from '../../../contract/index.ts';
import { parseOrThrow } from '../http/responses/errorResponse.ts';

const problems = (schema: z.ZodType, value: unknown, language: 'en' | 'he') => {
  try {
    parseOrThrow(schema, value);
  } catch (error) {
    return (error as UserError).reasons.map(({ key, values }) => [
      key,
      values?.problem?.[language],
    ]);
  }
  return [];
};

describe('a schema message', () => {
  const payment = z.strictObject({ amount: positiveAmount, currency });

  it('about money is in the reader’s language, like all others', () => {
    const invalid = { amount: '-3', currency: 'dollars' };
    expect(problems(payment, invalid, 'en')).toEqual([
      ['amount', 'Enter an amount above zero, for example 25 or 10.50.'],
      ['currency', 'Enter a currency as three capital letters, for example USD, ILS, or EUR.'],
    ]);
    expect(problems(payment, invalid, 'he')).toEqual([
      ['amount', 'יש להזין סכום גדול מאפס, למשל 25 או 10.50.'],
      ['currency', 'יש להזין מטבע בשלוש אותיות גדולות, למשל USD, ‏ILS או EUR.'],
    ]);
  });

  it('about a missing value names it', () => {
    expect(problems(payment, { currency: 'USD' }, 'en')).toEqual([
      ['amount', 'This field is required: amount.'],
    ]);
    expect(problems(payment, { currency: 'USD' }, 'he')).toEqual([['amount', 'שדה חובה: amount.']]);
  });

  it('with a part of the value is in both languages, and isn’t stored', () => {
    const list = z.array(z.string()).superRefine((items, context) => {
      for (const item of items)
        context.addIssue({
          code: 'custom',
          ...schemaIssue({
            en: `${item} is too much`,
            he: `${item} יותר מדי`,
            ar: `${item} is too much`,
          }),
        });
    });
    expect(problems(list, ['x'], 'en')).toEqual([[undefined, 'x is too much']]);
    expect(problems(list, ['x'], 'he')).toEqual([[undefined, 'x יותר מדי']]);
  });

  it('is an instruction in both languages if the schema has no custom message', () => {
    const cases: [z.ZodType, unknown, en: string, he: string][] = [
      [z.uuid(), 'abc', 'Enter a valid ID.', 'יש להזין מזהה תקין.'],
      [z.string(), 5, 'Enter text.', 'יש להזין טקסט.'],
      [z.int(), 1.5, 'Enter a whole number.', 'יש להזין מספר שלם.'],
      [z.string().min(1), '', 'This field can’t be empty.', 'השדה לא יכול להיות ריק.'],
      [z.string().max(3), 'long', 'Enter up to 3 characters.', 'יש להזין 3 תווים לכל היותר.'],
      [z.number().min(2), 1, 'Enter 2 or more.', 'יש להזין 2 או יותר.'],
      [z.number().positive(), 0, 'Enter a number above 0.', 'יש להזין מספר גדול מ-0.'],
      [z.array(z.string()).min(1), [], 'Add at least one entry.', 'יש להוסיף פריט אחד לפחות.'],
      [
        z.enum(['on', 'off']),
        'up',
        'Enter one of these values: on, off.',
        'יש להזין אחד מהערכים האלה: on, off.',
      ],
      [
        z.union([z.string().regex(/x/), z.int()]),
        null,
        'This value isn’t valid.',
        'הערך אינו תקין.',
      ],
      [z.strictObject({}), { a: 1 }, 'This field isn’t recognized.', 'שדה לא מוכר.'],
    ];
    for (const [schema, value, en, he] of cases)
      expect([
        problems(schema, value, 'en')[0]?.[1],
        problems(schema, value, 'he')[0]?.[1],
      ]).toEqual([en, he]);
  });

  it.each([
    ['listUsage', { period: 'soon' }],
    ['downloadUsage', {}],
    ['downloadDocument', { document: 'the last one' }],
    ['downloadReport', {}],
  ] as const)('about the query of %s is in Hebrew for Hebrew readers', (operation, query) => {
    const [[, message] = []] = problems(contract[operation].query, query, 'he');
    expect(message).toMatch(/^[\u0590-\u05ff]/);
  });
});
