import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  budgetBlocksOrders: error(2870, 422, localize('errors.budgetBlocksOrders')),
  budgetLimit: error(2871, 422, localize('errors.budgetLimit')),
  budgetSetByOther: error(2872, 403, localize('errors.budgetSetByOther')),
  budgetNotBlocking: error(2873, 409, localize('errors.budgetNotBlocking')),
  budgetOrderOver: error(2940, 422, localize('errors.budgetOrderOver')),
};

/** The object names for `{what}` in `notFound`. */
export const resourceNames = {
  budget: localize('resources.budget'),
};
