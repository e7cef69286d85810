import type * as z from 'zod';
import type { BoundRoute } from '../routes.ts';

type AnyDef = z.core.$ZodTypes['_zod']['def'];

/** Checks the results of handlers against the contract. */
export interface AnswerChecks {
  /**
   * Returns the response to send. Throws if the response is selected for checking and violates the
   * contract.
   */
  checked(route: Pick<BoundRoute, 'operation' | 'endpoint'>, result: unknown): unknown;
}

/**
 * Checks the first response of each operation and then every `checkInterval`-th one. Responses whose schema
 * also rewrites values, for example by dropping fields, are always parsed, so that the output
 * doesn't depend on sampling.
 */
export function openAnswerChecks(checkInterval: number): AnswerChecks {
  const calls = new Map<string, number>();
  const parseNeeded = new Map<string, boolean>();

  function isSampled(operation: string): boolean {
    const call = calls.get(operation) ?? 0;
    calls.set(operation, (call + 1) % checkInterval);
    return call === 0;
  }

  return {
    checked({ operation, endpoint: { answer } }, result) {
      if (!answer) return result;
      const mustParse = parseNeeded.get(operation) ?? parseChangesValues(answer);
      parseNeeded.set(operation, mustParse);
      return mustParse || isSampled(operation) ? answer.parse(result) : result;
    },
  };
}

/** Whether parsing can change a value. Unknown schema types are assumed to change values. */
export function parseChangesValues(
  schema: z.core.$ZodType,
  seen = new Set<z.core.$ZodType>(),
): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  const rewritesAny = (...parts: readonly z.core.$ZodType[]) =>
    parts.some((part) => parseChangesValues(part, seen));
  const def = schema._zod.def as AnyDef;
  if (
    def.checks?.some((check) => check._zod.def.check === 'overwrite') ||
    ('coerce' in def && def.coerce)
  )
    return true;
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'unknown':
    case 'any':
    case 'literal':
    case 'enum':
    case 'custom':
    case 'template_literal':
    case 'never':
      return false;
    case 'nullable':
    case 'optional':
    case 'readonly':
      return rewritesAny(def.innerType);
    case 'array':
      return rewritesAny(def.element);
    case 'tuple':
      return rewritesAny(...def.items, ...(def.rest ? [def.rest] : []));
    case 'record':
      return rewritesAny(def.keyType, def.valueType);
    case 'union':
      return rewritesAny(...def.options);
    case 'intersection':
      return rewritesAny(def.left, def.right);
    case 'lazy':
      return rewritesAny(def.getter());
    case 'object':
      // Without a catch-all, fields that aren't in the contract are dropped.
      return (
        !def.catchall ||
        rewritesAny(
          ...Object.values(def.shape),
          ...(def.catchall._zod.def.type === 'never' ? [] : [def.catchall]),
        )
      );
    default:
      return true;
  }
}
