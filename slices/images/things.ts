/** What `notFound` calls it in its `{what}`. */
export const things = {
  image: { en: 'image', he: 'תמונה' },
  upload: { en: 'upload', he: 'העלאה' },
};
