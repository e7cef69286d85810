/** What `notFound` calls it in its `{what}`. */
export const things = {
  backup: { en: 'backup', he: 'גיבוי' },
};
