import { expect, test } from 'vitest';
import * as z from 'zod';
import { text } from '../endpoint.ts';
import { optionalEmail } from './email.ts';
import { stored } from './stored.ts';

const input = z.strictObject({
  name: text({ min: 2, max: 5 }),
  email: optionalEmail,
  tags: z.array(text({ max: 5 })),
  titles: z.record(z.string(), text({ max: 5 }).nullable()),
  kind: z
    .union([
      z.literal(1),
      z.strictObject({
        code: z
          .string()
          .trim()
          .regex(/^[A-Z]{2}$/),
      }),
    ])
    .optional(),
});
const answer = stored(input);
const storedValue = {
  name: 'Ann',
  email: 'ann@example.com',
  tags: ['a'],
  titles: { en: 'One', he: null },
  kind: { code: 'IL' },
};

test('a stored value is returned unchanged', () => {
  expect(answer.parse(storedValue)).toEqual(storedValue);
  expect(answer.parse({ ...storedValue, tags: [' a '] })).toEqual({
    ...storedValue,
    tags: [' a '],
  });
  expect(input.parse({ ...storedValue, tags: [' a '] })).toEqual(storedValue);
});

test.each([
  ['a text that is too long', { name: 'Annabel' }],
  ['a text that is too short', { name: 'A' }],
  ['a wrong address', { email: 'ann' }],
  ['a control character', { tags: ['a\u0000'] }],
  ['a wrong code', { kind: { code: 'il' } }],
  ['a field that is not named', { secret: 'x' }],
])('%s is still an error', (_case, invalid) => {
  expect(answer.safeParse({ ...storedValue, ...invalid }).success).toBe(false);
});
