/** What `notFound` calls it in its `{what}`. */
export const things = {
  application: { en: 'application', he: 'יישום' },
  package: { en: 'package', he: 'חבילה' },
  'package version': { en: 'package version', he: 'גרסת חבילה' },
};
