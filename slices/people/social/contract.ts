import * as z from 'zod';
import { done, endpoint, moment, text } from '../../../contract/endpoint.ts';
import { maxEmailLength } from '../../../contract/fields/email.ts';
import { schemaMessage } from '../../../contract/fields/schemaMessage.ts';
import { loginAnswer } from '../identity/contract.ts';
import { localize } from './texts/localize.ts';

export { errors, resourceNames } from './errors.ts';

/** The ID of a provider in URLs: `google`, or a name chosen by the site. */
const social = z
  .string()
  .trim()
  .regex(/^[a-z][a-z0-9-]{1,30}$/, {
    message: schemaMessage(localize('invalid.message.useLowercaseLettersDigits')),
  });
const kind = z.enum(['google', 'microsoft', 'linkedin', 'facebook', 'github', 'oidc']);

/** The page where the sign-in flow starts, and where its result is shown. Never a URL. */
const page = z.enum(['login', 'create', 'profile']);
/**
 * The purpose of the sign-in flow. `login`: sign in or sign up. `remote`: sign in from the sign-in
 * page of a remote site, without sign-up, returning to `/remoteSocial/socialProcess/{social}`.
 * `connect`: connect the provider to the signed-in account.
 */
const handler = z.enum(['login', 'remote', 'connect']);
const flowFields = { social, page, handler };

const state = z.string().max(4000);
const startAnswer = z.strictObject({
  /**
   * Valid once, for ten minutes, in this browser and on this site only. Sent to the provider as
   * `state`.
   */
  stateToken: z.string(),
  /** The URL of the provider's page to open in the browser. */
  address: z.string(),
  expiresInSeconds: z.int(),
});
const startErrors = [
  'socialOnlyListed',
  'socialUnavailable',
  'notLoggedIn',
  'proofNeeded',
  'protectionByOwner',
] as const;

/**
 * A new user verified by the provider. Nothing is stored until they confirm with `POST
 * /socialAccess/token`.
 */
const newAccountForm = z.strictObject({
  newAccount: z.strictObject({
    /** The identity verified by the server, sealed. Send it back as `state`. */
    state: z.string(),
    socialId: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    social: z.string(),
    page,
    handler,
    title: z.string(),
    expiresInSeconds: z.int(),
  }),
});
const connected = z.strictObject({ connected: z.string(), title: z.string() });

const entryErrors = [
  ...([
    'socialNoEmail',
    'socialOnlyListed',
    'socialSessionExpired',
    'socialOnOtherNetwork',
    'socialUsePassword',
  ] as const),
  ...([
    'socialUpdateFailed',
    'socialUnavailable',
    'socialEmailNotAuthorized',
    'socialIdTaken',
    'socialUseConnected',
  ] as const),
  ...([
    'socialTooLate',
    'registrationClosed',
    'siteRefusesUser',
    'alreadyLoggedIn',
    'emailOrPasswordWrong',
  ] as const),
  ...([
    'blocked',
    'ipNotPermitted',
    'slowDown',
    'protectionByOwner',
    'socialProviderNotTrusted',
  ] as const),
] as const;

const listedProvider = z.strictObject({ social: z.string(), title: z.string(), kind });

const provider = listedProvider.extend({
  /** Fixed for listed providers, except for Microsoft's tenant. */
  issuer: z.string(),
  clientId: z.string(),
  hasSecret: z.boolean(),
  isEnabled: z.boolean(),
  /** Whether the provider is set up. `isEnabled` controls whether users see it. */
  isConnected: z.boolean(),
  /** The number of accounts connected to the provider. */
  accounts: z.int(),
  /** To be entered at the provider exactly as shown. */
  redirectAddresses: z.array(z.string()),
  changedAt: moment.nullable(),
});

export const socialEndpoints = {
  getSocial: endpoint({
    title: localize('operations.getSocial'),
    method: 'GET',
    path: '/socialAccess/getSocial',
    summary:
      'List the account’s connected social providers and whether they can be used to sign in.',
    access: 'signedIn',
    changes: false,
    topics: ['user'],
    answer: z.strictObject({ social: z.array(z.string()), socialLoginEnabled: z.boolean() }),
  }),
  socialAllowed: endpoint({
    title: localize('operations.socialAllowed'),
    method: 'GET',
    path: '/socialAccess/socialAllowed',
    summary: 'List the social providers enabled on the site.',
    access: 'public',
    changes: false,
    topics: ['socialProvider'],
    answer: z.strictObject({ items: z.array(listedProvider) }),
  }),
  socialProfile: endpoint({
    title: localize('operations.socialProfile'),
    method: 'GET',
    path: '/socialAccess/socialProfile',
    summary: 'Get the account’s social connections.',
    access: 'signedIn',
    changes: false,
    topics: ['user'],
    answer: z.strictObject({
      items: z.array(
        listedProvider.extend({
          email: z.string(),
          displayName: z.string(),
          connectedAt: moment,
          /** Why the provider can't be removed, localized for the reader. Null if it can. */
          remove: z.string().nullable(),
        }),
      ),
    }),
  }),
  deleteSocialProfile: endpoint({
    title: localize('operations.deleteSocialProfile'),
    method: 'DELETE',
    path: '/socialAccess/socialProfile/{social}',
    summary: 'Remove a social connection. The last one requires that a password is set.',
    access: 'signedIn',
    changes: true,
    touches: ['user'],
    proof: true,
    params: z.strictObject({ social }),
    answer: done,
    errors: ['socialUpdateFailed', 'socialNeedsPassword', 'lastWayIn', 'protectionByOwner'],
  }),
  socialState: endpoint({
    title: localize('operations.socialState'),
    method: 'GET',
    path: '/socialAccess/stateToken',
    summary: 'Start social sign-in with the site’s only provider. With several, name one.',
    access: 'public',
    changes: false,
    answer: startAnswer,
    errors: startErrors,
  }),
  socialStateFor: endpoint({
    title: localize('operations.socialStateFor'),
    method: 'GET',
    path: '/socialAccess/stateToken/{social}/{page}/{handler}',
    summary:
      'Start a social flow with a provider: the page it starts from, and its purpose (login, remote, or connect).',
    access: 'public',
    changes: false,
    params: z.strictObject(flowFields),
    answer: startAnswer,
    errors: startErrors,
  }),
  socialReturn: endpoint({
    title: localize('operations.socialReturn'),
    method: 'POST',
    path: '/socialAccess/stateToken',
    summary:
      'Complete a social flow: exchange the provider’s code for a session, a second step, a connection, or a new account to confirm.',
    access: 'public',
    changes: true,
    touches: [],
    ownTransaction: true,
    body: z.strictObject({
      code: z.string().min(1).max(4000),
      social,
      stateToken: state,
      /** The issuer that the provider returned with its response (RFC 9207), if any. */
      iss: z.string().max(500).optional(),
    }),
    answer: z.union([loginAnswer, newAccountForm, connected]),
    errors: entryErrors,
  }),
  socialToken: endpoint({
    title: localize('operations.socialToken'),
    method: 'POST',
    path: '/socialAccess/token',
    summary:
      'Confirm a new account from social sign-in. Only names can be changed; the identity comes from the sealed state.',
    access: 'public',
    changes: true,
    touches: [],
    ownTransaction: true,
    body: z.strictObject({
      socialId: z.string().max(300),
      email: z.string().trim().max(maxEmailLength),
      firstName: text({ max: 100 }),
      lastName: text({ max: 100 }),
      ...flowFields,
      state,
    }),
    answer: loginAnswer,
    errors: entryErrors,
  }),
  listSocialProviders: endpoint({
    title: localize('operations.listSocialProviders'),
    method: 'GET',
    path: '/socialProviders',
    summary: 'List the social providers a site can use, connected or not.',
    access: 'sites.manage',
    changes: false,
    topics: ['socialProvider'],
    answer: z.strictObject({ items: z.array(provider) }),
  }),
  updateSocialProvider: endpoint({
    title: localize('operations.updateSocialProvider'),
    method: 'PUT',
    path: '/socialProviders/{social}',
    summary: 'Connect or update a site’s social provider.',
    access: 'sites.manage',
    changes: true,
    touches: ['socialProvider'],
    dangerous: true,
    params: z.strictObject({ social }),
    body: z.strictObject({
      title: text({ min: 1, max: 40 }),
      /**
       * For OpenID Connect providers. Microsoft's issuer contains the tenant. Defaults to the
       * provider's own.
       */
      issuer: z.string().trim().max(300).optional(),
      clientId: text({ min: 1, max: 300 }),
      /** Write-only. Unchanged if omitted. */
      clientSecret: z.string().trim().min(1).max(2000).optional(),
      isEnabled: z.boolean(),
    }),
    answer: done,
    errors: [
      'socialIssuerRefused',
      'socialSecretNeeded',
      'socialProviderLimit',
      'socialProviderAboveYou',
    ],
  }),
  deleteSocialProvider: endpoint({
    title: localize('operations.deleteSocialProvider'),
    method: 'DELETE',
    path: '/socialProviders/{social}',
    summary:
      'Disconnect a social provider from the site. User connections are kept in case it is connected again.',
    access: 'sites.manage',
    changes: true,
    touches: ['socialProvider'],
    dangerous: true,
    params: z.strictObject({ social }),
    answer: done,
  }),
  testSocialProvider: endpoint({
    title: localize('operations.testSocialProvider'),
    method: 'POST',
    path: '/socialProviders/{social}/test',
    summary: 'Test a social provider’s client ID and secret.',
    access: 'sites.manage',
    changes: true,
    touches: ['socialProvider'],
    ownTransaction: true,
    params: z.strictObject({ social }),
    answer: z.strictObject({
      /** The problem, localized for the reader. Null if everything works. */
      problem: z.string().nullable(),
    }),
    errors: ['slowDown'],
  }),
};

export { socialEndpoints as endpoints };
