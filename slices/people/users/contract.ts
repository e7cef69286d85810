import { userActionEndpoints } from './contract/actions.ts';
import { userListEndpoints } from './contract/lists.ts';
import { userDetailEndpoints } from './contract/user.ts';

export { disableAnswer } from './contract/actions.ts';
export { accountState, holdings, userActions, userItem, userRole } from './contract/fields.ts';
export { inviteLine, userFilters, userSorts } from './contract/lists.ts';
export { historyItem, userDetail } from './contract/user.ts';
export { errors, resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

export const userEndpoints = {
  ...userListEndpoints,
  ...userDetailEndpoints,
  ...userActionEndpoints,
};

export { userEndpoints as endpoints };
