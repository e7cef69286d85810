import { refuse } from '../../../contract/errors.ts';
import { inEvery, type Language } from '../../../contract/languages.ts';
import { countryName } from './countries.ts';

type Texts = Record<Language, string>;

/** VAT numbers of the European Union without the country's letters (European Commission, VIES, structure of the numbers). */
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
/** The countries of the European Union, by their ISO codes. */
export const unionCountries: readonly string[] = Object.keys(euFormats);

/** Greece writes its VAT numbers with EL. */
const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country);

/** A VAT number of the European Union with the letters of its country, as it is written across borders; null for any other country. */
export function vatIdentifier({ country, taxNumber }: { country: string; taxNumber: string }): string | null {
  if (taxNumber === '' || !(country in euFormats)) return null;
  const prefix = prefixOf(country);
  return taxNumber.startsWith(prefix) ? taxNumber : `${prefix}${taxNumber}`;
}

/** The number as it is kept: without spaces, points and dashes, in capitals. */
const plain = (given: string): string => given.replace(/[\s.\-–/]/g, '').toUpperCase();

/** Nine digits; every second counts double and its digits are added; the sum ends in 0 (Population Registry of Israel). */
function isIsraeli(number: string): boolean {
  const sum = [...number].reduce((total, digit, at) => {
    const counted = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return sum % 10 === 0;
}

/** Nine digits, of which the last follows from the others by ISO 7064, MOD 11,10. */
function isGerman(number: string): boolean {
  const product = [...number.slice(0, 8)].reduce((before, digit) => {
    const sum = (Number(digit) + before) % 10 || 10;
    return (2 * sum) % 11;
  }, 10);
  return (11 - product) % 10 === Number(number.at(-1));
}

/**
 * Nine digits, of which the last two take the weighted others to 0 of 97, or to 42 as newer numbers do; a branch adds three digits. Departments
 * (GD) and health authorities (HA) have three digits.
 */
function isBritish(number: string): boolean {
  if (/^(GD[0-4]|HA[5-9])\d{2}$/.test(number)) return true;
  if (!/^\d{9}(\d{3})?$/.test(number)) return false;
  const weighted = [8, 7, 6, 5, 4, 3, 2].reduce((sum, weight, at) => sum + weight * Number(number[at]), 0);
  return [0, 42].includes((weighted + Number(number.slice(7, 9))) % 97);
}

const checkDigit: Texts = { en: 'its check digit does not fit.', he: 'ספרת הביקורת אינה תואמת.' };

/** What is wrong with the number by the rules of the country; null when nothing, or when no rules are known. */
export function taxNumberProblem(country: string, number: string): Texts | null {
  const own = hasLetters(country) ? number.replace(ownLetters(country), '') : number;
  if (/^0+$/.test(own.replace(/\D/g, ''))) return { en: 'it is all zeros.', he: 'כולו אפסים.' };
  if (country === 'IL') return israeliProblem(own);
  if (country === 'GB') return britishProblem(own);
  const format = euFormats[country];
  if (!format) return null;
  if (format.test(own)) return country === 'DE' && !isGerman(own) ? checkDigit : null;
  const prefix = prefixOf(country);
  return {
    en: `a VAT number there is written ${prefix} and then as the European Union lists it; this one has another form.`,
    he: `מספר מע"מ שם נכתב ${prefix} ואחריו כפי שמפרסם האיחוד האירופי; צורתו של מספר זה שונה.`,
  };
}

/** Numbers of these are written with letters of the country before them. */
const hasLetters = (country: string): boolean => country in euFormats || country === 'GB';

/** The letters of the country before its numbers; those of Northern Ireland are XI. */
const ownLetters = (country: string): RegExp => new RegExp(country === 'GB' ? '^(GB|XI)' : `^${prefixOf(country)}`);

function israeliProblem(number: string): Texts | null {
  if (!/^\d{9}$/.test(number)) return { en: 'nine digits are needed.', he: 'נדרשות תשע ספרות.' };
  return isIsraeli(number) ? null : checkDigit;
}

function britishProblem(number: string): Texts | null {
  if (isBritish(number)) return null;
  if (/^\d{9}(\d{3})?$/.test(number)) return checkDigit;
  return { en: 'a VAT number there is GB and 9 or 12 digits.', he: 'מספר מע"מ שם הוא GB ואחריו 9 או 12 ספרות.' };
}

/** The number as it is kept; '' stays ''. Throws `taxNumberInvalid` naming the field. */
export function checkTaxNumber(given: { country: string; taxNumber: string }): string {
  const number = plain(given.taxNumber);
  if (number === '') return '';
  const problem = taxNumberProblem(given.country, number);
  if (problem)
    throw refuse(
      'taxNumberInvalid',
      { given: given.taxNumber, country: inEvery((language) => countryName(given.country, language)), problem },
      'taxNumber',
    );
  return hasLetters(given.country) && !ownLetters(given.country).test(number) ? `${prefixOf(given.country)}${number}` : number;
}

/** Throws `ibanInvalid` for what looks like an IBAN and is none (ISO 13616: remainder 1 of 97). Other account numbers pass. */
export function checkBankAccount(given: string): string {
  const account = given.replace(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(account)) return given;
  const digits = [...account.slice(4), ...account.slice(0, 4)].map((letter) => Number.parseInt(letter, 36)).join('');
  if (BigInt(digits) % 97n !== 1n) throw refuse('ibanInvalid', { given }, 'bankAccount');
  return account;
}
