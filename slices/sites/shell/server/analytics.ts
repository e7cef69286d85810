import { createHash } from 'node:crypto';
import * as z from 'zod';
import { schemaMessage } from '../../../../contract/fields/schemaMessage.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import type { PageHosts } from '../../../../server/platform/http/pages/securityHeaders.ts';
import { defineSetting, readSetting } from '../../../../server/platform/settings/settings.ts';
import { localize } from '../texts/localize.ts';

/**
 * A single product ID only, never a Tag Manager container (GTM-…), whose owner could read page
 * contents of all users, including new keys and recovery codes.
 */
const trackerOf = (pattern: RegExp, example: string) =>
  z
    .string()
    .max(30)
    .regex(pattern, {
      message: schemaMessage(localize('invalid.message.idSuchAsNeeded', { example })),
    });

export const analyticsSettings = {
  classic: defineSetting({
    id: 'analytics.gaTrackerId',
    schema: trackerOf(/^(UA-\d+-\d+)?$/, 'UA-12345678-1'),
    fallback: '',
    level: 'site',
    access: 'settings.manage',
    title: localize('analyticsSettings.classic'),
  }),
  ga4: defineSetting({
    id: 'analytics.ga4TrackerId',
    schema: trackerOf(/^(G-[A-Z0-9]+)?$/, 'G-AB12CD34EF'),
    fallback: '',
    level: 'site',
    access: 'settings.manage',
    title: localize('analyticsSettings.ga4'),
  }),
  ads: defineSetting({
    id: 'analytics.gaAdsTrackerId',
    schema: trackerOf(/^(AW-\d+)?$/, 'AW-123456789'),
    fallback: '',
    level: 'site',
    access: 'settings.manage',
    title: localize('analyticsSettings.ads'),
  }),
};

type SiteContext = Pick<SignedInContext, 'db' | 'site'>;

/**
 * Returns the site's own trackers. Visitors of a reseller's site aren't counted for the site above.
 */
async function trackersOf({ db, site }: SiteContext) {
  const ownSiteContext = { db, site: { ...site, path: site.id } };
  return {
    gaTrackerId: await readSetting(ownSiteContext, analyticsSettings.classic),
    ga4TrackerId: await readSetting(ownSiteContext, analyticsSettings.ga4),
    gaAdsTrackerId: await readSetting(ownSiteContext, analyticsSettings.ads),
  };
}

const none = { gaTrackerId: '', ga4TrackerId: '', gaAdsTrackerId: '' };

/**
 * The initialization values of the documented client. `vid` is a pseudonym that doesn't identify
 * the user. A user acting for another isn't counted as that user.
 */
export async function analyticsIds(ctx: SignedInContext) {
  const trackers = ctx.actor.session?.operator ? none : await trackersOf(ctx);
  return {
    userId: ctx.actor.userId,
    email: ctx.actor.email,
    ...trackers,
    vid: createHash('sha256').update(`visitor ${ctx.actor.userId}`).digest('hex').slice(0, 16),
    ga4: trackers.ga4TrackerId !== '',
  };
}

const tagHost = 'https://www.googletagmanager.com';
const analyticsHosts = ['https://*.google-analytics.com', 'https://*.analytics.google.com'];
const adsScripts = ['https://www.googleadservices.com', 'https://googleads.g.doubleclick.net'];
const adsHosts = [...adsScripts, 'https://www.google.com', 'https://pagead2.googlesyndication.com'];

/**
 * Returns the hosts that Google's tag needs on the site's pages (Google's guide to the content
 * security policy). Null if no tracker is set.
 */
export async function trackerHosts(ctx: SiteContext): Promise<PageHosts | null> {
  const { ga4TrackerId, gaAdsTrackerId } = await trackersOf(ctx);
  if (ga4TrackerId === '' && gaAdsTrackerId === '') return null;
  const counts = ga4TrackerId === '' ? [] : analyticsHosts;
  const [scripts, connectHosts] = gaAdsTrackerId === '' ? [[], []] : [adsScripts, adsHosts];
  const allowedHosts = [tagHost, ...counts, ...connectHosts];
  return {
    scripts: [tagHost, ...scripts],
    connections: allowedHosts,
    images: allowedHosts,
    frames: gaAdsTrackerId === '' ? [] : ['https://td.doubleclick.net'],
  };
}
