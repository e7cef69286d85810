/** What `notFound` calls it in its `{what}`. */
export const things = {
  host: { en: 'host', he: 'מארח' },
};
