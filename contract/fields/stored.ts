import type * as z from 'zod';

type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypes['_zod']['def'];

/**
 * The schema of an input, adapted for responses. Stored values were already normalized, so they are
 * validated without being rewritten. Trimming is omitted, and for a transformed value the form
 * before the transform is validated. Fields that an object doesn't name are still dropped.
 */
export function stored<S extends Schema>(schema: S): S {
  const def = schema._zod.def as Def;
  const checks = def.checks?.filter((check) => check._zod.def.check !== 'overwrite');
  switch (def.type) {
    case 'pipe':
      return stored(def.in) as S;
    case 'nullable':
    case 'optional':
    case 'readonly':
      return cloneSchema(schema, { ...def, checks, innerType: stored(def.innerType) });
    case 'array':
      return cloneSchema(schema, { ...def, checks, element: stored(def.element) });
    case 'record':
      return cloneSchema(schema, {
        ...def,
        checks,
        keyType: stored(def.keyType),
        valueType: stored(def.valueType),
      });
    case 'union':
      return cloneSchema(schema, {
        ...def,
        checks,
        options: def.options.map((option) => stored(option)),
      });
    case 'object':
      return cloneSchema(schema, {
        ...def,
        checks,
        shape: Object.fromEntries(
          Object.entries(def.shape).map(([key, part]) => [key, stored(part)]),
        ),
      });
    default:
      return checks?.length === def.checks?.length
        ? schema
        : cloneSchema(schema, { ...def, checks });
  }
}

const cloneSchema = <S extends Schema>(schema: S, def: object): S =>
  (schema as unknown as { clone(def: object): S }).clone(def);
