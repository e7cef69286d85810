import * as z from 'zod';
import { done, endpoint } from '../../../../contract/endpoint.ts';
import { localize } from '../texts/localize.ts';
import { formText, passwordText, token } from './fields.ts';

/** Creating an account and verifying its email address. */
export const signUpEndpoints = {
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
};
