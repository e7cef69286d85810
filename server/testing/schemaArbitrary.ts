import fc from 'fast-check';
import * as z from 'zod';

interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  $ref?: string;
}

/**
 * Values that match the schema's structure. Its refinements can still reject them with a proper
 * error.
 */
export function valuesMatching(schema: z.ZodType): fc.Arbitrary<unknown> {
  return fromJson(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
}

/** Unexpected values: wrong types, wrong sizes, prototype names, text that can't be stored. */
export const hostileValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    2 ** 53,
    -0,
    1e308,
    '',
    ' ',
    'true',
    '5',
    [],
    {},
    [[]],
    '\u0000',
    '\ud800',
    'א'.repeat(50),
    '../../etc/passwd',
  ),
  fc.constantFrom(
    "' or 1=1 --",
    '<script>alert(1)</script>',
    '=1+1',
    '%00',
    '\r\nSet-Cookie: a=b',
    '$' + '{7*7}',
    'NaN',
    'Infinity',
    '9'.repeat(400),
  ),
  fc.anything({
    maxDepth: 3,
    withBigInt: false,
    withDate: false,
    withMap: false,
    withSet: false,
    withTypedArray: false,
    withSparseArray: false,
  }),
);

/**
 * The schema's structure with one error: a field of another type, an unknown field, or a missing
 * field.
 */
export function nearMisses(schema: z.ZodType): fc.Arbitrary<unknown> {
  return fc
    .tuple(
      valuesMatching(schema),
      fc.nat(),
      hostileValues,
      fc.constantFrom('replace', 'add', 'drop'),
    )
    .map(([value, pick, hostile, mutation]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return hostile;
      const mutated: Record<string, unknown> = { ...value };
      const names = Object.keys(mutated);
      const name = names[pick % Math.max(1, names.length)];
      if (mutation === 'add' || name === undefined) mutated.isRootOrAdmin = hostile;
      else if (mutation === 'drop') delete mutated[name];
      else mutated[name] = hostile;
      return mutated;
    });
}

function fromJson(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(fromJson));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') return fromObject(schema);
  if (type === 'array')
    return fc.array(fromJson(schema.items ?? {}), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(schema.maxItems ?? 3, 4),
    });
  if (type === 'integer') return fc.integer(rangeOf(schema));
  if (type === 'number')
    return fc.double({ noNaN: true, noDefaultInfinity: true, ...rangeOf(schema) });
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'string') return fromString(schema);
  return hostileValues;
}

function fromObject(schema: JsonSchema): fc.Arbitrary<unknown> {
  const required = new Set(schema.required ?? []);
  const properties = Object.entries(schema.properties ?? {});
  const model = Object.fromEntries(
    properties.map(([name, property]) => [name, fromJson(property)]),
  );
  return fc.record(model, {
    requiredKeys: properties.map(([name]) => name).filter((name) => required.has(name)),
  });
}

const rangeOf = (schema: JsonSchema) => ({
  min: Math.max(schema.minimum ?? -1000, (schema.exclusiveMinimum ?? -1001) + 1),
  max: Math.min(schema.maximum ?? 100_000, 100_000),
});

function fromString(schema: JsonSchema): fc.Arbitrary<string> {
  if (schema.format === 'uuid') return fc.uuid({ version: 4 });
  if (schema.format === 'date-time')
    return fc
      .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
  if (schema.format === 'email') return fc.emailAddress();
  if (schema.pattern) {
    try {
      return fc.stringMatching(new RegExp(schema.pattern, 'u'));
    } catch {
      return fc.string({ maxLength: 40 });
    }
  }
  return fc.string({
    minLength: schema.minLength ?? 0,
    maxLength: Math.min(schema.maxLength ?? 60, 60),
    unit: 'grapheme',
  });
}
