import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  serviceletFailed: error(2650, 422, localize('errors.serviceletFailed')),
  serviceletQueueFull: error(2651, 409, localize('errors.serviceletQueueFull')),
  guestAgentSilent: error(2950, 422, localize('errors.guestAgentSilent')),
  guestSimulated: error(2951, 422, localize('errors.guestSimulated')),
};

/** Resource names used for `{what}` in `notFound`. */
export const resourceNames = {
  servicelet: localize('resources.servicelet'),
};
