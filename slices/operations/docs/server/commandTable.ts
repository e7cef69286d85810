import * as z from 'zod';
import { keyScopes } from '../../../../contract/access/keys.ts';
import { commandNames } from '../../../../contract/commandNames.ts';
import type { Endpoint } from '../../../../contract/endpoint.ts';

/** A flag of a command. */
export interface CommandField {
  name: string;
  in: 'query' | 'body';
  /**
   * `json`: any other type, entered as JSON or as dotted flags. `list`: the flag is repeated for
   * each item.
   */
  type: 'string' | 'integer' | 'number' | 'boolean' | 'json' | 'list';
  isRequired: boolean;
  choices?: string[];
  /** Limits of a number. */
  min?: number;
  max?: number;
  /**
   * The item of a list. An item with `fields` is an object, written as `name=value,name=value`, or
   * as its only required value.
   */
  item?: {
    type: CommandField['type'];
    choices?: string[];
    fields?: { name: string; type: CommandField['type']; isRequired: boolean }[];
  };
}

/** The properties of an operation that the command line uses. */
export interface Command {
  operation: string;
  group: string;
  verb: string;
  method: string;
  path: string;
  summary: string;
  params: string[];
  fields: CommandField[];
  /** Body values that the command sets itself. */
  fixed?: Record<string, unknown>;
  /** Column names of the output. */
  columns: string[];
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
  minimum?: number;
  maximum?: number;
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output' = 'input'): Json =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;

/** Shorter commands that set one value in the body of another command. */
const shortcuts: readonly {
  verb: string;
  of: string;
  fixed: Record<string, unknown>;
  summary: string;
}[] = [
  { verb: 'start', of: 'powerServer', fixed: { state: 'on' }, summary: 'Starts a server.' },
  {
    verb: 'stop',
    of: 'powerServer',
    fixed: { state: 'off' },
    summary: 'Stops a server. With --force, cuts its power.',
  },
  { verb: 'restart', of: 'powerServer', fixed: { state: 'reboot' }, summary: 'Restarts a server.' },
  {
    verb: 'suspend',
    of: 'powerServer',
    fixed: { state: 'suspended' },
    summary: 'Suspends a server to memory.',
  },
  {
    verb: 'resume',
    of: 'powerServer',
    fixed: { state: 'resumed' },
    summary: 'Resumes a suspended server.',
  },
];

function withShortcuts(commands: readonly Command[]): Command[] {
  const short = shortcuts.flatMap(({ of, verb, fixed, summary }) =>
    commands
      .filter(({ operation }) => operation === of)
      .map((command) => ({
        ...command,
        verb,
        fixed,
        summary,
        fields: command.fields.filter(({ name }) => !(name in fixed)),
      })),
  );
  return [...commands, ...short];
}

/**
 * Returns a command for every operation that a key can call, except those that other clients call
 * by their own names.
 */
export function commandTable(contract: Record<string, Endpoint>): Command[] {
  const names = commandNames(contract);
  const commands = Object.entries(contract)
    .filter(([, endpoint]) => acceptsKeys(endpoint))
    .map(([operation, endpoint]) => ({
      operation,
      ...(names.get(operation) as { group: string; verb: string }),
      ...{ method: endpoint.method, path: endpoint.path, summary: endpoint.summary },
      params: [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string),
      fields: fieldsOf(endpoint),
      columns: columnsOf(endpoint),
      changes: endpoint.changes,
      isFile: endpoint.kind === 'file',
    }));
  return withShortcuts(commands).sort(
    (a, b) => a.group.localeCompare(b.group) || a.verb.localeCompare(b.verb),
  );
}

/** Returns the properties of a list's items, or of the returned object if it isn't a list. */
function columnsOf({ answer }: Endpoint): string[] {
  const { type, items, properties = {} } = answer ? schemaOf(answer, 'output') : {};
  const list =
    type === 'array'
      ? items
      : (properties.items ?? properties.results ?? properties.servers)?.items;
  return Object.keys((list ?? { properties }).properties ?? {}).filter(
    (name) => name !== 'actions',
  );
}

function acceptsKeys({ access, kind, forKeys, speaks }: Endpoint): boolean {
  if (kind === 'socket' || kind === 'events' || speaks) return false;
  return forKeys === true || (keyScopes.external as readonly string[]).includes(access);
}

export function fieldsOf({ query, body }: Endpoint): CommandField[] {
  return [
    ...(query ? partOf(schemaOf(query), 'query') : []),
    ...(body ? partOf(schemaOf(body), 'body') : []),
  ];
}

function partOf(
  { properties = {}, required = [] }: Json,
  location: CommandField['in'],
): CommandField[] {
  return Object.entries(properties).map(([name, schema]) => {
    const type = typeOf(schema);
    const choices = choicesOf(schema);
    const item = type === 'list' && schema.items ? itemOf(schema.items) : undefined;
    const bounds = type === 'integer' || type === 'number' ? boundsOf(schema) : {};
    return {
      name,
      in: location,
      type,
      isRequired: required.includes(name),
      ...bounds,
      ...(choices ? { choices } : {}),
      ...(item ? { item } : {}),
    };
  });
}

/** Returns only limits set by the contract, not those of the number type. */
function boundsOf({ minimum, maximum }: Json): { min?: number; max?: number } {
  const isMeaningfulBound = (value: number | undefined): value is number =>
    value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  return {
    ...(isMeaningfulBound(minimum) ? { min: minimum } : {}),
    ...(isMeaningfulBound(maximum) ? { max: maximum } : {}),
  };
}

function itemOf(schema: Json): CommandField['item'] {
  const type = typeOf(schema);
  const choices = choicesOf(schema);
  if (choices) return { type, choices };
  const fields = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    ...{ name, type: typeOf(property), isRequired: schema.required?.includes(name) ?? false },
  }));
  return type === 'json' && fields.length > 0 ? { type, fields } : { type };
}

/**
 * Returns the type of a field. Null and fixed text alternatives are ignored if the remaining type
 * is unique.
 */
function typeOf(schema: Json): CommandField['type'] {
  const type = Array.isArray(schema.type)
    ? schema.type.find((name) => name !== 'null')
    : schema.type;
  if (type === 'string' || type === 'integer' || type === 'number' || type === 'boolean')
    return type;
  if (type === 'array') return 'list';
  if (schema.enum ?? schema.const) return 'string';
  const choices = [
    ...new Set((schema.anyOf ?? []).filter((choice) => choice.type !== 'null').map(typeOf)),
  ];
  return choices.length === 1 ? (choices[0] as CommandField['type']) : 'json';
}

function choicesOf(schema: Json): string[] | undefined {
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  return values?.map(String);
}
