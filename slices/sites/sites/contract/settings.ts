import * as z from 'zod';
import { done, endpoint, moment } from '../../../../contract/endpoint.ts';
import { stored } from '../../../../contract/fields/stored.ts';
import { localize } from '../texts/localize.ts';
import { hostnameInput, settingsShape, siteHost, siteParams } from './fields.ts';

const hostnameClaim = z.strictObject({
  host: z.string(),
  /** 2: in use by this site. 4: waiting for verification. */
  state: z.int(),
  /**
   * The TXT record that verifies the hostname and has to remain. Null for a hostname verified by
   * the operator.
   */
  record: z.string().nullable(),
  value: z.string().nullable(),
  provedAt: moment.nullable(),
  provedBy: z.enum(['dns', 'root']).nullable(),
  checkedAt: moment.nullable(),
  /** When the record was last found. */
  renewedAt: moment.nullable(),
  /**
   * When the verification expired. Links don't use the hostname until the record is found again.
   * Null while it's valid.
   */
  lapsedAt: moment.nullable(),
  problem: z.string(),
});

export const siteSettingEndpoints = {
  getSiteSettings: endpoint({
    title: localize('operations.getSiteSettings'),
    method: 'GET',
    path: '/sites/{siteHost}/settings',
    summary: 'Get a site’s name, hostnames, and sign-up settings.',
    access: 'sites.view',
    changes: false,
    topics: ['site'],
    params: siteParams,
    answer: z.strictObject({
      ...stored(z.strictObject(settingsShape)).shape,
      name: z.string(),
      systemName: z.string(),
      copyright: z.string(),
      mailSender: z.string(),
      timeZone: z.string(),
      hosts: z.array(hostnameClaim),
      /** Why the caller can't change the hostnames. Null if they can. */
      hostsProblem: z.string().nullable(),
    }),
  }),
  updateSiteSettings: endpoint({
    title: localize('operations.updateSiteSettings'),
    method: 'PUT',
    path: '/sites/{siteHost}/settings',
    summary: 'Update a site’s name and sign-up settings.',
    access: 'sites.manage',
    changes: true,
    touches: ['site'],
    params: siteParams,
    body: z.strictObject(settingsShape),
    answer: done,
  }),
  createSiteHost: endpoint({
    title: localize('operations.createSiteHost'),
    method: 'POST',
    path: '/sites/{siteHost}/hosts',
    summary:
      'Add a hostname to a site. It is served once its ownership is verified in the DNS, or at once when root adds it.',
    access: 'sites.manage',
    changes: true,
    touches: ['site'],
    params: siteParams,
    body: z.strictObject({ host: hostnameInput }),
    answer: hostnameClaim,
    errors: ['hostIllegal', 'hostInUse', 'hostExcludesCaller', 'hostLimit'],
  }),
  checkSiteHost: endpoint({
    title: localize('operations.checkSiteHost'),
    method: 'POST',
    path: '/sites/{siteHost}/hosts/check',
    summary: 'Verify a hostname’s ownership in the DNS.',
    access: 'sites.manage',
    changes: true,
    touches: ['site'],
    ownTransaction: true,
    params: siteParams,
    body: z.strictObject({ host: hostnameInput }),
    answer: hostnameClaim,
    errors: ['hostNotProved', 'hostInUse', 'slowDown'],
  }),
  deleteSiteHost: endpoint({
    title: localize('operations.deleteSiteHost'),
    method: 'DELETE',
    path: '/sites/{siteHost}/hosts/{host}',
    summary: 'Remove a hostname. Its next owner has to verify it again.',
    access: 'sites.manage',
    changes: true,
    touches: ['site'],
    params: z.strictObject({ siteHost, host: siteHost }),
    answer: done,
    errors: ['hostExcludesCaller'],
  }),
  suspendSite: endpoint({
    title: localize('operations.suspendSite'),
    method: 'POST',
    path: '/sites/{siteHost}/suspend',
    summary: 'Suspend a site and its sub-sites. Everyone there is signed out at once.',
    access: 'sites.manage',
    changes: true,
    touches: ['site'],
    params: siteParams,
    answer: z.strictObject({ sessionsEnded: z.int() }),
    errors: ['siteNotSuspendable'],
  }),
  resumeSite: endpoint({
    title: localize('operations.resumeSite'),
    method: 'POST',
    path: '/sites/{siteHost}/resume',
    summary: 'Resume a suspended site.',
    access: 'sites.manage',
    changes: true,
    touches: ['site'],
    params: siteParams,
    answer: done,
    errors: ['siteNotSuspendable'],
  }),
};
