/** What `notFound` calls it in its `{what}`. */
export const things = {
  page: { en: 'page', he: 'דף' },
  picture: { en: 'image', he: 'תמונה' },
  site: { en: 'site', he: 'אתר' },
  version: { en: 'version', he: 'גרסה' },
};
