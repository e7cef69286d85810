/** What `notFound` calls it in its `{what}`. */
export const things = {
  schedule: { en: 'schedule', he: 'תזמון' },
};
