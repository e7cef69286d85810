import { localize } from '../../texts/localize.ts';
import { passesLuhn, passesMod11, weightedSum } from './checkDigits.ts';
import type { TaxRule } from './rule.ts';

/** Nine digits, the last of which is a check digit by ISO 7064, MOD 11,10. */
export function isGerman(number: string): boolean {
  const product = [...number.slice(0, 8)].reduce((before, digit) => {
    const sum = (Number(digit) + before) % 10 || 10;
    return (2 * sum) % 11;
  }, 10);
  return (11 - product) % 10 === Number(number.at(-1));
}

/**
 * Nine digits. With the last two, the weighted sum is 0 modulo 97, or 42 for newer numbers. A
 * branch adds three digits. Departments (GD) and health authorities (HA) have three digits and no
 * check digits (HM Revenue & Customs).
 */
function isBritish(number: string): boolean {
  if (/^[GH]/.test(number)) return true;
  return [0, 42].includes(
    (weightedSum(number, [8, 7, 6, 5, 4, 3, 2]) + Number(number.slice(7, 9))) % 97,
  );
}

/**
 * Brønnøysund Register Centre, structure of the organization number: the ninth digit by MOD 11.
 * `MVA` marks VAT registration.
 */
const isNorwegian = (number: string): boolean =>
  passesMod11(number.replace(/\D/g, ''), [3, 2, 7, 6, 5, 4, 3, 2]);

/** Federal Statistical Office of Switzerland, structure of the UID: the ninth digit by MOD 11. */
const isSwiss = (number: string): boolean =>
  passesMod11(number.replace(/\D/g, ''), [5, 4, 3, 2, 7, 6, 5, 4]);

/** Revenue Administration of Turkey: the tenth digit of a tax number (VKN). */
function isTurkishCompany(number: string): boolean {
  const sum = [...number.slice(0, 9)].reduce((total, digit, index) => {
    const shifted = (Number(digit) + 9 - index) % 10;
    return total + (shifted === 0 ? 0 : (shifted * 2 ** (9 - index)) % 9 || 9);
  }, 0);
  return (10 - (sum % 10)) % 10 === Number(number[9]);
}

/**
 * Population Directorate of Turkey: the last two digits of an identity number (TCKN), which
 * individuals use as their tax number.
 */
function isTurkishPerson(number: string): boolean {
  const tenthDigit =
    ((weightedSum(number, [7, -1, 7, -1, 7, -1, 7, -1, 7]) % 10) + 10) % 10 === Number(number[9]);
  return (
    tenthDigit && weightedSum(number, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]) % 10 === Number(number[10])
  );
}

/**
 * State register of Ukraine (EDRPOU): the eighth digit by MOD 11, with other weights if the result
 * is 10 and for numbers in the middle range.
 */
function isUkrainianCompany(number: string): boolean {
  const weights = /^[345]/.test(number) ? [7, 1, 2, 3, 4, 5, 6] : [1, 2, 3, 4, 5, 6, 7];
  const first = weightedSum(number, weights) % 11;
  const second =
    weightedSum(
      number,
      weights.map((weight) => weight + 2),
    ) % 11;
  return (first < 10 ? first : second % 10) === Number(number[7]);
}

/** Tax Service of Ukraine: the tenth digit of an individual's number (RNOKPP). */
const isUkrainianPerson = (number: string): boolean =>
  (((weightedSum(number, [-1, 5, 7, 9, 4, 6, 10, 5, 7]) % 11) + 11) % 11) % 10 ===
  Number(number[9]);

/**
 * Population Registry and Registrar of Companies of Israel: nine digits, the last of which is a
 * Luhn check digit.
 */
const israeli: TaxRule = {
  form: /^\d{9}$/,
  fits: passesLuhn,
  needed: localize('israeli.needed'),
};

/**
 * Europe outside of the EU, and its neighbors. Numbers of Great Britain are passed without the
 * country prefix.
 */
export const europe: Record<string, TaxRule> = {
  IL: israeli,
  GB: {
    form: /^(\d{9}(\d{3})?|(GD[0-4]|HA[5-9])\d{2})$/,
    fits: isBritish,
    needed: localize('europe.gB.needed'),
  },
  NO: {
    form: /^(NO)?\d{9}(MVA)?$/,
    fits: isNorwegian,
    needed: localize('europe.nO.needed'),
  },
  CH: {
    form: /^CHE\d{9}(MWST|TVA|IVA)?$/,
    fits: isSwiss,
    needed: localize('europe.cH.needed'),
  },
  TR: {
    form: /^(\d{10}|[1-9]\d{10})$/,
    fits: (number) => (number.length === 10 ? isTurkishCompany(number) : isTurkishPerson(number)),
    needed: localize('europe.tR.needed'),
  },
  UA: {
    form: /^(\d{8}|\d{10}|\d{12})$/,
    fits: (number) =>
      number.length === 8
        ? isUkrainianCompany(number)
        : number.length === 12 || isUkrainianPerson(number),
    needed: localize('europe.uA.needed'),
  },
};
