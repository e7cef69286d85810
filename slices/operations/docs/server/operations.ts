import * as z from 'zod';
import { type KeyType, keyScopes, keyTypes } from '../../../../contract/access/keys.ts';
import { type Permission, roleHas } from '../../../../contract/access/permissions.ts';
import { roles } from '../../../../contract/access/roles.ts';
import { type CommandName, commandNames } from '../../../../contract/commandNames.ts';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import type { CodeName } from '../../../../contract/errors/codes.ts';
import { userError } from '../../../../contract/errors/errors.ts';
import { code, messages } from '../../../../contract/errors/messages.ts';
import { contract } from '../../../../contract/index.ts';
import { hasPermission } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import type { operationDetail, operationItem } from '../contract.ts';
import { commandTable, fieldsOf } from './commandTable.ts';

type Item = z.input<typeof operationItem>;
type Detail = z.input<typeof operationDetail>;

const operations = (): Record<string, Endpoint> => contract as Record<string, Endpoint>;

let names: Map<string, CommandName> | null = null;
let calledOperations: Set<string> | null = null;

/** Returns the command of an operation. Null if no key can call it. */
function commandOf(operation: string): string | null {
  names ??= commandNames(operations());
  calledOperations ??= new Set(commandTable(operations()).map((command) => command.operation));
  const name = names.get(operation);
  return name && calledOperations.has(operation) ? `${name.group} ${name.verb}` : null;
}

const typesFor = (access: string): KeyType[] =>
  keyTypes.filter((type) => (keyScopes[type] as readonly string[]).includes(access));

function isAllowed(ctx: SignedInContext, { access }: Endpoint): boolean {
  return access === 'public' || access === 'signedIn' || hasPermission(ctx, access);
}

function present(
  ctx: SignedInContext,
  operation: string,
  endpoint: Endpoint,
  slices: ReadonlyMap<string, string>,
): Item {
  const { method, path, summary, access, changes, kind, forKeys } = endpoint;
  return {
    ...{ operation, method, summary, access, changes, path: `/svc${path}`, kind: kind ?? 'json' },
    slice: slices.get(operation) ?? path.split('/')[1] ?? '',
    isAllowed: isAllowed(ctx, endpoint),
    isForKeys: forKeys === true || typesFor(access).length > 0,
    command: commandOf(operation),
  };
}

export async function listOperations(ctx: SignedInContext): Promise<{ items: Item[] }> {
  const slices = ctx.services.documents.slices;
  return {
    items: Object.entries(operations()).map(([operation, endpoint]) =>
      present(ctx, operation, endpoint, slices),
    ),
  };
}

const schemaOf = (
  schema: z.ZodType | undefined,
  io: 'input' | 'output',
): Record<string, unknown> | null => {
  if (!schema) return null;
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
  }) as Record<string, unknown>;
  return json;
};

const kebab = (text: string): string => text.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();

/** Throws `notFound`. */
export async function getOperation(ctx: SignedInContext, operation: string): Promise<Detail> {
  const endpoint = Object.hasOwn(operations(), operation) ? operations()[operation] : undefined;
  if (!endpoint) throw userError('notFound', { what: 'operation', id: operation });
  const { access, params, query, body, answer, dangerous, proof } = endpoint;
  return {
    ...present(ctx, operation, endpoint, ctx.services.documents.slices),
    roles:
      access === 'public'
        ? []
        : access === 'signedIn'
          ? [...roles]
          : roles.filter((role) => roleHas(role, access as Permission)),
    keyTypes: typesFor(access),
    isDangerous: dangerous === true || proof === true,
    ...{
      params: schemaOf(params, 'input'),
      query: schemaOf(query, 'input'),
      body: schemaOf(body, 'input'),
    },
    answer: schemaOf(answer, 'output'),
    refusals: errorCodesOf(endpoint).map((name) => ({
      code: code[name],
      status: messages[name].status,
      text: messages[name].texts[ctx.language],
    })),
    flags: fieldsOf(endpoint).map(({ name, type, item }) => ({
      ...{ name, flag: `--${kebab(name)}`, type },
      fields: item?.fields?.map((field) => field.name) ?? null,
    })),
  };
}

/** Returns all error codes of an operation: its own, and those common to all such operations. */
function errorCodesOf({ access, errors = [], params, changes, forKeys }: Endpoint): CodeName[] {
  const found: CodeName[] = ['inputInvalid', ...errors];
  if (params) found.push('notFound');
  if (access !== 'public') found.push('notLoggedIn');
  if (access !== 'public' && access !== 'signedIn') found.push('notAllowed');
  if (forKeys || typesFor(access).length > 0)
    found.push('keyRefused', 'keyScopeMissing', 'keyTooFast');
  if (changes) found.push('idempotencyKeyReused', 'slowDown');
  return [...new Set(found)];
}
