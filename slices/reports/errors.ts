/** What `notFound` calls it in its `{what}`. */
export const things = {
  report: { en: 'report', he: 'דוח' },
};
