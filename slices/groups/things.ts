/** What `notFound` calls it in its `{what}`. */
export const things = {
  group: { en: 'group', he: 'קבוצה' },
  member: { en: 'member', he: 'חבר' },
  right: { en: 'permission', he: 'הרשאה' },
};
