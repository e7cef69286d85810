import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  userAboveYou: error(1900, 403, localize('errors.userAboveYou')),
  userActionRefused: error(1901, 422, localize('errors.userActionRefused')),
  roleRefused: error(1902, 422, localize('errors.roleRefused')),
  parentRefused: error(1903, 422, localize('errors.parentRefused')),
  moveRefused: error(1904, 422, localize('errors.moveRefused')),
  userOwnsServices: error(1905, 422, localize('errors.userOwnsServices')),
  userHasChildren: error(1906, 422, localize('errors.userHasChildren')),
  inviteListRefused: error(1907, 422, localize('errors.inviteListRefused')),
  actForRefused: error(1908, 403, localize('errors.actForRefused')),
};

/** Values for `{what}` in `notFound`. */
export const resourceNames = {
  user: localize('resources.user'),
};
