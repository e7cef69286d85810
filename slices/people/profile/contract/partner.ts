import * as z from 'zod';
import { done, endpoint, text } from '../../../../contract/endpoint.ts';
import { localize } from '../texts/localize.ts';

export const partnerEndpoints = {
  updatePartner: endpoint({
    title: localize('operations.updatePartner'),
    method: 'PUT',
    path: '/header/partner',
    summary:
      'Update your partner program account. Passwords and secrets are stored encrypted and never shown again.',
    access: 'partners.manage',
    changes: true,
    touches: ['profile'],
    proof: true,
    body: z.strictObject({
      microsoftPartnerId: text({ max: 40 }).optional(),
      partnerUserName: text({ max: 254 }).optional(),
      partnerPassword: z.string().max(1000).optional(),
      appId: text({ max: 100 }).optional(),
      appSecret: z.string().trim().max(1000).optional(),
      appTenantId: text({ max: 254 }).optional(),
      importUrl: z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(1000)]).optional(),
    }),
    answer: done,
    errors: [
      ...([
        'protectionByOwner',
        'partnerUserNameRequired',
        'partnerPasswordRequired',
        'partnerApplicationIdRequired',
      ] as const),
      ...(['partnerSecretRequired', 'partnerTenantRequired'] as const),
    ],
  }),
  removePartner: endpoint({
    title: localize('operations.removePartner'),
    method: 'DELETE',
    path: '/header/partner',
    summary: 'Delete your partner program account.',
    access: 'partners.manage',
    changes: true,
    touches: ['profile'],
    proof: true,
    answer: done,
  }),
};
