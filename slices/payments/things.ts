/** What `notFound` calls it in its `{what}`. */
export const things = {
  payment: { en: 'payment', he: 'תשלום' },
  'payment method': { en: 'payment method', he: 'אמצעי תשלום' },
};
