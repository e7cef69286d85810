import { expect, it } from 'vitest';
import * as z from 'zod';
import { type Endpoint, endpoint } from '../../../../contract/endpoint.ts';
import { contract } from '../../../../contract/index.ts';
import { readConfig } from '../../config.ts';
import { openAnswerChecks, parseChangesValues } from './responseChecks.ts';

const routeOf = (operation: string, answer: z.ZodType) => ({
  operation,
  endpoint: endpoint({
    title: { en: 'A call', he: 'קריאה', ar: 'A call' },
    method: 'GET',
    path: `/${operation}`,
    summary: operation,
    access: 'public',
    changes: false,
    answer,
  }),
});
const row = z.strictObject({ id: z.int(), name: z.string().nullable() });
const right = { id: 1, name: null };
const invalid = { id: 1, name: null, secret: 'x' };

it('checks the first response of each operation and then one in every few', () => {
  const checks = openAnswerChecks(4);
  for (const route of [routeOf('one', row), routeOf('two', row)]) {
    expect(() => checks.checked(route, invalid)).toThrow('secret');
    for (let call = 0; call < 3; call++) expect(checks.checked(route, right)).toBe(right);
    expect(() => checks.checked(route, invalid)).toThrow('secret');
  }
});

it('checks every response outside production', () => {
  const checksIn = (NODE_ENV: string | undefined) =>
    readConfig({ DATABASE_URL: 'postgres://x', NODE_ENV }).answerCheckEvery;
  expect([checksIn('test'), checksIn('development')]).toEqual([1, 1]);
  expect(checksIn(undefined)).toBeGreaterThan(1);
  const checks = openAnswerChecks(1);
  for (let call = 0; call < 3; call++)
    expect(() => checks.checked(routeOf('one', row), invalid)).toThrow('secret');
});

it('never returns fields that the contract drops or values that it rewrites', () => {
  const checks = openAnswerChecks(1_000);
  const dropping = routeOf('drop', z.object({ items: z.array(z.object({ id: z.int() })) }));
  const trimming = routeOf('trim', z.strictObject({ name: z.string().trim() }));
  const fillRoute = routeOf('fill', z.strictObject({ count: z.int().default(0) }));
  for (let call = 0; call < 3; call++) {
    expect(checks.checked(dropping, { items: [{ id: 1, secret: 'x' }] })).toEqual({
      items: [{ id: 1 }],
    });
    expect(checks.checked(trimming, { name: ' a ' })).toEqual({ name: 'a' });
    expect(checks.checked(fillRoute, {})).toEqual({ count: 0 });
  }
});

it('samples every operation of the contract, because no response depends on parsing', () => {
  const parsedEachTime = Object.entries<Endpoint>(contract).filter(
    ([, { answer }]) => answer && parseChangesValues(answer),
  );
  expect(parsedEachTime.map(([operation]) => operation)).toEqual([]);
});

it.each<[string, z.ZodType, boolean]>([
  [
    'a strict object',
    z.strictObject({
      rows: z.array(row),
      at: z.iso.datetime({ offset: true }),
      of: z.uuid().optional(),
    }),
    false,
  ],
  ['an object with arbitrary fields', z.looseObject({ id: z.int() }), false],
  [
    'a recursive object',
    z.strictObject({
      get inner(): z.ZodType {
        return z.lazy(() => row).nullable();
      },
    }),
    false,
  ],
  ['a union of strict objects', z.union([row, z.record(z.string(), z.literal(1))]), false],
  [
    'a nested object that drops fields',
    z.strictObject({ rows: z.array(z.union([row, z.object({})])) }),
    true,
  ],
  ['a transformed field', z.strictObject({ id: z.string().transform(Number) }), true],
  ['a coerced field', z.strictObject({ id: z.coerce.number() }), true],
  ['a field with a fallback', z.strictObject({ id: z.int().catch(0) }), true],
])('%s', (_name, schema, changesValues) => {
  expect(parseChangesValues(schema)).toBe(changesValues);
});
