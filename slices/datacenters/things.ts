/** What `notFound` calls it in its `{what}`. */
export const things = {
  datacenter: { en: 'datacenter', he: 'מרכז נתונים' },
};
