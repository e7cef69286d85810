/** What `notFound` calls it in its `{what}`. */
export const things = {
  user: { en: 'user', he: 'משתמש' },
};
