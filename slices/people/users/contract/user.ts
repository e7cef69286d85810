import * as z from 'zod';
import { decimal, done, endpoint, id, moment } from '../../../../contract/endpoint.ts';
import { datePage, datePageQuery } from '../../../../contract/fields/page.ts';
import { languages } from '../../../../contract/languages.ts';
import { localize } from '../texts/localize.ts';
import { holdings, language, name, userItem, userParams, userRole } from './fields.ts';

export const userDetail = userItem.extend({
  firstName: z.string(),
  lastName: z.string(),
  language: z.enum(languages).nullable(),
  stateReason: z.string(),
  stateSince: moment.nullable(),
  billingState: z.int(),
  externalState: z.int(),
  paymentType: z.string(),
  disabledAt: moment.nullable(),
  disabledBy: z.string().nullable(),
  passwordChangedAt: moment.nullable(),
  childAccounts: z.array(
    z.strictObject({
      id,
      email: z.string(),
      name: z.string(),
      isEnabled: z.boolean(),
      isLocked: z.boolean(),
    }),
  ),
  /** The roles that the viewer can assign to this account. */
  givableRoles: z.array(userRole),
  tfa: z.strictObject({
    app: z.boolean(),
    email: z.boolean(),
    sms: z.boolean(),
    allowedIps: z.boolean(),
  }),
});

export const historyItem = z.strictObject({
  id: z.string(),
  at: moment,
  text: z.string(),
  outcome: z.enum(['done', 'refused', 'failed']),
  /** The actor's name. Empty for the portal itself. */
  by: z.string(),
  /** The user on whose behalf the actor acted. */
  operator: z.string().nullable(),
  /** The target, if it isn't this account. */
  target: z.string().nullable(),
  ip: z.string(),
  /** The reason given by the actor. */
  reason: z.string().nullable(),
  changes: z.array(z.strictObject({ field: z.string(), before: z.string(), after: z.string() })),
});

export const userDetailEndpoints = {
  getUser: endpoint({
    title: localize('operations.getUser'),
    method: 'GET',
    path: '/users/{userId}',
    summary: 'Get a user with role, permissions, and security settings.',
    access: 'users.view',
    changes: false,
    topics: ['user:{userId}'],
    params: userParams,
    answer: userDetail,
  }),
  updateUser: endpoint({
    title: localize('operations.updateUser'),
    method: 'PUT',
    path: '/users/{userId}',
    summary: 'Update a user’s name or language.',
    access: 'users.manage',
    changes: true,
    touches: ['user:{userId}'],
    params: userParams,
    body: z.strictObject({ firstName: name, lastName: name, language: language.nullable() }),
    answer: done,
    errors: ['userAboveYou', 'lockedByParent'],
  }),
  userServices: endpoint({
    title: localize('operations.userServices'),
    method: 'GET',
    path: '/users/{userId}/services',
    command: 'users list-services',
    summary: 'List a user’s services.',
    access: 'users.view',
    changes: false,
    topics: ['server', 'user:{userId}'],
    params: userParams,
    answer: holdings.omit({ children: true }),
  }),
  userSignup: endpoint({
    title: localize('operations.userSignup'),
    method: 'GET',
    path: '/users/{userId}/signup',
    command: 'users get-signup',
    summary:
      'Get a user’s sign-up details: when, by whom, from where, and whether the email address is verified.',
    access: 'users.view',
    changes: false,
    topics: ['user:{userId}'],
    params: userParams,
    answer: z.strictObject({
      createdAt: moment,
      /**
       * signUp: registered on their own. created or invited: by another user. Null if the record
       * doesn't contain it.
       */
      how: z.enum(['signUp', 'created', 'invited']).nullable(),
      by: z.string().nullable(),
      ip: z.string(),
      isEmailValidated: z.boolean(),
      isWaiting: z.boolean(),
      lastInvitedAt: moment.nullable(),
      site: z.string(),
      signUpPolicy: z.int(),
    }),
  }),
  userBilling: endpoint({
    title: localize('operations.userBilling'),
    method: 'GET',
    path: '/users/{userId}/billing',
    command: 'users get-billing',
    summary: 'Get a user’s month-to-date cost and forecast.',
    access: 'users.view',
    changes: false,
    topics: ['billing', 'user:{userId}'],
    params: userParams,
    answer: z.strictObject({
      billingState: z.int(),
      externalState: z.int(),
      paymentType: z.string(),
      /** The title of the payment type. */
      paymentTypeTitle: z.string(),
      /** Whether the viewer can view and choose the account's price list. */
      choosesPrices: z.boolean(),
      totals: z.array(
        z.strictObject({ amount: decimal, projected: decimal, currency: z.string() }),
      ),
    }),
  }),
  userHistory: endpoint({
    title: localize('operations.userHistory'),
    method: 'GET',
    path: '/users/{userId}/history',
    command: 'users get-history',
    summary: 'Get a user’s activity, newest first.',
    access: 'users.view',
    changes: false,
    topics: ['user:{userId}'],
    params: userParams,
    query: datePageQuery,
    answer: datePage(historyItem),
  }),
  userLogins: endpoint({
    title: localize('operations.userLogins'),
    method: 'GET',
    path: '/users/{userId}/logins',
    command: 'users list-sign-ins',
    summary: 'List a user’s recent sign-ins and failed attempts.',
    access: 'users.view',
    changes: false,
    params: userParams,
    answer: z.strictObject({
      items: z.array(
        z.strictObject({
          id: z.int(),
          at: moment,
          outcome: z.string(),
          method: z.string(),
          ip: z.string(),
          place: z.string(),
          device: z.string(),
        }),
      ),
    }),
  }),
};
