import * as z from 'zod';
import { done, endpoint, text } from '../../../contract/endpoint.ts';

const credential = z.looseObject({ id: z.string().max(2000), type: z.literal('public-key') });

export const passkeyEndpoints = {
  passkeyCreationOptions: endpoint({
    title: { en: 'Start passkey creation', he: 'התחלת יצירה של מפתח גישה' },
    method: 'POST',
    path: '/header/passkeys/options',
    summary: 'Get the options a browser needs to create a passkey.',
    access: 'signedIn',
    changes: true,
    proof: true,
    answer: z.strictObject({ options: z.looseObject({ challenge: z.string() }) }),
    errors: ['protectionByOwner', 'passkeyLimit'],
  }),
  createPasskey: endpoint({
    title: { en: 'Add a passkey', he: 'הוספת מפתח גישה' },
    method: 'POST',
    path: '/header/passkeys',
    summary: 'Save a new passkey.',
    access: 'signedIn',
    changes: true,
    proof: true,
    body: z.strictObject({ name: text({ min: 1, max: 60 }), credential }),
    answer: z.strictObject({ id: z.string() }),
    errors: ['protectionByOwner', 'passkeyRefused', 'passkeyLimit'],
  }),
  renamePasskey: endpoint({
    title: { en: 'Rename a passkey', he: 'שינוי שם של מפתח גישה' },
    method: 'PUT',
    path: '/header/passkeys/{passkeyId}',
    summary: 'Rename a passkey.',
    access: 'signedIn',
    changes: true,
    params: z.strictObject({ passkeyId: z.string().max(2000) }),
    body: z.strictObject({ name: text({ min: 1, max: 60 }) }),
    answer: done,
  }),
  deletePasskey: endpoint({
    title: { en: 'Delete a passkey', he: 'הסרת מפתח גישה' },
    method: 'DELETE',
    path: '/header/passkeys/{passkeyId}',
    summary: 'Delete a passkey.',
    access: 'signedIn',
    changes: true,
    proof: true,
    params: z.strictObject({ passkeyId: z.string().max(2000) }),
    answer: done,
    errors: ['protectionByOwner', 'lastWayIn', 'lastFactor'],
  }),
};
