/** What `notFound` calls it in its `{what}`. */
export const things = {
  discount: { en: 'discount', he: 'הנחה' },
  'promo code': { en: 'promo code', he: 'קוד הטבה' },
  'redeemed code': { en: 'redeemed promo code', he: 'קוד הטבה שמומש' },
};
