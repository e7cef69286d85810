/** What `notFound` calls it in its `{what}`. */
export const things = {
  batch: { en: 'batch', he: 'פעולה מרובה' },
};
