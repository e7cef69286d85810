import * as z from 'zod';
import { done, endpoint, id, text } from '../../../../contract/endpoint.ts';
import { schemaMessage } from '../../../../contract/fields/schemaMessage.ts';
import { stored } from '../../../../contract/fields/stored.ts';
import { menuSections } from '../../../../contract/menu.ts';
import { localize } from '../texts/localize.ts';
import { perLanguage, siteHost, siteParams } from './fields.ts';

const pageBody = z.strictObject({
  title: perLanguage(text({ min: 1, max: 60 })).refine((title) => Object.keys(title).length > 0, {
    message: schemaMessage(localize('invalid.message.enterTitleLeastOne')),
  }),
  section: z.enum(menuSections),
  icon: z
    .string()
    .trim()
    .regex(/^[a-z0-9-]{1,40}$/),
  kind: z.enum(['url', 'html']),
  url: text({ max: 2000 }),
  html: text({ max: 200_000, multiline: true }),
  isEnabled: z.boolean(),
});

const pageParams = z.strictObject({ siteHost, pageId: id });

export const sitePageEndpoints = {
  listSitePages: endpoint({
    title: localize('operations.listSitePages'),
    method: 'GET',
    path: '/sites/{siteHost}/externalPages',
    summary: 'List a site’s external pages.',
    access: 'sites.view',
    changes: false,
    topics: ['site'],
    params: siteParams,
    answer: z.strictObject({ items: z.array(stored(z.strictObject({ id, ...pageBody.shape }))) }),
  }),
  createSitePage: endpoint({
    title: localize('operations.createSitePage'),
    method: 'POST',
    path: '/sites/{siteHost}/externalPages',
    summary: 'Create an external page.',
    access: 'sites.manage',
    changes: true,
    touches: ['site'],
    params: siteParams,
    body: pageBody,
    answer: z.strictObject({ id }),
    errors: ['pageAddressRefused'],
  }),
  updateSitePage: endpoint({
    title: localize('operations.updateSitePage'),
    method: 'PUT',
    path: '/sites/{siteHost}/externalPages/{pageId}',
    summary: 'Update an external page.',
    access: 'sites.manage',
    changes: true,
    touches: ['site'],
    params: pageParams,
    body: pageBody,
    answer: done,
    errors: ['pageAddressRefused'],
  }),
  deleteSitePage: endpoint({
    title: localize('operations.deleteSitePage'),
    method: 'DELETE',
    path: '/sites/{siteHost}/externalPages/{pageId}',
    summary: 'Delete an external page.',
    access: 'sites.manage',
    changes: true,
    touches: ['site'],
    params: pageParams,
    answer: done,
  }),
  getExternalPage: endpoint({
    title: localize('operations.getExternalPage'),
    method: 'GET',
    path: '/externalPages/{pageId}',
    summary: 'Get an external page of this site.',
    access: 'signedIn',
    changes: false,
    topics: ['site'],
    params: z.strictObject({ pageId: id }),
    answer: z.strictObject({
      id,
      title: z.string(),
      kind: z.enum(['url', 'html']),
      address: z.string(),
    }),
  }),
  showSitePage: endpoint({
    title: localize('operations.showSitePage'),
    method: 'GET',
    path: '/sites/page/{pageId}',
    summary: 'Get the HTML of an external page for a sandboxed frame.',
    access: 'signedIn',
    changes: false,
    kind: 'file',
    params: z.strictObject({ pageId: id }),
  }),
};
