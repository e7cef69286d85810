import { error } from '../../contract/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  deliveryNotRetryable: error(2997, 409, localize('errors.deliveryNotRetryable')),
  deliveryNotWaiting: error(2998, 409, localize('errors.deliveryNotWaiting')),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  delivery: localize('resources.delivery'),
};
