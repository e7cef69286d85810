/** What `notFound` calls it in its `{what}`. */
export const things = {
  connection: { en: 'connection', he: 'חיבור' },
  setting: { en: 'setting', he: 'הגדרה' },
};
