import type { Language } from '../../../contract/languages.ts';

/**
 * What the groups of a price list and of a bill are called; a group that is not here is called by
 * its code.
 */
const groupTitles: Record<string, Record<Language, string>> = {
  cpu: { en: 'CPUs', he: 'מעבדים' },
  ram: { en: 'Memory', he: 'זיכרון' },
  disk: { en: 'Disks', he: 'דיסקים' },
  ip: { en: 'IP addresses', he: 'כתובות IP' },
  traffic: { en: 'Traffic', he: 'תעבורה' },
  overage: { en: 'Traffic overage', he: 'תעבורה מעבר לחבילה' },
  image: { en: 'Software', he: 'תוכנה' },
  backup: { en: 'Backup', he: 'גיבוי' },
  snapshot: { en: 'Snapshots', he: 'תמונות מצב' },
  managed: { en: 'Managed service', he: 'שירות מנוהל' },
};

export const groupTitle = (group: string, language: Language): string =>
  groupTitles[group]?.[language] ?? group;

export const groupOf = (code: string): string => code.slice(0, code.indexOf('.'));

/**
 * Units in which more than one is counted, by the one as it stands in price lists; a unit that is
 * not here is written alike for any number.
 */
const several: Record<string, Record<Language, string>> = {
  core: { en: 'cores', he: 'ליבות' },
  address: { en: 'addresses', he: 'כתובות' },
  package: { en: 'packages', he: 'חבילות' },
  server: { en: 'servers', he: 'שרתים' },
};

const rules: Record<Language, Intl.PluralRules> = {
  en: new Intl.PluralRules('en'),
  he: new Intl.PluralRules('he'),
};

/**
 * The unit of a price item as it is written after so many: `4 cores`. `quantity` is decimal text,
 * `unit` as the item has it.
 */
export const unitAfter = (
  quantity: string,
  unit: Record<Language, string>,
  language: Language,
): string =>
  rules[language].select(Number(quantity)) === 'one'
    ? unit[language]
    : (several[unit.en]?.[language] ?? unit[language]);
