import * as z from 'zod';
import { endpoint, id, moment } from '../../../../contract/endpoint.ts';
import { email } from '../../../../contract/fields/email.ts';
import { localize } from '../texts/localize.ts';
import { language, siteParams } from './fields.ts';

export const siteAdminEndpoints = {
  getSiteAdmins: endpoint({
    title: localize('operations.getSiteAdmins'),
    method: 'GET',
    path: '/sites/{siteHost}/siteAdmins',
    summary: 'List a site’s administrators.',
    access: 'sites.view',
    changes: false,
    topics: ['site', 'user'],
    params: siteParams,
    answer: z.strictObject({
      items: z.array(
        z.strictObject({
          userId: id,
          email: z.string(),
          name: z.string(),
          isEnabled: z.boolean(),
          /** Whether the administrator was invited but hasn't set a password yet. */
          isWaiting: z.boolean(),
          usesTfa: z.boolean(),
          lastLoginAt: moment.nullable(),
        }),
      ),
    }),
  }),
  inviteSiteAdmin: endpoint({
    title: localize('operations.inviteSiteAdmin'),
    method: 'POST',
    path: '/sites/{siteHost}/siteAdmins',
    summary: 'Invite a site administrator by email.',
    access: 'sites.manage',
    changes: true,
    touches: ['site'],
    params: siteParams,
    body: z.strictObject({ email, language: language.optional() }),
    answer: z.strictObject({ userId: id }),
    errors: ['emailNotAvailable'],
  }),
};
