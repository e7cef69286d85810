/** What `notFound` calls it in its `{what}`. */
export const things = {
  mail: { en: 'email', he: 'הודעת דוא"ל' },
  'text message': { en: 'text message', he: 'מסרון' },
};
