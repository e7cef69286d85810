/** What `notFound` calls it in its `{what}`. */
export const things = {
  company: { en: 'company', he: 'חברה' },
  customer: { en: 'customer', he: 'לקוח' },
};
