import * as z from 'zod';
import { endpoint } from '../../../../contract/endpoint.ts';
import { localize } from '../texts/localize.ts';
import { code, credential, phone, token } from './fields.ts';

/** Confirming the identity of the signed-in user before protected actions. */
export const reauthenticationEndpoints = {
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
};
