/** What `notFound` calls it in its `{what}`. */
export const things = {
  alert: { en: 'alert', he: 'התראה' },
};
