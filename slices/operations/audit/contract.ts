import * as z from 'zod';
import { endpoint, id, integerText, moment, text } from '../../../contract/endpoint.ts';
import { datePage, datePageQuery } from '../../../contract/fields/page.ts';
import { localize } from './texts/localize.ts';

export { permissions } from './permissions.ts';

export const outcomes = ['done', 'checked', 'refused', 'failed'] as const;
export const loginOutcomes = [
  ...[
    'signedIn',
    'needsSecondStep',
    'wrongPassword',
    'wrongCode',
    'blocked',
    'ipRefused',
    'disabled',
    'signedOut',
    'disconnected',
  ],
  'ipChanged',
] as const;
export const loginMethods = [
  'password',
  'totp',
  'email',
  'sms',
  'recovery',
  'passkey',
  'social',
  'autoLogin',
] as const;

const change = z.strictObject({ field: z.string(), before: z.string(), after: z.string() });
const actor = z.strictObject({ id: id.nullable(), email: z.string() });

export const logItem = z.strictObject({
  id: z.int(),
  at: moment,
  site: z.string(),
  /** Null if the portal itself or an anonymous caller acted. */
  by: actor.nullable(),
  onBehalfOf: actor.nullable(),
  ip: z.string(),
  requestId: z.string(),
  operation: z.string(),
  /** The title of the operation in the viewer's language. */
  title: z.string(),
  outcome: z.enum(outcomes),
  target: z.strictObject({ type: z.string(), id: z.string() }).nullable(),
  changes: z.array(change),
  /** Further details, one per line: a reason, the codes of a rejection. */
  details: z.array(z.string()),
  /** Null for the latest entries, which haven't been sealed yet. */
  seal: z.strictObject({ sequence: z.int(), hash: z.string() }).nullable(),
});

export const ownLogItem = logItem
  .pick({
    id: true,
    at: true,
    ip: true,
    operation: true,
    title: true,
    outcome: true,
    target: true,
    changes: true,
    details: true,
  })
  .extend({
    /** The user who performed the action. Empty for the portal itself. */
    by: z.string(),
    /** Whether another user acted for this account or on it. */
    isByOther: z.boolean(),
  });

export const loginItem = z.strictObject({
  id: z.int(),
  at: moment,
  site: z.string(),
  email: z.string(),
  userId: id.nullable(),
  outcome: z.string(),
  method: z.string(),
  ip: z.string(),
  /** The country code of the IP address (ISO 3166-1), or `private`. Empty if unknown. */
  place: z.string(),
  /** Device description, such as `Firefox 140 on Windows`. */
  device: z.string(),
  userAgent: z.string(),
});

const filters = {
  /** A part of the email address, or the account ID. */
  by: text({ max: 200 }).optional(),
  onBehalfOf: text({ max: 200 }).optional(),
  operation: z
    .string()
    .trim()
    .regex(/^[\w.]{1,80}$/)
    .optional(),
  targetType: text({ max: 50 }).optional(),
  targetId: text({ max: 200 }).optional(),
  outcome: z.enum(outcomes).optional(),
  /** The beginning of an IP address. */
  ip: text({ max: 60 }).optional(),
  /** Only entries at or after this time. */
  since: moment.optional(),
};

export const auditEndpoints = {
  listLog: endpoint({
    title: localize('operations.listLog'),
    method: 'GET',
    path: '/logView',
    command: 'activity-log list',
    summary:
      'List the activity log: who did what, when, from where, and with what result. Newest first.',
    access: 'log.view',
    changes: false,
    query: datePageQuery.extend(filters),
    answer: datePage(logItem),
  }),
  exportLog: endpoint({
    title: localize('operations.exportLog'),
    method: 'GET',
    path: '/logView/export',
    command: 'activity-log export',
    summary:
      'Export the activity log with its seals as JSON lines, which `./cloudberth verify-log` checks, or as CSV.',
    access: 'log.view',
    changes: false,
    kind: 'file',
    query: z.strictObject({
      ...filters,
      from: moment.optional(),
      format: z.enum(['json', 'csv']).optional(),
    }),
  }),
  listLogins: endpoint({
    title: localize('operations.listLogins'),
    method: 'GET',
    path: '/loginLog',
    command: 'sign-ins list',
    summary: 'List sign-ins and attempts with method, IP address, and device, newest first.',
    access: 'log.view',
    changes: false,
    query: datePageQuery.extend({
      email: text({ max: 200 }).optional(),
      outcome: z.enum(loginOutcomes).optional(),
      method: z.enum(loginMethods).optional(),
      ip: text({ max: 60 }).optional(),
      since: moment.optional(),
      size: integerText({ min: 1, max: 500 }).optional(),
    }),
    answer: datePage(loginItem),
  }),
  listOwnLog: endpoint({
    title: localize('operations.listOwnLog'),
    method: 'GET',
    path: '/accountLog',
    summary:
      'List activity in your account, including administrators acting for you with their reason.',
    access: 'signedIn',
    changes: false,
    query: datePageQuery,
    answer: datePage(ownLogItem),
  }),
};

export { auditEndpoints as endpoints };
