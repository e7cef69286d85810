/** What `notFound` calls it in its `{what}`. */
export const things = {
  document: { en: 'document', he: 'מסמך' },
  invoice: { en: 'invoice', he: 'חשבונית' },
  line: { en: 'line', he: 'שורה' },
};
