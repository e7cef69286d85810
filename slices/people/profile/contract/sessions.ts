import * as z from 'zod';
import { done, endpoint, moment } from '../../../../contract/endpoint.ts';
import { datePage, datePageQuery } from '../../../../contract/fields/page.ts';
import { schemaMessage } from '../../../../contract/fields/schemaMessage.ts';
import { localize } from '../texts/localize.ts';
import { loginItem, origin } from './fields.ts';

const shortId = z
  .string()
  .trim()
  .regex(/^[0-9a-f]{32}$/, {
    message: schemaMessage(localize('invalid.message.enter32HexadecimalDigits')),
  });

export const sessionEndpoints = {
  listRememberedBrowsers: endpoint({
    title: localize('operations.listRememberedBrowsers'),
    method: 'GET',
    path: '/header/rememberedBrowsers',
    summary: 'List remembered browsers that skip two-factor authentication.',
    access: 'signedIn',
    changes: false,
    topics: ['security'],
    answer: z.strictObject({
      items: z.array(
        z.strictObject({
          id: z.string(),
          ...origin,
          since: moment,
          lastUsed: moment,
          expires: moment,
          isThis: z.boolean(),
        }),
      ),
    }),
  }),
  forgetBrowser: endpoint({
    title: localize('operations.forgetBrowser'),
    method: 'DELETE',
    path: '/header/rememberedBrowsers/{browserId}',
    summary: 'Remove a remembered browser. It requires two-factor authentication again.',
    access: 'signedIn',
    changes: true,
    touches: ['security'],
    params: z.strictObject({ browserId: shortId }),
    answer: done,
    errors: ['protectionByOwner'],
  }),
  listSessions: endpoint({
    title: localize('operations.listSessions'),
    method: 'GET',
    path: '/header/sessions',
    summary: 'List your active sessions.',
    access: 'signedIn',
    changes: false,
    topics: ['security'],
    answer: z.strictObject({
      items: z.array(
        z.strictObject({
          id: z.string(),
          isThis: z.boolean(),
          ...origin,
          method: z.string(),
          since: moment,
          lastSeen: moment,
        }),
      ),
    }),
  }),
  endSession: endpoint({
    title: localize('operations.endSession'),
    method: 'DELETE',
    path: '/header/sessions/{sessionId}',
    summary: 'End one of your sessions.',
    access: 'signedIn',
    changes: true,
    touches: ['security'],
    params: z.strictObject({ sessionId: shortId }),
    answer: done,
    errors: ['protectionByOwner'],
  }),
  endOtherSessions: endpoint({
    title: localize('operations.endOtherSessions'),
    method: 'POST',
    path: '/header/sessions/endOthers',
    summary: 'End all your sessions except this one.',
    access: 'signedIn',
    changes: true,
    touches: ['security'],
    answer: z.strictObject({ ended: z.int() }),
    errors: ['protectionByOwner'],
  }),
  listOwnLogins: endpoint({
    title: localize('operations.listOwnLogins'),
    method: 'GET',
    path: '/header/logins',
    summary: 'List your sign-ins and failed attempts, newest first.',
    access: 'signedIn',
    changes: false,
    query: datePageQuery,
    answer: datePage(loginItem),
  }),
};
