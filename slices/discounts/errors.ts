import { error } from '../../contract/declaredError.ts';

export const errors = {
  discountLimit: error(
    2910,
    409,
    'A customer can have up to {max} discounts. Delete one that has ended first.',
    'ללקוח יכולות להיות עד {max} הנחות. יש למחוק תחילה הנחה שהסתיימה.',
  ),
  promoUnknown: error(2911, 422, 'Promo code {code} doesn’t exist.', 'קוד ההטבה {code} לא קיים.'),
  promoNotOpen: error(
    2912,
    422,
    'Promo code {code} has expired or isn’t active yet.',
    'תוקף קוד ההטבה {code} פג או שטרם החל.',
  ),
  promoRedeemed: error(
    2913,
    409,
    'Promo code {code} was already redeemed. It can be used only once.',
    'קוד ההטבה {code} כבר מומש. אפשר להשתמש בו פעם אחת בלבד.',
  ),
  promoUsedUp: error(
    2914,
    409,
    'Promo code {code} has reached its redemption limit.',
    'קוד ההטבה {code} הגיע למכסת המימושים.',
  ),
  paidByOther: error(
    2915,
    422,
    'Another account pays for this one. Payments, discounts, and promo codes belong to that account.',
    'חשבון אחר משלם עבור חשבון זה. תשלומים, הנחות וקודי הטבה שייכים לחשבון המשלם.',
  ),
  promoCodeTaken: error(
    2916,
    409,
    'This company already has a promo code {code}.',
    'לחברה כבר יש קוד הטבה {code}.',
  ),
  promoLimit: error(
    2917,
    409,
    'A company can have up to {max} promo codes.',
    'לחברה יכולים להיות עד {max} קודי הטבה.',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  discount: { en: 'discount', he: 'הנחה' },
  'promo code': { en: 'promo code', he: 'קוד הטבה' },
  'redeemed code': { en: 'redeemed promo code', he: 'קוד הטבה שמומש' },
};
