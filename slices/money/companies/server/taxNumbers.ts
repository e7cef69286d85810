import { userError } from '../../../../contract/errors/errors.ts';
import { eachLanguage, type LocalizedText } from '../../../../contract/languages.ts';
import { localize } from '../texts/localize.ts';
import { countryName } from './countries.ts';
import { americas } from './taxRules/americas.ts';
import { asiaPacificAfrica } from './taxRules/asiaPacificAfrica.ts';
import { europe, isGerman } from './taxRules/europe.ts';
import { anyNumber, type TaxRule, validateTaxNumber } from './taxRules/rule.ts';

/**
 * Formats of EU VAT numbers without the country prefix (European Commission, VIES, structure of the
 * numbers).
 */
const euFormats: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  GR: /^\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
};
/** The EU countries, by ISO code. */
export const unionCountries: readonly string[] = Object.keys(euFormats);

/** Greek VAT numbers use the prefix EL. */
const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country);

/**
 * Returns an EU VAT number with its country prefix, as written across borders. Null for any other
 * country.
 */
export function vatIdentifier({
  country,
  taxNumber,
}: {
  country: string;
  taxNumber: string;
}): string | null {
  if (taxNumber === '' || !(country in euFormats)) return null;
  const prefix = prefixOf(country);
  return taxNumber.startsWith(prefix) ? taxNumber : `${prefix}${taxNumber}`;
}

/** Normalizes a number: removes spaces, points and dashes, and converts it to upper case. */
const stripSeparators = (input: string): string => input.replace(/[\s.\-–/]/g, '').toUpperCase();

const rules: Record<string, TaxRule> = { ...europe, ...americas, ...asiaPacificAfrica };

/**
 * Returns the problem of a number by the country's rules, or by the general rule if none are known.
 * Null if it's valid.
 */
export function taxNumberProblem(country: string, number: string): LocalizedText | null {
  const digits = hasLetters(country) ? number.replace(countryPrefix(country), '') : number;
  if (/^0+$/.test(digits.replace(/\D/g, '')))
    return localize('taxNumbers.taxNumberProblem.numberAllZeros');
  const format = euFormats[country];
  if (!format) return validateTaxNumber(rules[country] ?? anyNumber, digits);
  const prefix = prefixOf(country);
  return validateTaxNumber(
    {
      form: format,
      ...(country === 'DE' ? { fits: isGerman } : {}),
      needed: localize('taxNumbers.needed.vatNumberThereStarts', { prefix }),
    },
    digits,
  );
}

/** Whether the country's numbers are written with a country prefix. */
const hasLetters = (country: string): boolean => country in euFormats || country === 'GB';

/** Matches the country prefix of a number. The prefix of Northern Ireland is XI. */
const countryPrefix = (country: string): RegExp =>
  new RegExp(country === 'GB' ? '^(GB|XI)' : `^${prefixOf(country)}`);

/** Returns the normalized number. '' stays ''. Throws `taxNumberInvalid` naming the field. */
export function checkTaxNumber(input: { country: string; taxNumber: string }): string {
  const number = stripSeparators(input.taxNumber);
  if (number === '') return '';
  const problem = taxNumberProblem(input.country, number);
  if (problem)
    throw userError(
      'taxNumberInvalid',
      {
        given: input.taxNumber,
        country: eachLanguage((language) => countryName(input.country, language)),
        problem,
      },
      'taxNumber',
    );
  return hasLetters(input.country) && !countryPrefix(input.country).test(number)
    ? `${prefixOf(input.country)}${number}`
    : number;
}

/**
 * Throws `ibanInvalid` for an account number in IBAN format that isn't valid (ISO 13616: remainder
 * 1 modulo 97). Other account numbers are accepted.
 */
export function checkBankAccount(input: string): string {
  const account = input.replace(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(account)) return input;
  const digits = [...account.slice(4), ...account.slice(0, 4)]
    .map((letter) => Number.parseInt(letter, 36))
    .join('');
  if (BigInt(digits) % 97n !== 1n) throw userError('ibanInvalid', { given: input }, 'bankAccount');
  return account;
}
