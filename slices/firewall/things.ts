/** What `notFound` calls it in its `{what}`. */
export const things = {
  'firewall group': { en: 'firewall group', he: 'קבוצת חומת אש' },
};
