import * as z from 'zod';
import { objectTypes, rights } from '../../../contract/access/rights.ts';
import { roles } from '../../../contract/access/roles.ts';
import { endpoint, id, text } from '../../../contract/endpoint.ts';
import { localize } from './texts/localize.ts';

export { resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

/** The rules of `server/platform/access/decide.ts`. */
export const decidingRules = [
  'public',
  'signedIn',
  'accountDeleted',
  'accountDisabled',
  'siteSuspended',
  'accountSuspended',
  'accountNeedsBilling',
  'orderNeedsBilling',
  'parentSuspended',
  'parentNeedsBilling',
  'emailNotValidated',
  'roleLacks',
  'roleHolds',
  'lockedByParent',
  'agreementNotSigned',
  'objectUnknown',
  'rightMissing',
  'rightsNotHeld',
  'ownerSuspended',
  'ownerNeedsBilling',
  'root',
  'siteTree',
  'owner',
  'parent',
  'groupRight',
] as const;

const operation = z
  .string()
  .trim()
  .regex(/^\w{1,80}$/);

export const explanation = z.strictObject({
  isAllowed: z.boolean(),
  rule: z.enum(decidingRules),
  /** The result in one or two sentences. */
  text: z.string(),
  person: z.strictObject({
    id,
    email: z.string(),
    role: z.enum(roles),
    roleTitle: z.string(),
    accountState: z.string(),
  }),
  operation: z.strictObject({
    id: z.string(),
    /** Localized for the reader. */
    title: z.string(),
    permission: z.string(),
    /** The roles that include the permission. */
    roles: z.array(z.string()),
  }),
  /** Whether step-up authentication is required, as text. Null if it isn't. */
  needsProof: z.string().nullable(),
  /** Exceptions: the parts that the user can't do, one sentence each, localized for the reader. */
  exceptions: z.array(z.string()),
  /**
   * The right that the call requires on its object. Null without an object, `own` if no group can
   * grant it.
   */
  needed: z.enum([...rights, 'own']).nullable(),
  /** Null if there is none, or the caller can't see it. */
  object: z.strictObject({ type: z.enum(objectTypes), id, name: z.string() }).nullable(),
  /** The rights that groups grant the user on the object. */
  grants: z.array(
    z.strictObject({ groupId: id, name: z.string(), right: z.enum(rights), isWhole: z.boolean() }),
  ),
  /** The users or roles who could change the result, and how. */
  whoCanChange: z.array(
    z.strictObject({ kind: z.enum(['person', 'role']), name: z.string(), how: z.string() }),
  ),
});

export const permissionEndpoints = {
  explainPermission: endpoint({
    title: localize('operations.explainPermission'),
    method: 'GET',
    path: '/permissions/explain',
    summary: 'Explain why a user can or can’t do something, and who can change that.',
    access: 'permissions.explain',
    changes: false,
    topics: ['group', 'server'],
    query: z.strictObject({
      /** Defaults to the caller. */
      userId: id.optional(),
      operation,
      objectType: z.enum(objectTypes).optional(),
      objectId: id.optional(),
    }),
    answer: explanation,
  }),
  explainChoices: endpoint({
    title: localize('operations.explainChoices'),
    method: 'GET',
    path: '/permissions/choices',
    summary: 'Search operations, users, and objects for the permission explainer, up to 20 each.',
    access: 'permissions.explain',
    changes: false,
    query: z.strictObject({
      person: text({ max: 200 }).optional(),
      object: text({ max: 200 }).optional(),
      type: z.enum(objectTypes).optional(),
    }),
    answer: z.strictObject({
      operations: z.array(
        z.strictObject({
          id: z.string(),
          title: z.string(),
          permission: z.string(),
          objectType: z.enum(objectTypes).nullable(),
        }),
      ),
      types: z.array(z.strictObject({ type: z.enum(objectTypes), title: z.string() })),
      people: z.array(z.strictObject({ id, email: z.string() })),
      objects: z.array(z.strictObject({ type: z.enum(objectTypes), id, name: z.string() })),
    }),
  }),
};

export { permissionEndpoints as endpoints };
