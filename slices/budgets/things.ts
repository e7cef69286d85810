/** What `notFound` calls it in its `{what}`. */
export const things = {
  budget: { en: 'budget', he: 'תקציב' },
};
