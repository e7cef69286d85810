import { eachLanguage, type Language, type LocalizedText } from '../../../contract/languages.ts';
import { localize } from '../texts/localize.ts';

/**
 * What the groups of a price list and of a bill are called; a group that is not here is called by
 * its code.
 */
const groupTitles: Record<string, LocalizedText> = {
  cpu: localize('groupTitles.cpu'),
  ram: localize('groupTitles.ram'),
  disk: localize('groupTitles.disk'),
  ip: localize('groupTitles.ip'),
  traffic: localize('groupTitles.traffic'),
  overage: localize('groupTitles.overage'),
  image: localize('groupTitles.image'),
  backup: localize('groupTitles.backup'),
  snapshot: localize('groupTitles.snapshot'),
  managed: localize('groupTitles.managed'),
};

export const groupTitle = (group: string, language: Language): string =>
  groupTitles[group]?.[language] ?? group;

export const groupOf = (code: string): string => code.slice(0, code.indexOf('.'));

/**
 * Units in which more than one is counted, by the one as it stands in price lists; a unit that is
 * not here is written alike for any number.
 */
const several: Record<string, LocalizedText> = {
  core: localize('several.core'),
  address: localize('several.address'),
  package: localize('several.package'),
  server: localize('several.server'),
};

const rules = eachLanguage((language) => new Intl.PluralRules(language));

/**
 * The unit of a price item as it is written after so many: `4 cores`. `quantity` is decimal text,
 * `unit` as the item has it.
 */
export const unitAfter = (quantity: string, unit: LocalizedText, language: Language): string =>
  rules[language].select(Number(quantity)) === 'one'
    ? unit[language]
    : (several[unit.en]?.[language] ?? unit[language]);
