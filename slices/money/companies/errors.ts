import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  companyMissing: error(2800, 422, localize('errors.companyMissing')),
  companySiteTaken: error(2801, 409, localize('errors.companySiteTaken')),
  companyAdminRefused: error(2802, 422, localize('errors.companyAdminRefused')),
  taxOverlaps: error(2803, 422, localize('errors.taxOverlaps')),
  ibanInvalid: error(2804, 422, localize('errors.ibanInvalid')),
  customerNumberTaken: error(2805, 409, localize('errors.customerNumberTaken')),
  countryUnknown: error(2806, 422, localize('errors.countryUnknown')),
  currencyUnknown: error(2807, 422, localize('errors.currencyUnknown')),
  taxNumberInvalid: error(2815, 422, localize('errors.taxNumberInvalid')),
  billingFieldNeeded: error(2817, 422, localize('errors.billingFieldNeeded')),
  fieldNotAllowed: error(2977, 403, localize('errors.fieldNotAllowed')),
  companySiteCurrency: error(2981, 422, localize('errors.companySiteCurrency')),
  companyCurrencyInUse: error(2983, 422, localize('errors.companyCurrencyInUse')),
  companyChangedMeanwhile: error(2995, 409, localize('errors.companyChangedMeanwhile')),
};

/** The object names for `{what}` in `notFound`. */
export const resourceNames = {
  company: localize('resources.company'),
  customer: localize('resources.customer'),
};
