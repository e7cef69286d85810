import * as z from 'zod';
import { commandNames } from '../../../contract/commandNames.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { keyScopes } from '../../../contract/keys.ts';

/** A flag of a command. */
export interface CommandField {
  name: string;
  in: 'query' | 'body';
  /** `json`: anything else, given as JSON or by dotted flags. `list`: given once for each. */
  type: 'string' | 'integer' | 'number' | 'boolean' | 'json' | 'list';
  isRequired: boolean;
  choices?: string[];
  /** Of a list: what each is; with `fields` an object, written `name=value,name=value`, or as the one value it needs. */
  item?: { type: CommandField['type']; fields?: { name: string; type: CommandField['type']; isRequired: boolean }[] };
}

/** What the command line must know of an operation. */
export interface Command {
  operation: string;
  group: string;
  verb: string;
  method: string;
  path: string;
  summary: string;
  params: string[];
  fields: CommandField[];
  changes: boolean;
  isFile: boolean;
}

interface Json {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Json[];
  properties?: Record<string, Json>;
  required?: string[];
  items?: Json;
}

const schemaOf = (schema: z.ZodType): Json => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;

/** Everything a key can call, but for what other clients call by their own names. */
export function commandTable(contract: Record<string, Endpoint>): Command[] {
  const names = commandNames(contract);
  return Object.entries(contract)
    .filter(([, endpoint]) => isForKeys(endpoint))
    .map(([operation, endpoint]) => ({
      operation,
      ...(names.get(operation) as { group: string; verb: string }),
      ...{ method: endpoint.method, path: endpoint.path, summary: endpoint.summary },
      params: [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string),
      fields: fieldsOf(endpoint),
      changes: endpoint.changes,
      isFile: endpoint.kind === 'file',
    }))
    .sort((a, b) => a.group.localeCompare(b.group) || a.verb.localeCompare(b.verb));
}

function isForKeys({ access, kind, forKeys, speaks }: Endpoint): boolean {
  if (kind === 'socket' || kind === 'events' || speaks) return false;
  return forKeys === true || (keyScopes.external as readonly string[]).includes(access);
}

export function fieldsOf({ query, body }: Endpoint): CommandField[] {
  return [...(query ? partOf(schemaOf(query), 'query') : []), ...(body ? partOf(schemaOf(body), 'body') : [])];
}

function partOf({ properties = {}, required = [] }: Json, place: CommandField['in']): CommandField[] {
  return Object.entries(properties).map(([name, schema]) => {
    const type = typeOf(schema);
    const choices = choicesOf(schema);
    const item = type === 'list' && schema.items ? itemOf(schema.items) : undefined;
    return { name, in: place, type, isRequired: required.includes(name), ...(choices ? { choices } : {}), ...(item ? { item } : {}) };
  });
}

function itemOf(schema: Json): CommandField['item'] {
  const type = typeOf(schema);
  const fields = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    ...{ name, type: typeOf(property), isRequired: schema.required?.includes(name) ?? false },
  }));
  return type === 'json' && fields.length > 0 ? { type, fields } : { type };
}

/** A value that may also be null or one of some texts is of the type of what else it may be. */
function typeOf(schema: Json): CommandField['type'] {
  const type = Array.isArray(schema.type) ? schema.type.find((name) => name !== 'null') : schema.type;
  if (type === 'string' || type === 'integer' || type === 'number' || type === 'boolean') return type;
  if (type === 'array') return 'list';
  if (schema.enum ?? schema.const) return 'string';
  const choices = [...new Set((schema.anyOf ?? []).filter((choice) => choice.type !== 'null').map(typeOf))];
  return choices.length === 1 ? (choices[0] as CommandField['type']) : 'json';
}

function choicesOf(schema: Json): string[] | undefined {
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  return values?.map(String);
}
