import type { SignedInContext } from '../context.ts';

/** The ID of the signed-in user, even when that user acts on behalf of another account. */
export const signedInUserId = ({ actor }: SignedInContext): string =>
  actor.session?.operator?.userId ?? actor.userId;
