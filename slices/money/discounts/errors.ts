import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  discountLimit: error(2910, 409, localize('errors.discountLimit')),
  promoUnknown: error(2911, 422, localize('errors.promoUnknown')),
  promoNotOpen: error(2912, 422, localize('errors.promoNotOpen')),
  promoRedeemed: error(2913, 409, localize('errors.promoRedeemed')),
  promoUsedUp: error(2914, 409, localize('errors.promoUsedUp')),
  paidByOther: error(2915, 422, localize('errors.paidByOther')),
  promoCodeTaken: error(2916, 409, localize('errors.promoCodeTaken')),
  promoLimit: error(2917, 409, localize('errors.promoLimit')),
};

/** The object names for `{what}` in `notFound`. */
export const resourceNames = {
  discount: localize('resources.discount'),
  'promo code': localize('resources.promoCode'),
  'redeemed code': localize('resources.redeemedCode'),
};
