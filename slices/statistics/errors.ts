/** What `notFound` calls it in its `{what}`. */
export const things = {
  'disk or network card': { en: 'disk or network interface', he: 'דיסק או ממשק רשת' },
};
