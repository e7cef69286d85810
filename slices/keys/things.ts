/** What `notFound` calls it in its `{what}`. */
export const things = {
  'API key': { en: 'API key', he: 'מפתח API' },
};
