import { localize } from '../../texts/localize.ts';
import { weightedSum } from './checkDigits.ts';
import type { TaxRule } from './rule.ts';

/**
 * Australian Business Register: eleven digits. With the first digit reduced by one, the weighted
 * sum is a multiple of 89.
 */
const isAustralian = (number: string): boolean =>
  (weightedSum(number, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0;

/**
 * Inland Revenue of New Zealand, IRD numbers: the last digit by MOD 11, with other weights if the
 * result is 10.
 */
function isNewZealand(input: string): boolean {
  const number = input.padStart(9, '0');
  const checkDigitFor = (weights: readonly number[]) =>
    (11 - (weightedSum(number, weights) % 11)) % 11;
  const first = checkDigitFor([3, 2, 7, 6, 5, 4, 3, 2]);
  const check = first < 10 ? first : checkDigitFor([7, 4, 3, 2, 5, 2, 7, 6]);
  return Number(number) >= 10_000_000 && check === Number(number[8]);
}

/**
 * GST Network of India: the last character of a GSTIN is a base-36 check character over the first
 * fourteen. Every second value is doubled and its two base-36 digits are added.
 */
function isIndian(number: string): boolean {
  const sum = [...number.slice(0, 14)].reduce((total, character, index) => {
    const product = Number.parseInt(character, 36) * (index % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return (36 - (sum % 36)) % 36 === Number.parseInt(number.at(-1) ?? '', 36);
}

/**
 * National Tax Agency of Japan, corporate numbers: the first digit is 9 minus the remainder modulo
 * 9 of the other twelve, with every second one counted twice. Registration numbers (T) of
 * individuals aren't checked, because no rule is published.
 */
function isJapanese(number: string): boolean {
  if (number.startsWith('T')) return true;
  return (
    9 - (weightedSum(number.slice(1), [2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1]) % 9) ===
    Number(number[0])
  );
}

export const asiaPacificAfrica: Record<string, TaxRule> = {
  AU: {
    form: /^\d{11}$/,
    fits: isAustralian,
    needed: localize('asiaPacificAfrica.aU.needed'),
  },
  NZ: {
    form: /^\d{8,9}$/,
    fits: isNewZealand,
    needed: localize('asiaPacificAfrica.nZ.needed'),
  },
  IN: {
    form: /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z1-9][A-Z][A-Z\d]$/,
    fits: isIndian,
    needed: localize('asiaPacificAfrica.iN.needed'),
  },
  JP: {
    form: /^T?\d{13}$/,
    fits: isJapanese,
    needed: localize('asiaPacificAfrica.jP.needed'),
  },
  /**
   * Accounting and Corporate Regulatory Authority of Singapore, UEN. GST-only numbers begin with M
   * (Inland Revenue Authority). No check letter rule is published.
   */
  SG: {
    form: /^(\d{8}[A-Z]|\d{9}[A-Z]|[RST]\d{2}[A-Z]{2}\d{4}[A-Z]|M[A-Z\d]\d{7}[A-Z])$/,
    needed: localize('asiaPacificAfrica.sG.needed'),
  },
  /**
   * South African Revenue Service: VAT numbers begin with 4, income tax numbers with 0, 1, 2, 3 or
   * 9 (external specification of the BRS, reference numbers).
   */
  ZA: {
    form: /^[0-49]\d{9}$/,
    needed: localize('asiaPacificAfrica.zA.needed'),
  },
  /**
   * Federal Tax Authority of the United Arab Emirates: a registration number (TRN) has fifteen
   * digits and begins with 1.
   */
  AE: {
    form: /^1\d{14}$/,
    needed: localize('asiaPacificAfrica.aE.needed'),
  },
};
