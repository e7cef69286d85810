import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  deliveryNotRetryable: error(2997, 409, localize('errors.deliveryNotRetryable')),
  deliveryEnded: error(2998, 409, localize('errors.deliveryEnded')),
  deliveryInProgress: error(2999, 409, localize('errors.deliveryInProgress')),
  deliveryTypeUnknown: error(2994, 409, localize('errors.deliveryTypeUnknown')),
};

/** Names for the `{what}` placeholder of `notFound`. */
export const resourceNames = {
  delivery: localize('resources.delivery'),
};
