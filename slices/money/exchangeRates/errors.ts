import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  exchangeRateTopmost: error(2974, 403, localize('errors.exchangeRateTopmost')),
  exchangeRateSettled: error(2975, 422, localize('errors.exchangeRateSettled')),
  exchangeRateTaken: error(2976, 409, localize('errors.exchangeRateTaken')),
  exchangeRateSourceAway: error(2982, 503, localize('errors.exchangeRateSourceAway')),
  exchangeRateNotConnected: error(2984, 422, localize('errors.exchangeRateNotConnected')),
};

/** The object names for `{what}` in `notFound`. */
export const resourceNames = {
  'exchange rate': localize('resources.exchangeRate'),
};
