/** What `notFound` calls it in its `{what}`. */
export const things = {
  'exchange rate': { en: 'exchange rate', he: 'שער חליפין' },
};
