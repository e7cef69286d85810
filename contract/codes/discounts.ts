/** Discounts and promo codes. */
export const discountCodes = {
  discountLimit: 2910,
  promoUnknown: 2911,
  promoNotOpen: 2912,
  promoRedeemed: 2913,
  promoUsedUp: 2914,
  paidByOther: 2915,
  promoCodeTaken: 2916,
  promoLimit: 2917,
  creditDiscountLine: 2918,
} as const;
