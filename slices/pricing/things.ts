/** What `notFound` calls it in its `{what}`. */
export const things = {
  'metered thing': { en: 'metered resource', he: 'משאב נמדד' },
  'price list': { en: 'price list', he: 'מחירון' },
};
