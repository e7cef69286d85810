export interface JsonSchema {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: boolean | JsonSchema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

/** Returns the name and schema of each property, and whether it's required. */
export function propertiesOf({
  properties = {},
  required = [],
}: JsonSchema): [string, JsonSchema, boolean][] {
  return Object.entries(properties).map(([name, schema]) => [
    name,
    schema,
    required.includes(name),
  ]);
}

const choicesOf = ({ anyOf, oneOf }: JsonSchema): JsonSchema[] => anyOf ?? oneOf ?? [];
const isNull = ({ type }: JsonSchema): boolean => type === 'null';

/**
 * Returns the schema with the nested fields of a field, or of a list's items. Null for a plain
 * value.
 */
export function innerOf(schema: JsonSchema): JsonSchema | null {
  if (schema.properties) return schema;
  if (schema.items) return innerOf(schema.items);
  if (typeof schema.additionalProperties === 'object') return innerOf(schema.additionalProperties);
  return (
    choicesOf(schema)
      .map(innerOf)
      .find((found) => found !== null) ?? null
  );
}

interface TypeLabels {
  list: string;
  oneOf: string;
  orNull: string;
}

/** Describes a type, such as `list of string`, `integer or null`, `A | B`. */
export function typeText(schema: JsonSchema, labels: TypeLabels): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = choicesOf(schema);
  if (choices.length > 0) {
    const others = choices
      .filter((choice) => !isNull(choice))
      .map((choice) => typeText(choice, labels));
    const joined = [...new Set(others)].join(' | ');
    return others.length < choices.length ? `${joined} ${labels.orNull}` : joined;
  }
  if (schema.items) return `${labels.list} ${typeText(schema.items, labels)}`;
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  return schema.format ? `${schema.type ?? 'any'} (${schema.format})` : (schema.type ?? 'any');
}

const safest = Number.MAX_SAFE_INTEGER;

/**
 * Describes the limits of a value, such as `≥ 1`, `≤ 63 chars`. Limits of the number type are
 * omitted.
 */
export function bounds(schema: JsonSchema): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern, format } = schema;
  return [
    minimum !== undefined && minimum > -safest ? `≥ ${minimum}` : '',
    maximum !== undefined && maximum < safest ? `≤ ${maximum}` : '',
    minLength !== undefined ? `≥ ${minLength} chars` : '',
    maxLength !== undefined ? `≤ ${maxLength} chars` : '',
    minItems !== undefined ? `≥ ${minItems} items` : '',
    maxItems !== undefined ? `≤ ${maxItems} items` : '',
    pattern !== undefined && format === undefined && pattern.length < 60 ? `/${pattern}/` : '',
  ].filter((part) => part !== '');
}

/** Returns an initial value with all required fields, each with its smallest allowed value. */
export function exampleOf(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = choicesOf(schema);
  if (choices.length > 0) return exampleOf(choices.find((choice) => !isNull(choice)) ?? {});
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object' || schema.properties)
    return Object.fromEntries(
      propertiesOf(schema).flatMap(([name, property, isNeeded]) =>
        isNeeded ? [[name, exampleOf(property)]] : [],
      ),
    );
  if (type === 'array')
    return Array.from({ length: schema.minItems ?? 0 }, () => exampleOf(schema.items ?? {}));
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 0, 0);
  if (type === 'boolean') return false;
  return type === 'null' ? null : '';
}
