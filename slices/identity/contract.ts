import * as z from 'zod';
import { done, endpoint, moment } from '../../contract/endpoint.ts';

/** What the web needs to know of the signed-in person (specification section 3, user context). */
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

/** The fuller answer of GET /user. */
export const fullUserContext = userContext.extend({
  verificationPhone: z.string(),
  isParentLocked: z.boolean(),
  themeColors: z.strictObject({ primary: z.string(), tag: z.string() }),
  countOfCartItems: z.int(),
  isPageView: z.boolean(),
  mfa: z.boolean(),
  agreementSignRequired: z.boolean(),
  billingAdminEnabled: z.boolean(),
  language: z.enum(['en', 'he']),
  systemName: z.string(),
  copyright: z.string(),
  /** Of the person, else of the site: an IANA zone. */
  timeZone: z.string(),
  /** As chosen in the profile; empty: as the language has it. */
  dateFormat: z.string(),
  /** Somebody looks at this account in its place: who, until when, and whether he may change anything. */
  acting: z.strictObject({ by: z.string(), until: moment, mayChange: z.boolean() }).nullable(),
});

/** A second step must follow (specification section 4). The ways that can be used, with what they go to made unreadable. */
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

/** The codes of the log-in form are checked by the rules, in their own order and with their own texts; the shape alone is checked here. */
const formText = z.string().trim().max(4096).optional();
/** A password is exactly what was typed: spaces around it count. */
const passwordText = z.string().max(4096).optional();
const token = z.string().trim().max(200);
/** A typed or pasted verification code; `normalizeCode` reads it. */
const code = z.string().trim().max(40);
const phone = z.string().trim().max(40);
/** What a browser's authenticator says (WebAuthn), as `PublicKeyCredential.toJSON()` gives it. */
const credential = z.looseObject({ id: z.string().max(2000), type: z.literal('public-key') });
const ways = { useSMS: z.boolean().optional(), useGoogle: z.boolean().optional(), useEmail: z.boolean().optional() };

export const identityEndpoints = {
  currentLogin: endpoint({
    method: 'GET',
    path: '/login',
    summary: 'The user context of the signed-in person.',
    access: 'signedIn',
    changes: false,
    answer: userContext,
  }),
  loginCheck: endpoint({
    method: 'GET',
    path: '/loginCheck',
    summary: 'Whether this browser is signed in.',
    access: 'public',
    changes: false,
    answer: loginCheckAnswer,
  }),
  login: endpoint({
    method: 'POST',
    path: '/login',
    summary: 'Sign in with e-mail and password.',
    access: 'public',
    changes: true,
    ownTransaction: true,
    body: z.strictObject({ email: formText, password: passwordText }),
    answer: loginAnswer,
    errors: [
      ...(['loginFailed', 'alreadyLoggedIn', 'emailInvalid', 'blocked', 'emailRequired', 'passwordRequired'] as const),
      ...(['emailOrPasswordWrong', 'ipNotPermitted', 'loginConfiguration', 'slowDown'] as const),
    ],
  }),
  loginSecondStep: endpoint({
    method: 'POST',
    path: '/logintfa',
    summary: 'The second step of a sign-in: a code by authenticator app, mail or text message, or a recovery code.',
    access: 'public',
    changes: true,
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
    method: 'POST',
    path: '/sendtfa',
    summary: 'Sends the code of the second step by mail or text message.',
    access: 'public',
    changes: true,
    ownTransaction: true,
    body: z.strictObject({ email: formText, phone: phone.optional(), ...ways, mediateToken: token }),
    answer: sentAnswer,
    errors: ['tfaTokenExpired', 'tfaResendFailed', 'smsLimit'],
  }),
  resendSecondStep: endpoint({
    method: 'POST',
    path: '/resendtfa',
    summary: 'Sends another code of the second step; the one before is void.',
    access: 'public',
    changes: true,
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
    method: 'POST',
    path: '/tfaDetails',
    summary: 'The ways of the second step that this browser has begun; nothing to anybody else.',
    access: 'public',
    changes: true,
    ownTransaction: true,
    body: z.strictObject({ email: formText, createToken: z.boolean().optional() }),
    answer: secondStep,
    errors: [],
  }),
  autoLogin: endpoint({
    method: 'POST',
    path: '/autoLogin',
    summary: 'Signs in with a one-time token that a trusted site was given.',
    access: 'public',
    changes: true,
    ownTransaction: true,
    body: z.strictObject({ token }),
    answer: loginAnswer,
    errors: ['alreadyLoggedIn', 'tokenInvalid', 'blocked', 'ipNotPermitted'],
  }),
  passkeyOptions: endpoint({
    method: 'POST',
    path: '/passkey/options',
    summary: 'What a browser needs to sign in with a passkey, as first step or as second.',
    access: 'public',
    changes: false,
    body: z.strictObject({ mediateToken: token.optional() }),
    answer: z.strictObject({ options: z.looseObject({ challenge: z.string() }) }),
    errors: ['tfaTokenExpired'],
  }),
  passkeyLogin: endpoint({
    method: 'POST',
    path: '/passkey/login',
    summary: 'Signs in with a passkey.',
    access: 'public',
    changes: true,
    ownTransaction: true,
    body: z.strictObject({ credential, mediateToken: token.optional(), rememberBrowser: z.boolean().optional() }),
    answer: userContext,
    errors: ['alreadyLoggedIn', 'passkeyRefused', 'tfaTokenExpired', 'blocked', 'ipNotPermitted'],
  }),
  createAccount: endpoint({
    method: 'POST',
    path: '/create',
    summary: 'Signs up. Where addresses are proved by mail, a taken address is answered like a free one and its owner is told.',
    access: 'public',
    changes: true,
    ownTransaction: true,
    body: z.strictObject({ email: formText, password: passwordText, passwordRepeat: passwordText }),
    answer: z.strictObject({ created: z.literal(true), emailValidationRequired: z.boolean() }),
    errors: [
      ...(['emailInvalid', 'emailRequired', 'passwordRequired', 'passwordRepeatRequired', 'passwordLength'] as const),
      ...(['passwordRefused', 'passwordRepeatMismatch', 'emailNotAvailable', 'siteRefusesUser', 'registrationClosed'] as const),
      ...(['accountSetupFailed', 'alreadyLoggedIn', 'slowDown'] as const),
    ],
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/forgot',
    summary: 'Sends a link to set a new password, if there is such an account; the answer is the same if not.',
    access: 'public',
    changes: true,
    ownTransaction: true,
    body: z.strictObject({ email: formText }),
    answer: done,
    errors: ['emailRequired', 'emailInvalidForReset', 'slowDown'],
  }),
  readReset: endpoint({
    method: 'GET',
    path: '/reset/{token}',
    summary: 'The address a reset or invitation link belongs to.',
    access: 'public',
    changes: false,
    params: z.strictObject({ token }),
    answer: z.strictObject({ email: z.string(), isInvitation: z.boolean() }),
    errors: ['tokenInvalid', 'slowDown'],
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/reset',
    summary: 'Sets a new password with the link that was mailed; every session of the account ends.',
    access: 'public',
    changes: true,
    ownTransaction: true,
    body: z.strictObject({ email: formText, token, password: passwordText, passwordRepeat: passwordText }),
    answer: done,
    errors: [
      ...(['tokenInvalid', 'passwordRequired', 'passwordRepeatRequired', 'passwordLength'] as const),
      ...(['passwordRefused', 'passwordRepeatMismatch', 'slowDown'] as const),
    ],
  }),
  validateEmail: endpoint({
    method: 'POST',
    path: '/validate',
    summary: 'Proves an e-mail address with the token that was mailed to it.',
    access: 'public',
    changes: true,
    ownTransaction: true,
    body: z.strictObject({ token }),
    answer: z.strictObject({ email: z.string() }),
    errors: ['tokenInvalid', 'emailNotAvailable', 'slowDown'],
  }),
  revalidateEmail: endpoint({
    method: 'PUT',
    path: '/revalidate',
    summary: 'Sends the mail that proves the address once more.',
    access: 'signedIn',
    changes: true,
    answer: done,
    errors: ['resendTooSoon'],
  }),
  userWelcomePage: endpoint({
    method: 'GET',
    path: '/userWelcomePage',
    summary: 'What the site says to a new user; empty when it says nothing.',
    access: 'signedIn',
    changes: false,
    answer: z.strictObject({ html: z.string() }),
  }),
  termsOfService: endpoint({
    method: 'GET',
    path: '/termsOfService',
    summary: 'The terms of the site, as text.',
    access: 'public',
    changes: false,
    answer: z.strictObject({ text: z.string() }),
  }),
  signUpPolicy: endpoint({
    method: 'GET',
    path: '/create',
    summary: 'Whether one may sign up by oneself, and what a password must be.',
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
    method: 'GET',
    path: '/prove',
    summary: 'How the signed-in person can prove once more that it is him.',
    access: 'signedIn',
    changes: false,
    answer: z.strictObject({
      ways: z.array(z.enum(['passkey', 'totp', 'email', 'sms', 'password'])),
      phones: z.array(z.strictObject({ id: z.string(), phone: z.string() })),
      /** Seconds the last proof still counts. */
      secondsLeft: z.int(),
    }),
  }),
  sendProof: endpoint({
    method: 'POST',
    path: '/prove/send',
    summary: 'Sends a code for the proof.',
    access: 'signedIn',
    changes: true,
    whileActing: true,
    ownTransaction: true,
    body: z.strictObject({ way: z.enum(['email', 'sms']), phone: phone.optional() }),
    answer: z.strictObject({ proofToken: z.string(), secondsUntilResend: z.int() }),
    errors: ['tfaResendFailed', 'smsLimit'],
  }),
  proofOptions: endpoint({
    method: 'POST',
    path: '/prove/options',
    summary: 'What the browser needs to prove it with a passkey.',
    access: 'signedIn',
    changes: false,
    answer: z.strictObject({ options: z.looseObject({ challenge: z.string() }) }),
  }),
  prove: endpoint({
    method: 'POST',
    path: '/prove',
    summary: 'Proves it: for five minutes what the site guards may be done.',
    access: 'signedIn',
    changes: true,
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
    method: 'GET',
    path: '/logout',
    summary: 'Ends the session. Only from our own page: the token is asked for although it is a GET.',
    access: 'public',
    changes: true,
    whileActing: true,
    answer: z.strictObject({ isLoggedIn: z.literal(false) }),
  }),
  user: endpoint({
    method: 'GET',
    path: '/user',
    summary: 'The full user context.',
    access: 'signedIn',
    seesWholeDatabase: 'a page asks for it at its start: the row of the caller, by its id',
    changes: false,
    answer: fullUserContext,
  }),
  setLanguage: endpoint({
    method: 'PUT',
    path: '/header/language',
    summary: 'The language the portal speaks with this person.',
    access: 'signedIn',
    changes: true,
    whileActing: true,
    body: z.strictObject({ language: z.enum(['en', 'he']) }),
    answer: z.strictObject({ language: z.enum(['en', 'he']) }),
  }),
};
