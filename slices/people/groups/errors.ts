import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  groupNameTaken: error(2002, 409, localize('errors.groupNameTaken')),
  groupNotForChild: error(2003, 422, localize('errors.groupNotForChild')),
  groupMemberRefused: error(2004, 422, localize('errors.groupMemberRefused')),
  grantRefused: error(2005, 422, localize('errors.grantRefused')),
};

/** Values for `{what}` in `notFound`. */
export const resourceNames = {
  group: localize('resources.group'),
  member: localize('resources.member'),
  right: localize('resources.right'),
};
