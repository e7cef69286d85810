/** What `notFound` calls it in its `{what}`. */
export const things = {
  policy: { en: 'policy', he: 'מדיניות' },
};
