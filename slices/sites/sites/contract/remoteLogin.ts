import * as z from 'zod';
import { endpoint, moment, text } from '../../../../contract/endpoint.ts';
import { maxEmailLength } from '../../../../contract/fields/email.ts';
import { localize } from '../texts/localize.ts';
import { siteParams } from './fields.ts';

const address = text({ max: 60 });

export const remoteLoginEndpoints = {
  getSiteRemoteLogin: endpoint({
    title: localize('operations.getSiteRemoteLogin'),
    method: 'GET',
    path: '/sites/{siteHost}/remoteLogin',
    summary: 'Get a site’s remote login settings.',
    access: 'sites.view',
    changes: false,
    topics: ['site'],
    params: siteParams,
    answer: z.strictObject({
      remoteWebAccess: z.boolean(),
      remoteIps: z.array(z.string()),
      hasToken: z.boolean(),
      tokenAt: moment.nullable(),
      /** The URL that the reseller's server calls. */
      address: z.string(),
    }),
  }),
  updateSiteRemoteLogin: endpoint({
    title: localize('operations.updateSiteRemoteLogin'),
    method: 'PUT',
    path: '/sites/{siteHost}/remoteLogin',
    summary: 'Update remote login and its allowed IP addresses.',
    access: 'sites.manage',
    changes: true,
    touches: ['site'],
    params: siteParams,
    body: z.strictObject({ remoteWebAccess: z.boolean(), remoteIps: z.array(address).max(50) }),
    answer: z.strictObject({ remoteWebAccess: z.boolean(), remoteIps: z.array(z.string()) }),
    errors: ['addressInvalid'],
  }),
  renewSiteToken: endpoint({
    title: localize('operations.renewSiteToken'),
    method: 'POST',
    path: '/sites/{siteHost}/remoteToken',
    summary:
      'Rotate the remote login token. The new token is shown once; the old one stops working.',
    access: 'sites.manage',
    changes: true,
    touches: ['site'],
    params: siteParams,
    answer: z.strictObject({ token: z.string() }),
  }),
  remoteLogin: endpoint({
    title: localize('operations.remoteLogin'),
    method: 'POST',
    path: '/remoteLogin',
    summary:
      'Create a one-time sign-in token for a user of the site, valid for one minute. Called server to server.',
    access: 'public',
    changes: true,
    touches: [],
    ownTransaction: true,
    body: z.strictObject({
      token: text({ min: 1, max: 200 }),
      email: text({ min: 3, max: maxEmailLength }),
    }),
    answer: z.strictObject({ token: z.string(), expiresAt: moment }),
    errors: ['remoteLoginRefused', 'slowDown'],
  }),
};
