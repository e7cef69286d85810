import * as z from 'zod';
import { done, endpoint, moment } from '../../../contract/endpoint.ts';
import { localized } from '../../../contract/localized.ts';
import { datePage, datePageQuery } from '../../../contract/page.ts';
import { loginItem, origin } from './fields.ts';

const shortId = z
  .string()
  .trim()
  .regex(/^[0-9a-f]{32}$/, {
    message: localized('Enter 32 hexadecimal digits.', 'יש להזין 32 ספרות הקסדצימליות.'),
  });

export const sessionEndpoints = {
  listRememberedBrowsers: endpoint({
    title: { en: 'View remembered browsers', he: 'צפייה בדפדפנים שמורים' },
    method: 'GET',
    path: '/header/rememberedBrowsers',
    summary: 'List remembered browsers that skip two-factor authentication.',
    access: 'signedIn',
    changes: false,
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
    title: { en: 'Remove a remembered browser', he: 'ביטול זכירה של דפדפן' },
    method: 'DELETE',
    path: '/header/rememberedBrowsers/{browserId}',
    summary: 'Remove a remembered browser. It requires two-factor authentication again.',
    access: 'signedIn',
    changes: true,
    params: z.strictObject({ browserId: shortId }),
    answer: done,
  }),
  listSessions: endpoint({
    title: { en: 'View your sessions', he: 'צפייה בהתחברויות הפעילות' },
    method: 'GET',
    path: '/header/sessions',
    summary: 'List your active sessions.',
    access: 'signedIn',
    changes: false,
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
    title: { en: 'End a session', he: 'סיום התחברות' },
    method: 'DELETE',
    path: '/header/sessions/{sessionId}',
    summary: 'End one of your sessions.',
    access: 'signedIn',
    changes: true,
    params: z.strictObject({ sessionId: shortId }),
    answer: done,
  }),
  endOtherSessions: endpoint({
    title: { en: 'End all other sessions', he: 'סיום כל ההתחברויות האחרות' },
    method: 'POST',
    path: '/header/sessions/endOthers',
    summary: 'End all your sessions except this one.',
    access: 'signedIn',
    changes: true,
    answer: z.strictObject({ ended: z.int() }),
  }),
  listOwnLogins: endpoint({
    title: { en: 'View your sign-ins', he: 'צפייה בכניסות לחשבון' },
    method: 'GET',
    path: '/header/logins',
    summary: 'List your sign-ins and failed attempts, newest first.',
    access: 'signedIn',
    changes: false,
    query: datePageQuery,
    answer: datePage(loginItem),
  }),
};
