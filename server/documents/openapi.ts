import * as z from 'zod';
import { keyScopes } from '../../contract/access/keys.ts';
import { roleHas } from '../../contract/access/permissions.ts';
import { roles } from '../../contract/access/roles.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { CodeName } from '../../contract/errors/codes.ts';
import { code, messages } from '../../contract/errors/messages.ts';
import { hoistDefinitions } from './hoistDefinitions.ts';

type Json = Record<string, unknown>;

/**
 * The OpenAPI 3.1 document of the contract, titled with the portal's name. The output is
 * deterministic.
 */
export function openApiDocument(contract: Record<string, Endpoint>, title = 'Cloudberth'): Json {
  const paths: Record<string, Json> = {};
  const schemas: Json = { Error: schemaOf(errorSchema, 'output') };
  for (const [operation, endpoint] of Object.entries(contract)) {
    const path = `/svc${endpoint.path}`;
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: hoistDefinitions(
        describeOperation(operation, endpoint),
        operation,
        schemas,
      ),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: 'latest',
      description:
        'Every call of the portal. Errors are `{"errors":[{"code","info","key"}],"code":[…]}`.',
    },
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'cloudberth_session' },
        csrf: { type: 'apiKey', in: 'header', name: 'token' },
        keyId: { type: 'apiKey', in: 'header', name: 'AuthClientId' },
        keySecret: { type: 'apiKey', in: 'header', name: 'AuthSecret' },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of POST /service/authenticate.',
        },
      },
    },
  };
}

const errorSchema = z.strictObject({
  errors: z.array(z.strictObject({ code: z.int(), info: z.string(), key: z.string().optional() })),
  code: z.array(z.int()),
});

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
};

function describeOperation(operation: string, endpoint: Endpoint): Json {
  return {
    operationId: operation,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1] ?? ''],
    'x-access': endpoint.access,
    'x-roles': rolesOf(endpoint),
    'x-changes': endpoint.changes,
    ...(endpoint.fields ? { 'x-field-access': fieldsOf(endpoint) } : {}),
    ...(endpoint.also ? { 'x-also-at': endpoint.also } : {}),
    security: securityOf(endpoint),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
    ],
    ...(endpoint.bytes
      ? {
          requestBody: {
            required: true,
            content: {
              'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
            },
          },
        }
      : {}),
    ...(endpoint.isSigned
      ? { requestBody: { required: true, content: { 'application/json': { schema: {} } } } }
      : {}),
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: bodiesOf(endpoint, schemaOf(endpoint.body, 'input')),
          },
        }
      : {}),
    responses: { '200': successOf(endpoint), ...errorResponsesOf(endpoint) },
  };
}

/** The fields that require a different permission than the call, with that permission. */
const fieldsOf = ({ fields = {} }: Endpoint): Json =>
  Object.fromEntries(Object.entries(fields).map(([field, { access }]) => [field, access]));

/** The accepted request bodies: JSON, and for operations used by published clients also a form. */
const bodiesOf = ({ speaks }: Endpoint, schema: Json): Json => ({
  'application/json': { schema },
  ...(speaks ? { 'application/x-www-form-urlencoded': {} } : {}),
});

/**
 * Returns the accepted security schemes: the session cookie, and an access key if keys can have the
 * required permission.
 */
function securityOf({ access, changes, forKeys }: Endpoint): Json[] {
  if (access === 'public') return [];
  const bySession = changes ? { session: [], csrf: [] } : { session: [] };
  const acceptsKeys =
    forKeys === true || (keyScopes.external as readonly string[]).includes(access);
  return acceptsKeys ? [bySession, { keyId: [], keySecret: [] }, { bearer: [] }] : [bySession];
}

function parametersOf(schema: z.ZodObject | undefined, location: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const json = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || (json.required ?? []).includes(name),
    schema: property,
  }));
}

function successOf(endpoint: Endpoint): Json {
  if (endpoint.kind === 'events')
    return { description: 'A stream of server-sent events.', content: { 'text/event-stream': {} } };
  if (endpoint.kind === 'socket') return { description: 'Becomes a WebSocket (101).' };
  if (!endpoint.answer) return { description: 'A file.' };
  return {
    description: 'Done.',
    content: { 'application/json': { schema: schemaOf(endpoint.answer, 'output') } },
  };
}

/** The errors that an operation can return, grouped by status, with their codes. */
function errorResponsesOf(endpoint: Endpoint): Json {
  const names: CodeName[] = ['inputInvalid', ...(endpoint.errors ?? [])];
  if (endpoint.access !== 'public') names.push('notLoggedIn');
  if (endpoint.access !== 'public' && endpoint.access !== 'signedIn') names.push('notAllowed');
  if (endpoint.params) names.push('notFound');
  const byStatus = new Map<number, CodeName[]>();
  for (const name of names)
    byStatus.set(messages[name].status, [...(byStatus.get(messages[name].status) ?? []), name]);
  byStatus.delete(200);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, found]) => [
        String(status),
        {
          description: found.map((name) => `${code[name]}: ${messages[name].texts.en}`).join('\n'),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      ]),
  );
}

function rolesOf(endpoint: Endpoint): string[] {
  const { access } = endpoint;
  if (access === 'public') return ['anyone'];
  if (access === 'signedIn') return [...roles];
  return roles.filter((role) => roleHas(role, access));
}
