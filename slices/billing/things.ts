/** What `notFound` calls it in its `{what}`. */
export const things = {
  deposit: { en: 'deposit', he: 'פיקדון' },
};
