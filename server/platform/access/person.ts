import type { SignedInContext } from '../context.ts';

/** The ID of the signed-in user, also when acting on behalf of someone else. */
export const personOf = ({ actor }: SignedInContext): string =>
  actor.session?.operator?.userId ?? actor.userId;
