import type { LocalizedText } from '../../../../contract/languages.ts';
import { localize } from '../texts/localize.ts';

/** The keywords of JSON schema (draft 4) that cloud-init's schema uses. */
export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | readonly string[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: readonly string[];
  minProperties?: number;
  items?: Schema | readonly Schema[];
  additionalItems?: boolean | Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  enum?: readonly unknown[];
  pattern?: string;
  minimum?: number;
  format?: string;
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
  deprecated?: boolean;
  deprecated_version?: string;
}

export type Path = readonly (string | number)[];

export interface Finding {
  path: Path;
  problem: LocalizedText;
  /** Whether cloud-init still accepts it. */
  isWarning: boolean;
  /**
   * The value has a completely different type, so it was probably meant for another of the allowed
   * forms.
   */
  isOtherForm: boolean;
}

/**
 * Validates a value against a schema and returns the errors. Throws if the schema has an
 * unresolvable reference.
 */
export function validate(root: Schema, value: unknown): Finding[] {
  return new Validation(root).of(root, value, []);
}

const findingAt = (path: Path, problem: LocalizedText): Finding => ({
  path,
  problem,
  isWarning: false,
  isOtherForm: false,
});
const otherForm = (path: Path, problem: LocalizedText): Finding => ({
  ...findingAt(path, problem),
  isOtherForm: true,
});

const required = (forms: readonly string[], value: unknown): LocalizedText =>
  forms.length === 0
    ? localize('validate.otherFormRequired', { value: describeValue(value) })
    : localize('validate.formRequired', {
        forms: (language) => new Intl.ListFormat(language, { type: 'disjunction' }).format(forms),
        value: describeValue(value),
      });

class Validation {
  readonly #root: Schema;

  constructor(root: Schema) {
    this.#root = root;
  }

  of(nodeSchema: Schema, value: unknown, path: Path): Finding[] {
    const schema = this.#resolved(nodeSchema);
    const found: Finding[] = [];
    if (schema.type !== undefined && !typesOf(schema).some((type) => matchesType(type, value)))
      return [otherForm(path, required(typesOf(schema), value))];
    if (schema.enum && !schema.enum.some((one) => one === value))
      return [
        otherForm(
          path,
          localize('validate.valueMustOneNot', {
            enum: schema.enum.map(describeValue).join(', '),
            value: describeValue(value),
          }),
        ),
      ];
    if (typeof value === 'string') found.push(...this.#text(schema, value, path));
    if (typeof value === 'number' && schema.minimum !== undefined && value < schema.minimum)
      found.push(
        findingAt(path, localize('validate.valueMustLeastNot', { minimum: schema.minimum, value })),
      );
    if (Array.isArray(value)) found.push(...this.#list(schema, value, path));
    else if (isObject(value)) found.push(...this.#object(schema, value, path));
    for (const one of schema.allOf ?? []) found.push(...this.of(one, value, path));
    for (const options of [schema.oneOf, schema.anyOf])
      if (options) found.push(...this.#oneOf(options, value, path));
    if (schema.deprecated) found.push(deprecation(path, schema));
    return found;
  }

  #resolved(schema: Schema): Schema {
    if (schema.$ref === undefined) return schema;
    const name = /^#\/\$defs\/(.+)$/.exec(schema.$ref)?.[1] ?? '';
    const target = this.#root.$defs?.[name];
    if (!target) throw new Error(`The schema refers to ${schema.$ref}, which is not in it.`);
    const { $ref: _ref, ...otherKeywords } = schema;
    return { ...this.#resolved(target), ...otherKeywords };
  }

  #text({ pattern }: Schema, value: string, path: Path): Finding[] {
    if (pattern === undefined || new RegExp(pattern).test(value)) return [];
    return [
      findingAt(path, localize('validate.doesntMatch', { value: describeValue(value), pattern })),
    ];
  }

  #list(schema: Schema, value: readonly unknown[], path: Path): Finding[] {
    const found: Finding[] = [];
    const {
      minItems = 0,
      maxItems = Number.POSITIVE_INFINITY,
      items,
      additionalItems,
      uniqueItems,
    } = schema;
    if (value.length < minItems)
      found.push(findingAt(path, localize('validate.leastEntriesRequired', { minItems })));
    if (value.length > maxItems)
      found.push(findingAt(path, localize('validate.mostEntriesAllowed', { maxItems })));
    if (uniqueItems && new Set(value.map((one) => JSON.stringify(one))).size !== value.length)
      found.push(findingAt(path, localize('validate.entryListedTwice')));
    for (const [index, entry] of value.entries()) {
      const schemaOf = Array.isArray(items) ? (items[index] ?? additionalItems) : items;
      if (schemaOf === false)
        found.push(findingAt([...path, index], localize('validate.thereOneEntryToo')));
      else if (schemaOf && schemaOf !== true)
        found.push(...this.of(schemaOf as Schema, entry, [...path, index]));
    }
    return found;
  }

  #object(schema: Schema, value: Record<string, unknown>, path: Path): Finding[] {
    const {
      properties = {},
      patternProperties = {},
      additionalProperties = true,
      required = [],
      minProperties = 0,
    } = schema;
    const found = required
      .filter((name) => !(name in value))
      .map((name) => findingAt(path, localize('validate.found.fieldMissing', { name })));
    if (Object.keys(value).length < minProperties)
      found.push(findingAt(path, localize('validate.leastFieldsRequired', { minProperties })));
    for (const [name, field] of Object.entries(value)) {
      const fieldPath = [...path, name];
      const schemas = [
        ...(Object.hasOwn(properties, name) ? [properties[name] as Schema] : []),
        ...Object.entries(patternProperties).flatMap(([pattern, one]) =>
          new RegExp(pattern).test(name) ? [one] : [],
        ),
      ];
      for (const one of schemas) found.push(...this.of(one, field, fieldPath));
      if (schemas.length > 0 || additionalProperties === true) continue;
      if (additionalProperties === false)
        found.push(unknownField(fieldPath, name, Object.keys(properties)));
      else found.push(...this.of(additionalProperties, field, fieldPath));
    }
    return found;
  }

  /** For alternative forms. If none matches, the errors of the closest one are reported. */
  #oneOf(options: readonly Schema[], value: unknown, path: Path): Finding[] {
    const results = options.map((option) => this.of(option, value, path));
    const errorsIn = (findings: readonly Finding[]) =>
      findings.filter(({ isWarning }) => !isWarning);
    const validResults = results.filter((findings) => errorsIn(findings).length === 0);
    if (validResults.length > 0)
      return validResults.reduce((best, one) => (one.length < best.length ? one : best));
    const hasFormMismatch = (findings: readonly Finding[]) =>
      errorsIn(findings).some(
        (finding) => finding.path.length === path.length && finding.isOtherForm,
      );
    const closeResults = results.filter((findings) => !hasFormMismatch(findings));
    const [first] = closeResults.toSorted((a, b) => errorsIn(a).length - errorsIn(b).length);
    if (first) return first;
    const forms = [...new Set(options.flatMap((option) => typesOf(this.#resolved(option))))].filter(
      Boolean,
    );
    return [otherForm(path, required(forms, value))];
  }
}

function deprecation(path: Path, { deprecated_version: version }: Schema): Finding {
  return {
    path,
    problem: version
      ? localize('validate.deprecatedSince', { version })
      : localize('validate.deprecated'),
    isWarning: true,
    isOtherForm: false,
  };
}

function unknownField(path: Path, name: string, knownFields: readonly string[]): Finding {
  const closestMatch = knownFields.find((one) => distance(one, name) <= 2);
  return findingAt(
    path,
    closestMatch
      ? localize('validate.unknownFieldNear', { name, near: closestMatch })
      : localize('validate.unknownField', { name }),
  );
}

/** The Levenshtein distance, for names of up to a few dozen characters. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries())
      next.push(
        Math.min(
          (row[j] ?? 0) + (letter === other ? 0 : 1),
          (row[j + 1] ?? 0) + 1,
          (next[j] ?? 0) + 1,
        ),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}

const typesOf = ({ type }: Schema): readonly string[] =>
  type === undefined ? [] : typeof type === 'string' ? [type] : type;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function matchesType(type: string, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'null') return value === null;
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'a mapping';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
