/** What `notFound` calls it in its `{what}`. */
export const things = {
  'host key': { en: 'host key', he: 'מפתח מארח' },
  recording: { en: 'recording', he: 'הקלטה' },
};
