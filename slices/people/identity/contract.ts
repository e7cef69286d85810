import * as z from 'zod';
import { done, endpoint, moment } from '../../../contract/endpoint.ts';
import { languages } from '../../../contract/languages.ts';
import { localize } from './texts/localize.ts';

export { errors } from './errors.ts';

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

/**
 * The sign-in form is validated by its own rules, in their own order and with their own messages.
 * The schema checks only the types.
 */
const formText = z.string().trim().max(4096).optional();
/** A password is used exactly as typed, including surrounding spaces. */
const passwordText = z.string().max(4096).optional();
const token = z.string().trim().max(200);
/** A typed or pasted verification code, normalized by `normalizeCode`. */
const code = z.string().trim().max(40);
const phone = z.string().trim().max(40);
/**
 * The response of a browser's authenticator (WebAuthn), as `PublicKeyCredential.toJSON()` returns
 * it.
 */
const credential = z.looseObject({ id: z.string().max(2000), type: z.literal('public-key') });
const secondStepOptions = {
  useSMS: z.boolean().optional(),
  useGoogle: z.boolean().optional(),
  useEmail: z.boolean().optional(),
};

export const identityEndpoints = {
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
  createAccount: endpoint({
    title: localize('operations.createAccount'),
    method: 'POST',
    path: '/create',
    summary:
      'Sign up. Where email verification is on, an address in use gets the same answer as a free one, and its owner is notified.',
    access: 'public',
    changes: true,
    touches: [],
    ownTransaction: true,
    body: z.strictObject({ email: formText, password: passwordText, passwordRepeat: passwordText }),
    answer: z.strictObject({ created: z.literal(true), emailValidationRequired: z.boolean() }),
    errors: [
      ...([
        'emailInvalid',
        'emailRequired',
        'passwordRequired',
        'passwordRepeatRequired',
        'passwordLength',
      ] as const),
      ...([
        'passwordRefused',
        'passwordRepeatMismatch',
        'emailNotAvailable',
        'siteRefusesUser',
        'registrationClosed',
      ] as const),
      ...(['accountSetupFailed', 'alreadyLoggedIn', 'slowDown'] as const),
    ],
  }),
  forgotPassword: endpoint({
    title: localize('operations.forgotPassword'),
    method: 'POST',
    path: '/forgot',
    summary:
      'Send a password reset link. The answer is the same whether or not the account exists.',
    access: 'public',
    changes: true,
    touches: [],
    ownTransaction: true,
    body: z.strictObject({ email: formText }),
    answer: done,
    errors: ['emailRequired', 'emailInvalidForReset', 'slowDown'],
  }),
  readReset: endpoint({
    title: localize('operations.readReset'),
    method: 'GET',
    path: '/reset/{token}',
    summary: 'Get the email address of a reset or invitation link.',
    access: 'public',
    changes: false,
    params: z.strictObject({ token }),
    answer: z.strictObject({
      email: z.string(),
      isInvitation: z.boolean(),
      /** The sign-in URL of the account if it belongs to another site. Null otherwise. */
      signInAddress: z.string().nullable(),
    }),
    errors: ['tokenInvalid', 'slowDown'],
  }),
  resetPassword: endpoint({
    title: localize('operations.resetPassword'),
    method: 'POST',
    path: '/reset',
    summary: 'Set a new password with an emailed link. All sessions of the account end.',
    access: 'public',
    changes: true,
    touches: [],
    ownTransaction: true,
    body: z.strictObject({
      email: formText,
      token,
      password: passwordText,
      passwordRepeat: passwordText,
    }),
    answer: done,
    errors: [
      ...([
        'tokenInvalid',
        'passwordRequired',
        'passwordRepeatRequired',
        'passwordLength',
      ] as const),
      ...(['passwordRefused', 'passwordRepeatMismatch', 'slowDown'] as const),
    ],
  }),
  validateEmail: endpoint({
    title: localize('operations.validateEmail'),
    method: 'POST',
    path: '/validate',
    summary: 'Verify an email address with the emailed token.',
    access: 'public',
    changes: true,
    touches: [],
    ownTransaction: true,
    body: z.strictObject({ token }),
    answer: z.strictObject({ email: z.string() }),
    errors: ['tokenInvalid', 'emailNotAvailable', 'slowDown'],
  }),
  revalidateEmail: endpoint({
    title: localize('operations.revalidateEmail'),
    method: 'PUT',
    path: '/revalidate',
    summary: 'Resend the verification email.',
    access: 'signedIn',
    changes: true,
    touches: ['profile'],
    answer: done,
    errors: ['resendTooSoon'],
  }),
  termsOfService: endpoint({
    title: localize('operations.termsOfService'),
    method: 'GET',
    path: '/termsOfService',
    summary: 'Get the site’s terms of service as text.',
    access: 'public',
    changes: false,
    answer: z.strictObject({ text: z.string() }),
  }),
  signUpPolicy: endpoint({
    title: localize('operations.signUpPolicy'),
    method: 'GET',
    path: '/create',
    summary: 'Get the sign-up policy and password rules.',
    access: 'public',
    changes: false,
    answer: z.strictObject({
      isOpen: z.boolean(),
      passwordPolicy: z.enum(['classic', 'strong']),
      passwordMin: z.int(),
      passwordMax: z.int(),
      hasTerms: z.boolean(),
    }),
  }),
  proofWays: endpoint({
    title: localize('operations.proofWays'),
    method: 'GET',
    path: '/prove',
    summary: 'List the ways you can confirm your identity.',
    access: 'signedIn',
    changes: false,
    answer: z.strictObject({
      ways: z.array(z.enum(['passkey', 'totp', 'email', 'sms', 'password'])),
      phones: z.array(z.strictObject({ id: z.string(), phone: z.string() })),
      /** Seconds until the last confirmation expires. */
      secondsLeft: z.int(),
    }),
  }),
  sendProof: endpoint({
    title: localize('operations.sendProof'),
    method: 'POST',
    path: '/prove/send',
    summary: 'Send an identity confirmation code.',
    access: 'signedIn',
    changes: true,
    touches: [],
    whileActing: true,
    ownTransaction: true,
    body: z.strictObject({ way: z.enum(['email', 'sms']), phone: phone.optional() }),
    answer: z.strictObject({ proofToken: z.string(), secondsUntilResend: z.int() }),
    errors: ['tfaResendFailed', 'smsLimit'],
  }),
  proofOptions: endpoint({
    title: localize('operations.proofOptions'),
    method: 'POST',
    path: '/prove/options',
    summary: 'Get the options a browser needs to confirm your identity with a passkey.',
    access: 'signedIn',
    changes: false,
    answer: z.strictObject({ options: z.looseObject({ challenge: z.string() }) }),
  }),
  prove: endpoint({
    title: localize('operations.prove'),
    method: 'POST',
    path: '/prove',
    summary: 'Confirm your identity. Protected actions are available for the next five minutes.',
    access: 'signedIn',
    changes: true,
    touches: [],
    whileActing: true,
    ownTransaction: true,
    body: z.discriminatedUnion('way', [
      z.strictObject({ way: z.literal('passkey'), credential }),
      z.strictObject({ way: z.literal('totp'), code }),
      z.strictObject({ way: z.enum(['email', 'sms']), code, proofToken: token }),
      z.strictObject({ way: z.literal('password'), password: z.string().max(4096) }),
    ]),
    answer: z.strictObject({ secondsLeft: z.int() }),
    errors: ['tfaCodeWrong', 'passkeyRefused', 'blocked', 'emailOrPasswordWrong'],
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

export { identityEndpoints as endpoints };
