/** What `notFound` calls it in its `{what}`. */
export const things = {
  browser: { en: 'browser', he: 'דפדפן' },
  entry: { en: 'entry', he: 'רישום' },
  passkey: { en: 'passkey', he: 'מפתח גישה' },
  session: { en: 'session', he: 'הפעלה' },
};
