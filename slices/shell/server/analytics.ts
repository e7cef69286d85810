import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { SignedInContext } from '../../../server/platform/context.ts';
import { defineSetting, readSetting } from '../../../server/platform/settings/settings.ts';

const trackerId = z.string().regex(/^[A-Z0-9-]{0,30}$/);

export const analyticsSettings = {
  classic: defineSetting({
    id: 'analytics.gaTrackerId',
    schema: trackerId,
    fallback: '',
    level: 'site',
    title: { en: 'Analytics tracker', he: 'מזהה אנליטיקה' },
  }),
  ga4: defineSetting({
    id: 'analytics.ga4TrackerId',
    schema: trackerId,
    fallback: '',
    level: 'site',
    title: { en: 'Analytics 4 tracker', he: 'מזהה אנליטיקה 4' },
  }),
  ads: defineSetting({
    id: 'analytics.gaAdsTrackerId',
    schema: trackerId,
    fallback: '',
    level: 'site',
    title: { en: 'Ads tracker', he: 'מזהה פרסום' },
  }),
};

/** What the documented client asks at start. `vid` is a pseudonym: the same person, not who he is. */
export async function analyticsIds(ctx: SignedInContext) {
  const ga4TrackerId = await readSetting(ctx, analyticsSettings.ga4);
  return {
    userId: ctx.actor.userId,
    email: ctx.actor.email,
    gaTrackerId: await readSetting(ctx, analyticsSettings.classic),
    ga4TrackerId,
    gaAdsTrackerId: await readSetting(ctx, analyticsSettings.ads),
    vid: createHash('sha256').update(`visitor ${ctx.actor.userId}`).digest('hex').slice(0, 16),
    ga4: ga4TrackerId !== '',
  };
}
