import * as z from 'zod';
import { endpoint, id, text } from '../../../../contract/endpoint.ts';
import { maxEmailLength } from '../../../../contract/fields/email.ts';
import { listPage, listQuery } from '../../../../contract/fields/page.ts';
import { localize } from '../texts/localize.ts';
import { accountState, language, name, reason, userItem, userRole } from './fields.ts';

export const userFilters = {
  role: userRole.optional(),
  state: accountState.optional(),
  enabled: z.enum(['true', 'false']).optional(),
  site: id.optional(),
  parent: id.optional(),
};

export const userSorts = ['email', 'name', 'role', 'state', 'created', 'lastLogin'] as const;

const userListQuery = listQuery(userSorts, userFilters);

const email = z.string().trim().max(maxEmailLength);

const password = z.string().max(200);

const placementFields = {
  siteId: id.optional(),
  parentId: id.optional(),
  role: userRole.optional(),
};

/** One address of a list of invitations: the effect, or its problem. */
export const inviteLine = z.strictObject({
  line: z.int(),
  email: z.string(),
  name: z.string(),
  /** Null if the address can be invited. */
  problem: z.string().nullable(),
});

export const userListEndpoints = {
  listUsers: endpoint({
    title: localize('operations.listUsers'),
    method: 'GET',
    path: '/users',
    summary: 'List the users you manage.',
    access: 'users.view',
    changes: false,
    topics: ['user'],
    query: userListQuery,
    answer: listPage(userItem).extend({ sites: z.array(z.strictObject({ id, name: z.string() })) }),
  }),
  listUsersCsv: endpoint({
    title: localize('operations.listUsersCsv'),
    method: 'GET',
    path: '/users/csv',
    command: 'users export',
    summary: 'Export users as CSV, all rows that match the filter.',
    access: 'users.view',
    changes: false,
    kind: 'file',
    query: userListQuery.omit({ size: true, start: true }),
  }),
  userOptions: endpoint({
    title: localize('operations.userOptions'),
    method: 'GET',
    path: '/users/options',
    summary: 'Get the sites and roles you can create users with.',
    access: 'users.manage',
    changes: false,
    answer: z.strictObject({
      sites: z.array(z.strictObject({ id, name: z.string() })),
      roles: z.array(userRole),
      /** Whether the user can create only sub-accounts of their own, as parent accounts do. */
      makesChildren: z.boolean(),
      /** Why the user can't currently create any. Null if they can. */
      problem: reason,
      passwordMin: z.int(),
      passwordMax: z.int(),
    }),
  }),
  createUser: endpoint({
    title: localize('operations.createUser'),
    method: 'POST',
    path: '/users',
    summary: 'Create a user with a password, or invite the user by email.',
    access: 'users.manage',
    changes: true,
    touches: ['user'],
    body: z.strictObject({
      ...{
        email,
        firstName: name.optional(),
        lastName: name.optional(),
        language: language.optional(),
        ...placementFields,
      },
      /** If omitted, an invitation is emailed. */
      password: password.optional(),
    }),
    answer: z.strictObject({ userId: id, isInvited: z.boolean() }),
    errors: [
      ...([
        'emailRequired',
        'emailInvalid',
        'emailNotAvailable',
        'passwordLength',
        'passwordRefused',
        'lockedByParent',
      ] as const),
      ...(['roleRefused', 'parentRefused'] as const),
    ],
  }),
  inviteUsers: endpoint({
    title: localize('operations.inviteUsers'),
    method: 'POST',
    path: '/users/invitations',
    summary: 'Invite a list of users by email. With `checkOnly`, only check each line.',
    access: 'users.manage',
    changes: true,
    touches: ['user'],
    body: z.strictObject({
      ...placementFields,
      /** Addresses, one per line, or CSV with the columns email, first name, last name. */
      list: text({ min: 1, max: 200_000, multiline: true }),
      language: language.optional(),
      checkOnly: z.boolean(),
    }),
    answer: z.strictObject({
      checkOnly: z.boolean(),
      invited: z.int(),
      bad: z.int(),
      lines: z.array(inviteLine),
    }),
    errors: ['roleRefused', 'parentRefused', 'lockedByParent', 'inviteListRefused'],
  }),
};
