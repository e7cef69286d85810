import type { SignedInContext } from '../context.ts';

/** The id of whoever sits there, also in another's place. */
export const personOf = ({ actor }: SignedInContext): string => actor.session?.operator?.userId ?? actor.userId;
