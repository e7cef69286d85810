import * as z from 'zod';
import { done, endpoint, text } from '../../../../contract/endpoint.ts';
import { localize } from '../texts/localize.ts';

const credential = z.looseObject({ id: z.string().max(2000), type: z.literal('public-key') });

export const passkeyEndpoints = {
  passkeyCreationOptions: endpoint({
    title: localize('operations.passkeyCreationOptions'),
    method: 'POST',
    path: '/header/passkeys/options',
    summary: 'Get the options a browser needs to create a passkey.',
    access: 'signedIn',
    changes: true,
    touches: [],
    proof: true,
    answer: z.strictObject({ options: z.looseObject({ challenge: z.string() }) }),
    errors: ['protectionByOwner', 'passkeyLimit'],
  }),
  createPasskey: endpoint({
    title: localize('operations.createPasskey'),
    method: 'POST',
    path: '/header/passkeys',
    summary: 'Save a new passkey.',
    access: 'signedIn',
    changes: true,
    touches: ['security', 'profile'],
    proof: true,
    body: z.strictObject({ name: text({ min: 1, max: 60 }), credential }),
    answer: z.strictObject({ id: z.string() }),
    errors: ['protectionByOwner', 'passkeyRefused', 'passkeyLimit'],
  }),
  renamePasskey: endpoint({
    title: localize('operations.renamePasskey'),
    method: 'PUT',
    path: '/header/passkeys/{passkeyId}',
    summary: 'Rename a passkey.',
    access: 'signedIn',
    changes: true,
    touches: ['security', 'profile'],
    params: z.strictObject({ passkeyId: z.string().max(2000) }),
    body: z.strictObject({ name: text({ min: 1, max: 60 }) }),
    answer: done,
    errors: ['protectionByOwner'],
  }),
  deletePasskey: endpoint({
    title: localize('operations.deletePasskey'),
    method: 'DELETE',
    path: '/header/passkeys/{passkeyId}',
    summary: 'Delete a passkey.',
    access: 'signedIn',
    changes: true,
    touches: ['security', 'profile'],
    proof: true,
    params: z.strictObject({ passkeyId: z.string().max(2000) }),
    answer: done,
    errors: ['protectionByOwner', 'lastWayIn', 'lastFactor'],
  }),
};
