import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { messageIn, schemaMessage } from '../../../contract/fields/schemaMessage.ts';
import { contract } from '../../../contract/index.ts';
import { slices } from '../../slices.ts';
import '../../portal.ts';

const root = join(import.meta.dirname, '../../..');

/** All custom validation messages of a schema and its nested schemas. */
function textsIn(schema: unknown, seen = new Set<unknown>()): string[] {
  if (schema === null || typeof schema !== 'object' || seen.has(schema)) return [];
  seen.add(schema);
  if (Array.isArray(schema)) return schema.flatMap((each) => textsIn(each, seen));
  const def = '_zod' in schema ? (schema as z.core.$ZodType)._zod.def : schema;
  const own =
    'error' in def && typeof def.error === 'function'
      ? [textOf(def.error as z.core.$ZodErrorMap)]
      : [];
  return [...own, ...Object.values(def).flatMap((inner) => textsIn(inner, seen))].filter(
    (text) => text !== '',
  );
}

function textOf(error: z.core.$ZodErrorMap): string {
  const localized = error({
    code: 'custom',
    input: undefined,
    path: [],
  } as unknown as z.core.$ZodRawIssue);
  return typeof localized === 'string' ? localized : (localized?.message ?? '');
}

const hasHebrew = (text: string): boolean => /[\u0590-\u05ff]/.test(messageIn(text, 'he'));

it('finds messages anywhere in a schema', () => {
  const texts = [1, 2, 3, 4, 5, 6].map((index) => `text ${index}`);
  const [one = '', two, three, four, five, six] = texts;
  const schema = z.strictObject({
    a: z.string(one).regex(/x/, { message: two }).optional(),
    b: z.array(z.union([z.string().refine(() => true, three), z.number().min(1, { error: four })])),
    c: z
      .record(
        z.string(),
        z
          .string()
          .transform((text) => text)
          .pipe(z.enum(['a'], { error: () => five })),
      )
      .superRefine(() => {}),
    d: z.lazy(() => z.string().max(1, six)),
  });
  expect(textsIn(schema).sort()).toEqual(texts.slice(0, 5));
  expect(
    hasHebrew(
      schemaMessage({ en: 'a text for this test', he: 'נוסח לבדיקה', ar: 'a text for this test' }),
    ),
  ).toBe(true);
  expect(hasHebrew('a text that is only English')).toBe(false);
});

const schemas = Object.entries(contract).flatMap(([operation, endpoint]) =>
  (['params', 'query', 'body'] as const).map(
    (part) => [`${operation}.${part}`, (endpoint as Record<string, unknown>)[part]] as const,
  ),
);

it('every operation and setting has messages in both languages', () => {
  const all = [
    ...schemas,
    ...slices
      .flatMap(({ settings = [] }) => settings)
      .map(({ id, schema }) => [`setting ${id}`, schema] as const),
  ];
  const found = all.flatMap(([location, schema]) =>
    textsIn(schema).map((text) => [text, location] as const),
  );
  expect(found.length).toBeGreaterThan(500);
  // Keyed by message, with one of the places where it occurs.
  expect(Object.fromEntries(found.filter(([text]) => !hasHebrew(text)))).toEqual({});
});

it('no custom check of a schema has a message in English only', async () => {
  const found: string[] = [];
  for await (const path of glob(
    ['contract/**/*.ts', 'slices/*/*/contract.ts', 'slices/*/*/contract/**/*.ts'],
    { cwd: root },
  )) {
    if (path.endsWith('.test.ts')) continue;
    const source = await readFile(join(root, path), 'utf8');
    // Matches literal messages and template strings. Both must go through `schemaMessage` or
    // `schemaIssue`.
    for (const [issue] of source.matchAll(/addIssue\(\{[^}]*?message: *['"`][^}]*\}/g))
      found.push(`${path}: ${issue}`);
  }
  expect(found).toEqual([]);
});
