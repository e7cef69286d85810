/** What `notFound` calls it in its `{what}`. */
export const things = {
  task: { en: 'task', he: 'משימה' },
};
