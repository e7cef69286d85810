import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Refusal } from '../../contract/errors.ts';
import { contract } from '../../contract/index.ts';
import { currency, positiveAmount } from '../../contract/money.ts';
import { saidOnce } from '../../contract/said.ts';
import { check } from './http/errorAnswer.ts';

const problems = (schema: z.ZodType, value: unknown, language: 'en' | 'he') => {
  try {
    check(schema, value);
  } catch (error) {
    return (error as Refusal).reasons.map(({ key, values }) => [key, values?.problem?.[language]]);
  }
  return [];
};

describe('what a schema says', () => {
  const payment = z.strictObject({ amount: positiveAmount, currency });

  it('of money is said in the reader’s language, like what it says of anything else', () => {
    const wrong = { amount: '-3', currency: 'dollars' };
    expect(problems(payment, wrong, 'en')).toEqual([
      ['amount', 'Enter an amount above zero, for example 25 or 10.50.'],
      ['currency', 'Enter a currency as three capital letters, for example USD, ILS, or EUR.'],
    ]);
    expect(problems(payment, wrong, 'he')).toEqual([
      ['amount', 'נדרש סכום גדול מאפס, כגון 25 או 10.50'],
      ['currency', 'נדרש מטבע בשלוש אותיות גדולות, כגון USD, ILS או EUR'],
    ]);
  });

  it('of a value that is missing names it', () => {
    expect(problems(payment, { currency: 'USD' }, 'en')).toEqual([['amount', 'This is missing: amount']]);
    expect(problems(payment, { currency: 'USD' }, 'he')).toEqual([['amount', 'ערך זה חסר: amount']]);
  });

  it('with something of the value in it is said in both languages and kept in none', () => {
    const list = z.array(z.string()).superRefine((items, context) => {
      for (const item of items) context.addIssue({ code: 'custom', ...saidOnce(`${item} is too much`, `${item} יותר מדי`) });
    });
    expect(problems(list, ['x'], 'en')).toEqual([[undefined, 'x is too much']]);
    expect(problems(list, ['x'], 'he')).toEqual([[undefined, 'x יותר מדי']]);
  });

  it.each([
    ['listUsage', { period: 'soon' }],
    ['downloadUsage', {}],
    ['downloadDocument', { document: 'the last one' }],
    ['downloadReport', {}],
  ] as const)('of the question to %s is Hebrew for who reads Hebrew', (operation, query) => {
    const [[, said] = []] = problems(contract[operation].query, query, 'he');
    expect(said).toMatch(/^[\u0590-\u05ff]/);
  });
});
