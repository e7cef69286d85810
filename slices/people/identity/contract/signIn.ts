import * as z from 'zod';
import { endpoint } from '../../../../contract/endpoint.ts';
import { localize } from '../texts/localize.ts';
import { code, credential, formText, passwordText, phone, token } from './fields.ts';
import { userContext } from './userContext.ts';

/**
 * Sign-in requires a second step (specification section 4). Contains the available methods, with
 * masked destinations.
 */
export const secondStep = z.strictObject({
  mediateToken: z.string(),
  useTFAEmail: z.boolean(),
  useTFASMS: z.boolean(),
  useTFAGoogle: z.boolean(),
  usePasskey: z.boolean(),
  useRecovery: z.boolean(),
  phones: z.array(z.strictObject({ id: z.string(), phone: z.string() })),
  expiresInSeconds: z.int(),
});

export const loginAnswer = z.union([userContext, secondStep]);
export type LoginAnswer = z.output<typeof loginAnswer>;

const sentAnswer = z.strictObject({ sent: z.literal(true), secondsUntilResend: z.int() });

export const loginCheckAnswer = z.strictObject({
  isLoggedIn: z.boolean(),
  systemName: z.string(),
  copyright: z.string(),
});

const secondStepOptions = {
  useSMS: z.boolean().optional(),
  useGoogle: z.boolean().optional(),
  useEmail: z.boolean().optional(),
};

export const signInEndpoints = {
  currentLogin: endpoint({
    title: localize('operations.currentLogin'),
    method: 'GET',
    path: '/login',
    summary: 'Get the signed-in user’s context.',
    access: 'signedIn',
    changes: false,
    answer: userContext,
  }),
  loginCheck: endpoint({
    title: localize('operations.loginCheck'),
    method: 'GET',
    path: '/loginCheck',
    summary: 'Check whether this browser is signed in.',
    access: 'public',
    changes: false,
    answer: loginCheckAnswer,
  }),
  login: endpoint({
    title: localize('operations.login'),
    method: 'POST',
    path: '/login',
    summary: 'Sign in with email and password.',
    access: 'public',
    changes: true,
    touches: [],
    ownTransaction: true,
    body: z.strictObject({ email: formText, password: passwordText }),
    answer: loginAnswer,
    errors: [
      ...([
        'loginFailed',
        'alreadyLoggedIn',
        'emailInvalid',
        'blocked',
        'emailRequired',
        'passwordRequired',
      ] as const),
      ...(['emailOrPasswordWrong', 'ipNotPermitted', 'loginConfiguration', 'slowDown'] as const),
    ],
  }),
  loginSecondStep: endpoint({
    title: localize('operations.loginSecondStep'),
    method: 'POST',
    path: '/logintfa',
    summary:
      'Complete sign-in with a code from an authenticator app, email or text message, or with a recovery code.',
    access: 'public',
    changes: true,
    touches: [],
    ownTransaction: true,
    body: z.strictObject({
      email: formText,
      code: code.optional(),
      rememberBrowser: z.boolean().optional(),
      useTFAGoogle: z.boolean().optional(),
      useTFASMS: z.boolean().optional(),
      useTFAEmail: z.boolean().optional(),
      useRecovery: z.boolean().optional(),
      mediateToken: token,
    }),
    answer: userContext,
    errors: ['blocked', 'tfaTokenExpired', 'tfaCodeWrong', 'ipNotPermitted', 'recoveryCodeWrong'],
  }),
  sendSecondStep: endpoint({
    title: localize('operations.sendSecondStep'),
    method: 'POST',
    path: '/sendtfa',
    summary: 'Send a two-factor code by email or text message.',
    access: 'public',
    changes: true,
    touches: [],
    ownTransaction: true,
    body: z.strictObject({
      email: formText,
      phone: phone.optional(),
      ...secondStepOptions,
      mediateToken: token,
    }),
    answer: sentAnswer,
    errors: ['tfaTokenExpired', 'tfaResendFailed', 'smsLimit'],
  }),
  resendSecondStep: endpoint({
    title: localize('operations.resendSecondStep'),
    method: 'POST',
    path: '/resendtfa',
    summary: 'Send a new two-factor code. The previous code stops working.',
    access: 'public',
    changes: true,
    touches: [],
    ownTransaction: true,
    body: z.strictObject({
      email: formText,
      phone: phone.optional(),
      useEmail: z.boolean().optional(),
      useSMS: z.boolean().optional(),
      mediateToken: token,
    }),
    answer: sentAnswer,
    errors: ['tfaTokenExpired', 'tfaResendFailed', 'smsLimit'],
  }),
  secondStepDetails: endpoint({
    title: localize('operations.secondStepDetails'),
    method: 'POST',
    path: '/tfaDetails',
    summary: 'List the two-factor methods of the sign-in that this browser started.',
    access: 'public',
    changes: true,
    touches: [],
    ownTransaction: true,
    body: z.strictObject({ email: formText, createToken: z.boolean().optional() }),
    answer: secondStep,
    errors: [],
  }),
  autoLogin: endpoint({
    title: localize('operations.autoLogin'),
    method: 'POST',
    path: '/autoLogin',
    summary: 'Sign in with a one-time token issued to a trusted site.',
    access: 'public',
    changes: true,
    touches: [],
    ownTransaction: true,
    body: z.strictObject({ token }),
    answer: loginAnswer,
    errors: ['alreadyLoggedIn', 'tokenInvalid', 'blocked', 'ipNotPermitted'],
  }),
  passkeyOptions: endpoint({
    title: localize('operations.passkeyOptions'),
    method: 'POST',
    path: '/passkey/options',
    summary:
      'Get the options a browser needs to sign in with a passkey, as first or second factor.',
    access: 'public',
    changes: false,
    body: z.strictObject({ mediateToken: token.optional() }),
    answer: z.strictObject({ options: z.looseObject({ challenge: z.string() }) }),
    errors: ['tfaTokenExpired'],
  }),
  passkeyLogin: endpoint({
    title: localize('operations.passkeyLogin'),
    method: 'POST',
    path: '/passkey/login',
    summary: 'Sign in with a passkey.',
    access: 'public',
    changes: true,
    touches: [],
    ownTransaction: true,
    body: z.strictObject({
      credential,
      mediateToken: token.optional(),
      rememberBrowser: z.boolean().optional(),
    }),
    answer: userContext,
    errors: ['alreadyLoggedIn', 'passkeyRefused', 'tfaTokenExpired', 'blocked', 'ipNotPermitted'],
  }),
  logout: endpoint({
    title: localize('operations.logout'),
    method: 'GET',
    path: '/logout',
    summary:
      'Sign out. Accepted only from the portal’s own pages: the CSRF token is required although this is a GET.',
    access: 'public',
    changes: true,
    touches: [],
    whileActing: true,
    answer: z.strictObject({ isLoggedIn: z.literal(false) }),
  }),
};
