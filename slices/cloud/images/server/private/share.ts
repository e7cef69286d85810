import { sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { localize } from '../../texts/localize.ts';
import { announceImage } from '../state.ts';
import { imageTables, lockOwnImage } from '../store.ts';

/** Maximum number of users one image can be shared with. */
const sharesMax = 200;

const itsOwner: LocalizedText = localize('itsOwner');
const tooMany: LocalizedText = localize('tooMany', { sharesMax });

export async function listShares(ctx: SignedInContext, imageId: string) {
  const image = await lockOwnImage(ctx, imageId, 'manage');
  const db = imageTables(ctx.db);
  const items = await db
    .selectFrom('image_share')
    .select(['email', 'shared_at'])
    .where('image_id', '=', imageId)
    .orderBy('email')
    .execute();
  const { is_shared_with_site: isSharedWithSite } = await db
    .selectFrom('image')
    .select('is_shared_with_site')
    .where('id', '=', image.id)
    .executeTakeFirstOrThrow();
  return {
    isSharedWithSite,
    items: items.map(({ email, shared_at }) => ({ email, sharedAt: shared_at.toISOString() })),
  };
}

/**
 * Shares by email address, without disclosing whether the account exists. Applies to the account
 * with this address on the image's site, now or later. Throws `imageShareRefused`.
 */
export async function shareImage(
  ctx: SignedInContext,
  imageId: string,
  email: string,
): Promise<void> {
  const image = await lockOwnImage(ctx, imageId, 'manage');
  const shareError = (problem: LocalizedText) =>
    userError('imageShareRefused', { email, problem }, 'email');
  const owner = await ctx.db
    .selectFrom('user_account')
    .select('email')
    .where('id', '=', image.ownerId)
    .executeTakeFirst();
  if (owner?.email.toLowerCase() === email) throw shareError(itsOwner);
  const db = imageTables(ctx.db);
  const shares = await db
    .selectFrom('image_share')
    .select('email')
    .where('image_id', '=', imageId)
    .execute();
  if (shares.length >= sharesMax && !shares.some((share) => share.email === email))
    throw shareError(tooMany);
  await db
    .insertInto('image_share')
    .values({ image_id: imageId, email, shared_by: ctx.actor.userId })
    .onConflict((conflict) => conflict.columns(['image_id', 'email']).doNothing())
    .execute();
  ctx.note({ targetType: 'image', targetId: imageId, after: { sharedWith: email } });
  await announceImage(ctx, imageId, image.state);
}

export async function unshareImage(
  ctx: SignedInContext,
  imageId: string,
  email: string,
): Promise<void> {
  const image = await lockOwnImage(ctx, imageId, 'manage');
  await imageTables(ctx.db)
    .deleteFrom('image_share')
    .where('image_id', '=', imageId)
    .where('email', '=', email)
    .execute();
  ctx.note({ targetType: 'image', targetId: imageId, before: { sharedWith: email } });
  await announceImage(ctx, imageId, image.state);
}

export async function shareWithSite(
  ctx: SignedInContext,
  imageId: string,
  isShared: boolean,
): Promise<void> {
  const image = await lockOwnImage(ctx, imageId, 'manage');
  await sql`update image set is_shared_with_site = ${isShared}, changed_at = clock_timestamp() where id = ${imageId}`.execute(
    ctx.db,
  );
  ctx.note({ targetType: 'image', targetId: imageId, after: { isSharedWithSite: isShared } });
  await announceImage(ctx, imageId, image.state);
}
