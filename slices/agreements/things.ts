/** What `notFound` calls it in its `{what}`. */
export const things = {
  agreement: { en: 'agreement', he: 'הסכם' },
};
