import * as z from 'zod';
import { roles } from '../../../../contract/access/roles.ts';
import { decimal, id, moment, text } from '../../../../contract/endpoint.ts';
import { languages } from '../../../../contract/languages.ts';

export const userRole = z.enum(roles);

export const accountState = z.enum([
  'Ok',
  'Warning',
  'Suspended-Policy',
  'Suspended-Billing',
  'Locked',
]);

/** Null if the viewer can do it now. Otherwise the reason, in the viewer's language. */
export const reason = z.string().nullable();

export const userActions = z.strictObject({
  edit: reason,
  createChild: reason,
  invite: reason,
  actFor: reason,
  enable: reason,
  disable: reason,
  lock: reason,
  unlock: reason,
  changeRole: reason,
  move: reason,
  delete: reason,
});

export const userItem = z.strictObject({
  id,
  email: z.string(),
  name: z.string(),
  role: userRole,
  state: accountState,
  isEnabled: z.boolean(),
  /** Locked by its parent account: it can view everything but can't make changes. */
  isLocked: z.boolean(),
  /** Invited, but has not set a password yet. */
  isWaiting: z.boolean(),
  isEmailValidated: z.boolean(),
  usesTfa: z.boolean(),
  siteId: id,
  site: z.string(),
  parentId: id.nullable(),
  parent: z.string().nullable(),
  children: z.int(),
  createdAt: moment,
  lastLoginAt: moment.nullable(),
  actions: userActions,
});

const money = z.strictObject({ amount: decimal, currency: z.string() });

export const userParams = z.strictObject({ userId: id });

export const name = text({ max: 100 });

export const language = z.enum(languages);

export const holdings = z.strictObject({
  servers: z.array(
    z.strictObject({
      id,
      name: z.string(),
      power: z.enum(['on', 'off', 'suspended']),
      state: z.enum(['creating', 'live', 'bin']),
    }),
  ),
  children: z.array(z.strictObject({ id, email: z.string() })),
  groups: z.array(z.string()),
  spend: z.array(money),
});
