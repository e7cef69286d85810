import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { valuesMatching } from '../../server/testing/schemaArbitrary.ts';
import type { Endpoint } from '../endpoint.ts';
import { contract } from '../index.ts';

/**
 * Text in which leading and trailing spaces are significant: passwords, keys, files, and file
 * contents.
 */
const verbatim =
  /\.(password|passwordRepeat|passwordValidate|oldPass|newPass|confirmPass|partnerPassword|passphrase|privateKey|archive|csv|content|script|userData|parameters\{\}|scripts\{\})$/;
/** Values that a program returns exactly as it received them. */
const echoedPattern =
  /\.(credential\.id|t|timestamp|seen|state|stateToken|iss|socialId|scopes\[\])$|^socialReturn\.code$/;
/** Whether a program selects the value, so that users never type it. */
const isSelectable = (schema: z.core.$ZodType): boolean =>
  schema._zod.def.type === 'string' &&
  'format' in schema._zod.def &&
  ['uuid', 'datetime', 'date', 'url'].includes(String(schema._zod.def.format));

interface Leaf {
  path: string;
  schema: z.core.$ZodType;
}

/**
 * All texts of a schema with their paths. A text with a transform or refinement is returned as a
 * whole.
 */
function texts(schema: z.core.$ZodType, path: string): Leaf[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const textsOf = (inner: z.core.$ZodType, more = '') => texts(inner, `${path}${more}`);
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) => textsOf(field, `.${name}`));
    case 'array':
      return textsOf(def.element, '[]');
    case 'record':
      return [...textsOf(def.keyType, '{name}'), ...textsOf(def.valueType, '{}')];
    case 'union':
      return def.options.flatMap((option) => textsOf(option));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
      return textsOf(def.innerType);
    case 'pipe':
      return def.in._zod.def.type === 'string' ? [{ path, schema }] : textsOf(def.in);
    case 'string':
      return isSelectable(schema) ? [] : [{ path, schema }];
    default:
      return [];
  }
}

const leaves = Object.entries(contract as Record<string, Endpoint>).flatMap(
  ([name, { body, query }]) =>
    [body, query].flatMap((schema) => (schema ? texts(schema, name) : [])),
);
const textFields = leaves.filter(({ path }) => !verbatim.test(path) && !echoedPattern.test(path));

describe('a value pasted with a line break', () => {
  it('is tested here for every field', () => expect(textFields.length).toBeGreaterThan(300));

  it('is accepted by every field as if it had been typed', () => {
    const rejected = textFields.filter(({ schema }) => {
      const sample = fc
        .sample(valuesMatching(schema as z.ZodType), { numRuns: 200, seed: 7 })
        .find(
          (value) =>
            typeof value === 'string' &&
            value.trim() === value &&
            z.safeParse(schema, value).success,
        );
      if (sample === undefined) return false;
      const [alone, pasted] = [
        z.safeParse(schema, sample),
        z.safeParse(schema, ` ${sample as string}\r\n`),
      ];
      return !pasted.success || pasted.data !== alone.data;
    });
    expect([...new Set(rejected.map(({ path }) => path))]).toEqual([]);
  });

  it('isn’t changed in passwords, keys, and files', () => {
    const changed = leaves
      .filter(({ path }) => verbatim.test(path) && !/\.(script|userData|scripts\{\})$/.test(path))
      .filter(({ schema }) => {
        const { success, data } = z.safeParse(schema, ' Spaces around count 1 ');
        return success && data !== ' Spaces around count 1 ';
      });
    expect([...new Set(changed.map(({ path }) => path))]).toEqual([]);
  });
});
