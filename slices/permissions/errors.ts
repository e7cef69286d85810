/** What `notFound` calls it in its `{what}`. */
export const things = {
  object: { en: 'object', he: 'אובייקט' },
  operation: { en: 'operation', he: 'פעולה' },
};
