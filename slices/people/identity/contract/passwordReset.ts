import * as z from 'zod';
import { done, endpoint } from '../../../../contract/endpoint.ts';
import { localize } from '../texts/localize.ts';
import { formText, passwordText, token } from './fields.ts';

export const passwordResetEndpoints = {
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
};
