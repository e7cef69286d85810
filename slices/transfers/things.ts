/** What `notFound` calls it in its `{what}`. */
export const things = {
  offer: { en: 'offer', he: 'הצעה' },
};
