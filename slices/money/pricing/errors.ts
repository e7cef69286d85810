import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  priceMissing: error(1600, 422, localize('errors.priceMissing')),
  priceListFromPast: error(1601, 422, localize('errors.priceListFromPast')),
  priceListInForce: error(1602, 422, localize('errors.priceListInForce')),
  priceListWithdrawn: error(1603, 422, localize('errors.priceListWithdrawn')),
  priceItemUnknown: error(1604, 422, localize('errors.priceItemUnknown')),
  priceListAccountUnknown: error(1605, 422, localize('errors.priceListAccountUnknown')),
  priceListOfSite: error(1606, 422, localize('errors.priceListOfSite')),
  billingModeNotSold: error(2926, 422, localize('errors.billingModeNotSold')),
  priceListCurrency: error(2980, 422, localize('errors.priceListCurrency')),
};

/** Resource names for `{what}` in `notFound`. */
export const resourceNames = {
  'metered thing': localize('resources.meteredThing'),
  'price list': localize('resources.priceList'),
};
