import * as z from 'zod';
import { endpoint } from '../../../contract/endpoint.ts';
import { schemaMessage } from '../../../contract/fields/schemaMessage.ts';
import { localize } from './texts/localize.ts';

const schema = z.record(z.string(), z.unknown());

export const operationItem = z.strictObject({
  operation: z.string(),
  /** The slice the operation belongs to. */
  slice: z.string(),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  /** Includes `/svc`. */
  path: z.string(),
  summary: z.string(),
  /** `public`, `signedIn`, or a permission. */
  access: z.string(),
  changes: z.boolean(),
  kind: z.enum(['json', 'events', 'socket', 'file']),
  /** Whether the viewer's role can call it. */
  isAllowed: z.boolean(),
  /** Whether an access key can have the permission it requires. */
  isForKeys: z.boolean(),
  /** The command of the command line tool. Null if there is none. */
  command: z.string().nullable(),
});

export const operationDetail = operationItem.extend({
  roles: z.array(z.string()),
  /** Types of keys that can have the required permission. */
  keyTypes: z.array(z.string()),
  isDangerous: z.boolean(),
  /** JSON schemas (draft 2020-12). Null for parts that the call doesn't have. */
  params: schema.nullable(),
  query: schema.nullable(),
  body: schema.nullable(),
  answer: schema.nullable(),
  /** Not named `errors`, because a body with that property is itself an error response. */
  refusals: z.array(z.strictObject({ code: z.int(), status: z.int(), text: z.string() })),
  /** The flags of the command, in order, to show the same call as a command line. */
  flags: z.array(
    z.strictObject({
      name: z.string(),
      flag: z.string(),
      type: z.string(),
      fields: z.array(z.string()).nullable(),
    }),
  ),
});

export const docsEndpoints = {
  listOperations: endpoint({
    title: localize('operations.listOperations'),
    method: 'GET',
    path: '/docs/operations',
    summary: 'List all API operations.',
    access: 'signedIn',
    changes: false,
    answer: z.strictObject({ items: z.array(operationItem) }),
  }),
  getOperation: endpoint({
    title: localize('operations.getOperation'),
    method: 'GET',
    path: '/docs/operations/{operation}',
    summary: 'Get an API operation: access, input, answer, and errors.',
    access: 'signedIn',
    changes: false,
    params: z.strictObject({
      operation: z
        .string()
        .trim()
        .regex(/^[A-Za-z]\w{0,79}$/, {
          message: schemaMessage(localize('invalid.message.operationNameRequired')),
        }),
    }),
    answer: operationDetail,
  }),
  downloadOpenApi: endpoint({
    title: localize('operations.downloadOpenApi'),
    method: 'GET',
    path: '/docs/openapi.json',
    summary: 'Download the OpenAPI 3.1 document.',
    access: 'public',
    changes: false,
    kind: 'file',
  }),
  downloadCli: endpoint({
    title: localize('operations.downloadCli'),
    method: 'GET',
    path: '/cli/cloud.mjs',
    summary: 'Download the command line as one file. Requires Node.js 20 or later.',
    access: 'public',
    changes: false,
    kind: 'file',
  }),
  downloadCliPackage: endpoint({
    title: localize('operations.downloadCliPackage'),
    method: 'GET',
    path: '/cli/cloud.tgz',
    summary: 'Download the command line as a package for `npx` and `npm install`.',
    access: 'public',
    changes: false,
    kind: 'file',
  }),
};

export { docsEndpoints as endpoints };
