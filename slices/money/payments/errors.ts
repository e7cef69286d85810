import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  paymentNotConnected: error(2822, 422, localize('errors.paymentNotConnected')),
  paymentKeyReused: error(2823, 409, localize('errors.paymentKeyReused')),
  depositAboveMaximum: error(2824, 422, localize('errors.depositAboveMaximum')),
  paymentProviderAway: error(2825, 503, localize('errors.paymentProviderAway')),
  paymentProviderRefused: error(2826, 422, localize('errors.paymentProviderRefused')),
  signatureRefused: error(2827, 400, localize('errors.signatureRefused')),
  paymentSecretNeeded: error(2828, 422, localize('errors.paymentSecretNeeded')),
  paymentAddressRefused: error(2829, 422, localize('errors.paymentAddressRefused')),
  paymentConnectionUsed: error(2830, 409, localize('errors.paymentConnectionUsed')),
  paymentMethodUnusable: error(2831, 422, localize('errors.paymentMethodUnusable')),
  paymentOrderLimit: error(2832, 409, localize('errors.paymentOrderLimit')),
  documentPaid: error(2891, 409, localize('errors.documentPaid')),
  openAmountChanged: error(2892, 409, localize('errors.openAmountChanged')),
  paymentOnItsWay: error(2893, 409, localize('errors.paymentOnItsWay')),
  nothingOwed: error(2894, 409, localize('errors.nothingOwed')),
  refundOver: error(2833, 409, localize('errors.refundOver')),
};

/** Resource names for `{what}` in `notFound`. */
export const resourceNames = {
  payment: localize('resources.payment'),
  'payment method': localize('resources.paymentMethod'),
};
