import { eachLanguage, type Language, type LocalizedText } from '../../../../contract/languages.ts';
import { localize } from '../texts/localize.ts';

/**
 * The titles of groups in price lists and bills. A group that isn't listed here is shown by its
 * code.
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
 * The plural of units, by the singular in price lists. A unit that isn't listed here is the same
 * for any number.
 */
const pluralNames: Record<string, LocalizedText> = {
  core: localize('several.core'),
  address: localize('several.address'),
  package: localize('several.package'),
  server: localize('several.server'),
};

const rules = eachLanguage((language) => new Intl.PluralRules(language));

/** The unit of a price item after a quantity: `4 cores`. `quantity` is decimal text. */
export const unitAfter = (quantity: string, unit: LocalizedText, language: Language): string =>
  rules[language].select(Number(quantity)) === 'one'
    ? unit[language]
    : (pluralNames[unit.en]?.[language] ?? unit[language]);
