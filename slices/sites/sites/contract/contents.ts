import * as z from 'zod';
import { endpoint, moment, text } from '../../../../contract/endpoint.ts';
import { localize } from '../texts/localize.ts';
import { language, siteHost, siteParams } from './fields.ts';

export const contentNames = ['login', 'welcome', 'footer', 'terms'] as const;

const contentName = z.enum(contentNames);

export const siteContentEndpoints = {
  getSiteContents: endpoint({
    title: localize('operations.getSiteContents'),
    method: 'GET',
    path: '/sites/{siteHost}/contents',
    summary: 'List a site’s custom texts with their versions.',
    access: 'sites.view',
    changes: false,
    topics: ['site'],
    params: siteParams,
    answer: z.strictObject({
      languages: z.array(language),
      items: z.array(
        z.strictObject({
          name: contentName,
          language,
          version: z.int(),
          body: z.string(),
          changedAt: moment.nullable(),
          changedBy: z.string().nullable(),
        }),
      ),
    }),
  }),
  getSiteContentVersions: endpoint({
    title: localize('operations.getSiteContentVersions'),
    method: 'GET',
    path: '/sites/{siteHost}/contents/{name}/{language}',
    summary: 'List all versions of a custom text, newest first.',
    access: 'sites.view',
    changes: false,
    topics: ['site'],
    params: z.strictObject({ siteHost, name: contentName, language }),
    answer: z.strictObject({
      items: z.array(
        z.strictObject({
          version: z.int(),
          body: z.string(),
          changedAt: moment,
          changedBy: z.string().nullable(),
        }),
      ),
    }),
  }),
  updateSiteContent: endpoint({
    title: localize('operations.updateSiteContent'),
    method: 'PUT',
    path: '/sites/{siteHost}/contents/{name}/{language}',
    summary: 'Publish a new version of a custom text.',
    access: 'sites.manage',
    changes: true,
    touches: ['site'],
    params: z.strictObject({ siteHost, name: contentName, language }),
    body: z.strictObject({ body: text({ max: 100_000, multiline: true }) }),
    answer: z.strictObject({ version: z.int() }),
  }),
  userWelcomePage: endpoint({
    title: localize('operations.userWelcomePage'),
    method: 'GET',
    path: '/userWelcomePage',
    summary: 'Get the site’s welcome text for new users. Empty if the site has none.',
    access: 'signedIn',
    changes: false,
    topics: ['site'],
    answer: z.strictObject({ html: z.string() }),
  }),
};
