/** What `notFound` calls it in its `{what}`. */
export const things = {
  servicelet: { en: 'script run', he: 'הרצת סקריפט' },
};
