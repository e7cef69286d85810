import * as z from 'zod';
import { done, endpoint, id, text } from '../../../../contract/endpoint.ts';
import { localize } from '../texts/localize.ts';
import { securityDetails } from './details.ts';

const userId = z.strictObject({ id });

const token = z.string().trim().max(200);

const itemId = z.strictObject({ addressId: id });

const phone = z.string().trim().max(40);

const phoneQuery = z.strictObject({ phone });

const sentCode = z.strictObject({ verificationToken: z.string(), secondsUntilResend: z.int() });

const sendCodeBody = z.strictObject({ phone, phoneCaptchaToken: z.string().trim().max(400) });

const phoneErrors = [
  'protectionByOwner',
  'phoneInvalid',
  'phoneLimit',
  'phoneKnown',
  'captchaRefused',
  'resendTooSoon',
] as const;

export const protectionEndpoints = {
  allowEmailAccess: endpoint({
    title: localize('operations.allowEmailAccess'),
    method: 'PUT',
    path: '/header/{id}/allowEmailAccess',
    summary: 'Allow or block sign-in with email and password for an account.',
    access: 'signedIn',
    changes: true,
    touches: [],
    proof: true,
    params: userId,
    body: z.strictObject({ allowEmail: z.boolean() }),
    answer: done,
    errors: ['protectionByOwner', 'lastWayIn'],
  }),
  updateSecondFactor: endpoint({
    title: localize('operations.updateSecondFactor'),
    method: 'PUT',
    path: '/header/{id}/tfaUpdate',
    summary: 'Update two-factor methods and turn the allowed IP list on or off.',
    access: 'signedIn',
    changes: true,
    touches: ['security', 'profile'],
    proof: true,
    params: userId,
    body: z.strictObject({
      useTFA: z.boolean().optional(),
      useTFAEmail: z.boolean().optional(),
      useTFASMS: z.boolean().optional(),
      useTFAGoogle: z.boolean().optional(),
      useAllowedIP: z.boolean().optional(),
    }),
    answer: done,
    errors: [
      'protectionByOwner',
      'tfaNotSetUp',
      'tfaDemanded',
      'lastFactor',
      'addressExcludesCaller',
    ],
  }),
  sendPhoneCode: endpoint({
    title: localize('operations.sendPhoneCode'),
    method: 'POST',
    path: '/header/{id}/sendTFACode',
    summary: 'Send a verification code to a new phone number.',
    access: 'signedIn',
    changes: true,
    touches: [],
    proof: true,
    params: userId,
    body: sendCodeBody,
    answer: sentCode,
    errors: [...phoneErrors, 'smsLimit', 'smsCountryRefused'],
  }),
  resendPhoneCode: endpoint({
    title: localize('operations.resendPhoneCode'),
    method: 'POST',
    path: '/header/{id}/resendTFACode',
    summary: 'Send a new verification code to the phone number. The previous code stops working.',
    access: 'signedIn',
    changes: true,
    touches: [],
    proof: true,
    params: userId,
    body: sendCodeBody,
    answer: sentCode,
    errors: [...phoneErrors, 'smsLimit', 'smsCountryRefused'],
  }),
  verifyPhone: endpoint({
    title: localize('operations.verifyPhone'),
    method: 'POST',
    path: '/header/{id}/phoneVerification',
    summary: 'Add a phone number with its verification code.',
    access: 'signedIn',
    changes: true,
    touches: ['security', 'profile'],
    ownTransaction: true,
    proof: true,
    params: userId,
    body: z.strictObject({ verificationToken: token, tfaCode: z.string().trim().max(40), phone }),
    answer: z.strictObject({ addressId: z.string() }),
    errors: [
      'protectionByOwner',
      'phoneInvalid',
      'phoneLimit',
      'phoneKnown',
      'tfaVerificationWrong',
    ],
  }),
  describeItem: endpoint({
    title: localize('operations.describeItem'),
    method: 'POST',
    path: '/header/updatePhoneDescription',
    summary: 'Update the description of a phone number or allowed IP address.',
    access: 'signedIn',
    changes: true,
    touches: ['security', 'profile'],
    body: z.strictObject({ addressId: id, description: text({ max: 100 }) }),
    answer: done,
    errors: ['protectionByOwner'],
  }),
  getSecurity: endpoint({
    title: localize('operations.getSecurity'),
    method: 'GET',
    path: '/header/securityDetails',
    summary: 'Get your security settings.',
    access: 'signedIn',
    changes: false,
    topics: ['security'],
    answer: securityDetails,
  }),
  generateGoogleCode: endpoint({
    title: localize('operations.generateGoogleCode'),
    method: 'GET',
    path: '/header/generateGoogleCode',
    summary:
      'Generate an authenticator app secret, valid for 15 minutes. It is saved only after you confirm a code.',
    access: 'signedIn',
    changes: false,
    answer: z.strictObject({
      googleAuthenticatorCode: z.string(),
      googleAuthenticationCode: z.string(),
      /** An image, as a data URL. */
      googleQRCodeURL: z.string(),
      expiresInSeconds: z.int(),
    }),
    errors: ['protectionByOwner'],
  }),
  validateGoogleCode: endpoint({
    title: localize('operations.validateGoogleCode'),
    method: 'PUT',
    path: '/header/validateGoogleCode',
    summary:
      'Set up the authenticator app with a generated secret and turn on two-factor authentication.',
    access: 'signedIn',
    changes: true,
    touches: ['security', 'profile'],
    proof: true,
    body: z.strictObject({ secret: z.string().trim().max(100), code: z.string().trim().max(40) }),
    answer: z.strictObject({
      validatedCode: z.literal(true),
      /** Shown only once. Empty if the account already had codes. */
      recoveryCodes: z.array(z.string()),
    }),
    errors: ['protectionByOwner', 'tfaVerificationWrong'],
  }),
  renewRecoveryCodes: endpoint({
    title: localize('operations.renewRecoveryCodes'),
    method: 'POST',
    path: '/header/recoveryCodes',
    summary: 'Generate ten new recovery codes, shown once. The old codes stop working.',
    access: 'signedIn',
    changes: true,
    touches: ['security', 'profile'],
    proof: true,
    answer: z.strictObject({ recoveryCodes: z.array(z.string()) }),
    errors: ['protectionByOwner'],
  }),
  addAllowedAddress: endpoint({
    title: localize('operations.addAllowedAddress'),
    method: 'PUT',
    path: '/header/addIPAddress',
    summary: 'Add an IP address or range to the allowed IP list.',
    access: 'signedIn',
    changes: true,
    touches: ['security', 'profile'],
    proof: true,
    body: z.strictObject({ ipAddress: z.string().trim().max(100) }),
    answer: z.strictObject({ addressId: z.string() }),
    errors: ['protectionByOwner', 'addressInvalid', 'addressLimit', 'addressExcludesCaller'],
  }),
  removeItem: endpoint({
    title: localize('operations.removeItem'),
    method: 'PUT',
    path: '/header/removeItemList',
    summary: 'Remove a phone number or allowed IP address.',
    access: 'signedIn',
    changes: true,
    touches: ['security', 'profile'],
    proof: true,
    body: itemId,
    answer: done,
    errors: ['protectionByOwner', 'lastFactor', 'addressExcludesCaller'],
  }),
  phoneCaptchaInfo: endpoint({
    title: localize('operations.phoneCaptchaInfo'),
    method: 'GET',
    path: '/header/phoneCaptchaInfo',
    summary:
      'Get the proof-of-work challenge a browser must solve before a code is sent to this phone number.',
    access: 'signedIn',
    changes: false,
    query: phoneQuery,
    answer: z.strictObject({
      phoneCaptchaRequired: z.literal(true),
      /**
       * A proof-of-work challenge: find a number such that the SHA-256 of the prefix, a period and
       * the number starts with this many zero bits. The token is `challenge.number`.
       */
      challenge: z.string(),
      bits: z.int(),
      expiresInSeconds: z.int(),
    }),
    errors: ['phoneInvalid'],
  }),
  checkForResendSmsTime: endpoint({
    title: localize('operations.checkForResendSmsTime'),
    method: 'GET',
    path: '/header/checkForResendSmsTime',
    summary: 'Get the number of seconds until another code can be sent to this phone number.',
    access: 'signedIn',
    changes: false,
    query: phoneQuery,
    answer: z.strictObject({ secondsUntilResend: z.int() }),
    errors: ['phoneInvalid'],
  }),
};
