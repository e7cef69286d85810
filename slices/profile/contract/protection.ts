import * as z from 'zod';
import { done, endpoint, id, text } from '../../../contract/endpoint.ts';
import { securityDetails } from './details.ts';

const userId = z.strictObject({ id });

const token = z.string().trim().max(200);

const itemId = z.strictObject({ addressId: id });

const phone = z.string().trim().max(40);

const phoneQuery = z.strictObject({ phone });

const sentCode = z.strictObject({ verificationToken: z.string(), secondsUntilResend: z.int() });

const sendCodeBody = z.strictObject({ phone, phoneCaptchaToken: z.string().trim().max(400) });

const phoneErrors = ['protectionByOwner', 'phoneInvalid', 'phoneLimit', 'phoneKnown', 'captchaRefused', 'resendTooSoon'] as const;

export const protectionEndpoints = {
  allowEmailAccess: endpoint({
    method: 'PUT',
    path: '/header/{id}/allowEmailAccess',
    summary: 'Whether the account may be entered with e-mail and password.',
    access: 'signedIn',
    changes: true,
    proof: true,
    params: userId,
    body: z.strictObject({ allowEmail: z.boolean() }),
    answer: done,
    errors: ['protectionByOwner', 'lastWayIn'],
  }),
  updateSecondFactor: endpoint({
    method: 'PUT',
    path: '/header/{id}/tfaUpdate',
    summary: 'Switches two-factor login, its ways, and the list of allowed addresses on and off.',
    access: 'signedIn',
    changes: true,
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
    errors: ['protectionByOwner', 'tfaNotSetUp', 'tfaDemanded', 'lastFactor', 'addressExcludesCaller'],
  }),
  sendPhoneCode: endpoint({
    method: 'POST',
    path: '/header/{id}/sendTFACode',
    summary: 'Sends a code to a phone that is to be added.',
    access: 'signedIn',
    changes: true,
    proof: true,
    params: userId,
    body: sendCodeBody,
    answer: sentCode,
    errors: [...phoneErrors, 'smsLimit', 'smsCountryRefused'],
  }),
  resendPhoneCode: endpoint({
    method: 'POST',
    path: '/header/{id}/resendTFACode',
    summary: 'Sends another code to the phone; the one before is void.',
    access: 'signedIn',
    changes: true,
    proof: true,
    params: userId,
    body: sendCodeBody,
    answer: sentCode,
    errors: [...phoneErrors, 'smsLimit', 'smsCountryRefused'],
  }),
  verifyPhone: endpoint({
    method: 'POST',
    path: '/header/{id}/phoneVerification',
    summary: 'Adds the phone when the code is the one it was sent.',
    access: 'signedIn',
    changes: true,
    ownTransaction: true,
    proof: true,
    params: userId,
    body: z.strictObject({ verificationToken: token, tfaCode: z.string().trim().max(40), phone }),
    answer: z.strictObject({ addressId: z.string() }),
    errors: ['protectionByOwner', 'phoneInvalid', 'phoneLimit', 'phoneKnown', 'tfaVerificationWrong'],
  }),
  describeItem: endpoint({
    method: 'POST',
    path: '/header/updatePhoneDescription',
    summary: 'Describes one of one’s phones or allowed addresses.',
    access: 'signedIn',
    changes: true,
    body: z.strictObject({ addressId: id, description: text({ max: 100 }) }),
    answer: done,
  }),
  readSecurity: endpoint({
    method: 'GET',
    path: '/header/securityDetails',
    summary: 'What protects one’s own account.',
    access: 'signedIn',
    changes: false,
    answer: securityDetails,
  }),
  generateGoogleCode: endpoint({
    method: 'GET',
    path: '/header/generateGoogleCode',
    summary: 'A new secret for an authenticator app, good for fifteen minutes. Nothing is stored: it counts once a code of it was shown.',
    access: 'signedIn',
    changes: false,
    answer: z.strictObject({
      googleAuthenticatorCode: z.string(),
      googleAuthenticationCode: z.string(),
      /** A picture, as a data address. */
      googleQRCodeURL: z.string(),
      expiresInSeconds: z.int(),
    }),
    errors: ['protectionByOwner'],
  }),
  validateGoogleCode: endpoint({
    method: 'PUT',
    path: '/header/validateGoogleCode',
    summary: 'Sets the authenticator app up with the secret that was handed out, and switches two-factor login on.',
    access: 'signedIn',
    changes: true,
    proof: true,
    body: z.strictObject({ secret: z.string().trim().max(100), code: z.string().trim().max(40) }),
    answer: z.strictObject({
      validatedCode: z.literal(true),
      /** Shown this once, when there were none. */
      recoveryCodes: z.array(z.string()),
    }),
    errors: ['protectionByOwner', 'tfaVerificationWrong'],
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/header/recoveryCodes',
    summary: 'Ten new recovery codes in place of the old ones, shown this once.',
    access: 'signedIn',
    changes: true,
    proof: true,
    answer: z.strictObject({ recoveryCodes: z.array(z.string()) }),
    errors: ['protectionByOwner'],
  }),
  addAllowedAddress: endpoint({
    method: 'PUT',
    path: '/header/addIPAddress',
    summary: 'Adds an address or a range to those the account may be used from.',
    access: 'signedIn',
    changes: true,
    proof: true,
    body: z.strictObject({ ipAddress: z.string().trim().max(100) }),
    answer: z.strictObject({ addressId: z.string() }),
    errors: ['protectionByOwner', 'addressInvalid', 'addressLimit', 'addressExcludesCaller'],
  }),
  removeItem: endpoint({
    method: 'PUT',
    path: '/header/removeItemList',
    summary: 'Removes one of one’s phones or allowed addresses.',
    access: 'signedIn',
    changes: true,
    proof: true,
    body: itemId,
    answer: done,
    errors: ['protectionByOwner', 'lastFactor', 'addressExcludesCaller'],
  }),
  phoneCaptchaInfo: endpoint({
    method: 'GET',
    path: '/header/phoneCaptchaInfo',
    summary: 'The work a browser has to do before a code is sent to this phone.',
    access: 'signedIn',
    changes: false,
    query: phoneQuery,
    answer: z.strictObject({
      phoneCaptchaRequired: z.literal(true),
      /** Find a number whose SHA-256 with this before it and a point between begins with so many zero bits: `challenge.number` is the token. */
      challenge: z.string(),
      bits: z.int(),
      expiresInSeconds: z.int(),
    }),
    errors: ['phoneInvalid'],
  }),
  checkForResendSmsTime: endpoint({
    method: 'GET',
    path: '/header/checkForResendSmsTime',
    summary: 'Seconds until another code may be sent to this phone.',
    access: 'signedIn',
    changes: false,
    query: phoneQuery,
    answer: z.strictObject({ secondsUntilResend: z.int() }),
    errors: ['phoneInvalid'],
  }),
};
