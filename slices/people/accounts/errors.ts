import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  accountSuspended: error(1909, 403, localize('errors.accountSuspended')),
  stateRefused: error(1920, 422, localize('errors.stateRefused')),
  batchRefused: error(1921, 422, localize('errors.batchRefused')),
  migrateRefused: error(1922, 422, localize('errors.migrateRefused')),
  emailChangeRefused: error(1923, 422, localize('errors.emailChangeRefused')),
  parentSuspended: error(2960, 403, localize('errors.parentSuspended')),
  parentNeedsBilling: error(2961, 403, localize('errors.parentNeedsBilling')),
  ownerNeedsBilling: error(2963, 403, localize('errors.ownerNeedsBilling')),
  demandWaits: error(2967, 409, localize('errors.demandWaits')),
};

/** Values for `{what}` in `notFound`. */
export const resourceNames = {
  batch: localize('resources.batch'),
};
