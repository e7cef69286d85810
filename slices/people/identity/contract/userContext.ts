import * as z from 'zod';
import { endpoint, moment } from '../../../../contract/endpoint.ts';
import { languages } from '../../../../contract/languages.ts';
import { localize } from '../texts/localize.ts';

/**
 * The data about the signed-in user that the web app needs (specification section 3, user context).
 */
export const userContext = z.strictObject({
  userId: z.uuid(),
  email: z.string(),
  role: z.enum(['root', 'siteAdmin', 'billingAdmin', 'user']),
  billingStatus: z.int(),
  accountStatus: z.string(),
  externalStatus: z.int(),
  paymentType: z.string(),
  emailValidationRequired: z.boolean(),
  accountEnabled: z.boolean(),
  isMiniViewEnabled: z.boolean(),
  miniViewColors: z.strictObject({ primary: z.string(), tag: z.string() }),
});

/** The extended response of GET /user. */
export const fullUserContext = userContext.extend({
  verificationPhone: z.string(),
  isParentLocked: z.boolean(),
  themeColors: z.strictObject({ primary: z.string(), tag: z.string() }),
  countOfCartItems: z.int(),
  isPageView: z.boolean(),
  mfa: z.boolean(),
  agreementSignRequired: z.boolean(),
  billingAdminEnabled: z.boolean(),
  language: z.enum(languages),
  systemName: z.string(),
  copyright: z.string(),
  /** The IANA time zone of the user, defaulting to that of the site. */
  timeZone: z.string(),
  /** The format chosen in the profile. Empty for the default of the language. */
  dateFormat: z.string(),
  /**
   * Another user is acting for this account: the user's name, the end time, and whether they can
   * make changes.
   */
  acting: z.strictObject({ by: z.string(), until: moment, mayChange: z.boolean() }).nullable(),
});

export const userContextEndpoints = {
  user: endpoint({
    title: localize('operations.user'),
    method: 'GET',
    path: '/user',
    summary: 'Get the full user context.',
    access: 'signedIn',
    seesWholeDatabase: 'a page asks for it at its start: the row of the caller, by its id',
    changes: false,
    topics: ['profile', 'site'],
    answer: fullUserContext,
  }),
  setLanguage: endpoint({
    title: localize('operations.setLanguage'),
    method: 'PUT',
    path: '/header/language',
    summary: 'Set your portal language.',
    access: 'signedIn',
    changes: true,
    touches: ['profile'],
    whileActing: true,
    body: z.strictObject({ language: z.enum(languages) }),
    answer: z.strictObject({ language: z.enum(languages) }),
  }),
};
