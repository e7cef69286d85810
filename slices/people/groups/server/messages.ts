import { localize } from '../texts/localize.ts';

/** Why a user or object can't be in a group, as text. */
export const texts = {
  memberNoChild: localize('memberNoChild'),
  memberOfOtherSite: localize('memberOfOtherSite'),
  memberDisabled: localize('memberDisabled'),
  objectGone: localize('objectGone'),
  objectElsewhere: localize('objectElsewhere'),
  objectNotOwned: (id: string) => localize('objectNotOwned', { id }),
  objectNotOfSite: (id: string) => localize('objectNotOfSite', { id }),
  typeUnknown: (type: string, known: string) => localize('typeUnknown', { type, known }),
};
