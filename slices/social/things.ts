/** What `notFound` calls it in its `{what}`. */
export const things = {
  provider: { en: 'provider', he: 'ספק' },
};
