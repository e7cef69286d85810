/** What `notFound` calls it in its `{what}`. */
export const things = {
  disk: { en: 'disk', he: 'דיסק' },
  server: { en: 'server', he: 'שרת' },
  snapshot: { en: 'snapshot', he: 'תמונת מצב' },
};
