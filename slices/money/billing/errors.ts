import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  accountNeedsBilling: error(1910, 403, localize('errors.accountNeedsBilling')),
  billingProfileNeeded: error(2816, 422, localize('errors.billingProfileNeeded')),
  depositBelowMinimum: error(2818, 422, localize('errors.depositBelowMinimum')),
  chargeOrderLimit: error(2819, 409, localize('errors.chargeOrderLimit')),
  chargeOrderEnded: error(2820, 409, localize('errors.chargeOrderEnded')),
  depositUnavailable: error(2821, 422, localize('errors.depositUnavailable')),
  orderNeedsBilling: error(2964, 403, localize('errors.orderNeedsBilling')),
  transferNotTaken: error(2973, 422, localize('errors.transferNotTaken')),
};

/** The object names for `{what}` in `notFound`. */
export const resourceNames = {
  deposit: localize('resources.deposit'),
};
