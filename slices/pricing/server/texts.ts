import type { Language } from '../../../contract/languages.ts';

/** What the groups of a price list and of a bill are called; a group that is not here is called by its code. */
const groupTitles: Record<string, Record<Language, string>> = {
  cpu: { en: 'Processors', he: 'מעבדים' },
  ram: { en: 'Memory', he: 'זיכרון' },
  disk: { en: 'Disks', he: 'דיסקים' },
  ip: { en: 'IP addresses', he: 'כתובות IP' },
  traffic: { en: 'Traffic', he: 'תעבורה' },
  overage: { en: 'Beyond the package', he: 'מעבר לחבילה' },
  image: { en: 'Software', he: 'תוכנה' },
  backup: { en: 'Backup', he: 'גיבוי' },
  snapshot: { en: 'Snapshots', he: 'תמונות מצב' },
  managed: { en: 'Managed service', he: 'שירות מנוהל' },
};

export const groupTitle = (group: string, language: Language): string => groupTitles[group]?.[language] ?? group;

export const groupOf = (code: string): string => code.slice(0, code.indexOf('.'));
