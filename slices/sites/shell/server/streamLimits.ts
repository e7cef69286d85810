import * as z from 'zod';
import { UserError } from '../../../../contract/errors/errors.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { defineSetting, readSetting } from '../../../../server/platform/settings/settings.ts';
import { localize } from '../texts/localize.ts';

const retrySeconds = 30;

export const streamsPerAccount = defineSetting<number>({
  id: 'live.streamsPerAccount',
  schema: z.int().min(1).max(1000),
  fallback: 20,
  level: 'root',
  access: 'portal.manage',
  title: localize('streamsPerAccount'),
});

export const streamsPerSite = defineSetting<number>({
  id: 'live.streamsPerSite',
  schema: z.int().min(1).max(100_000),
  fallback: 200,
  level: 'root',
  access: 'portal.manage',
  title: localize('streamsPerSite'),
});

/** The user and site a stream is counted for. */
export interface StreamOwner {
  userId: string;
  siteId: string;
}

/**
 * Reads the current limits and returns a synchronous check, so that streams opened in parallel
 * can't exceed the limits.
 */
export async function readStreamLimits(
  ctx: SignedInContext,
): Promise<(open: Iterable<StreamOwner>) => void> {
  const [perAccount, perSite] = await Promise.all([
    readSetting(ctx, streamsPerAccount),
    readSetting(ctx, streamsPerSite),
  ]);
  const { userId } = ctx.actor;
  const siteId = ctx.site.id;
  return (open) => {
    const siteStreams = [...open].filter((owner) => owner.siteId === siteId);
    const accountStreams = siteStreams.filter((owner) => owner.userId === userId);
    if (accountStreams.length >= perAccount)
      throw new UserError(
        [{ name: 'accountStreamLimit', values: { max: perAccount } }],
        retrySeconds,
      );
    if (siteStreams.length >= perSite)
      throw new UserError([{ name: 'siteStreamLimit', values: { max: perSite } }], retrySeconds);
  };
}
