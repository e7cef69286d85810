import * as z from 'zod';
import { done, endpoint, moment } from '../../../contract/endpoint.ts';
import { hostGiven, ofSite, settingsShape, siteHost } from './fields.ts';

const hostClaim = z.strictObject({
  host: z.string(),
  /** 2: it is this site's; 4: waiting for its proof. */
  state: z.int(),
  /** The TXT record that proves it, and must stay; null for a name the operator vouched for. */
  record: z.string().nullable(),
  value: z.string().nullable(),
  provedAt: moment.nullable(),
  provedBy: z.enum(['dns', 'root']).nullable(),
  checkedAt: moment.nullable(),
  /** When the record was last seen. */
  renewedAt: moment.nullable(),
  /** Since when its proof counts as lapsed: no link leads there until the record is seen again. */
  lapsedAt: moment.nullable(),
  problem: z.string(),
});

export const siteSettingEndpoints = {
  getSiteSettings: endpoint({
    method: 'GET',
    path: '/sites/{siteHost}/settings',
    summary: 'What a site is called, where it answers and how it receives people.',
    access: 'sites.view',
    changes: false,
    params: ofSite,
    answer: z.strictObject({
      ...settingsShape,
      name: z.string(),
      systemName: z.string(),
      copyright: z.string(),
      mailSender: z.string(),
      timeZone: z.string(),
      hosts: z.array(hostClaim),
      /** Why the caller cannot change the host names; null when it can. */
      hostsProblem: z.string().nullable(),
    }),
  }),
  changeSiteSettings: endpoint({
    method: 'PUT',
    path: '/sites/{siteHost}/settings',
    summary: 'Changes what a site is called and how it receives people.',
    access: 'sites.manage',
    changes: true,
    params: ofSite,
    body: z.strictObject(settingsShape),
    answer: done,
  }),
  addSiteHost: endpoint({
    method: 'POST',
    path: '/sites/{siteHost}/hosts',
    summary: 'Claims a host name for a site. It answers there once its owner has proved it in the DNS, or at once when root adds it.',
    access: 'sites.manage',
    changes: true,
    params: ofSite,
    body: z.strictObject({ host: hostGiven }),
    answer: hostClaim,
    errors: ['hostIllegal', 'hostInUse', 'hostExcludesCaller', 'hostLimit'],
  }),
  checkSiteHost: endpoint({
    method: 'POST',
    path: '/sites/{siteHost}/hosts/check',
    summary: 'Looks for the proof of a claimed host name in the DNS.',
    access: 'sites.manage',
    changes: true,
    ownTransaction: true,
    params: ofSite,
    body: z.strictObject({ host: hostGiven }),
    answer: hostClaim,
    errors: ['hostNotProved', 'hostInUse', 'slowDown'],
  }),
  removeSiteHost: endpoint({
    method: 'DELETE',
    path: '/sites/{siteHost}/hosts/{host}',
    summary: 'Gives a host name up. Whoever takes it next proves it anew.',
    access: 'sites.manage',
    changes: true,
    params: z.strictObject({ siteHost, host: siteHost }),
    answer: done,
    errors: ['hostExcludesCaller'],
  }),
  suspendSite: endpoint({
    method: 'POST',
    path: '/sites/{siteHost}/suspend',
    summary: 'Suspends a site and all below it: everybody there is signed out at once.',
    access: 'sites.manage',
    changes: true,
    params: ofSite,
    answer: z.strictObject({ sessionsEnded: z.int() }),
    errors: ['siteNotSuspendable'],
  }),
  resumeSite: endpoint({
    method: 'POST',
    path: '/sites/{siteHost}/resume',
    summary: 'Ends the suspension of a site.',
    access: 'sites.manage',
    changes: true,
    params: ofSite,
    answer: done,
    errors: ['siteNotSuspendable'],
  }),
};
