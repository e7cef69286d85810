import { weighted } from './checkDigits.ts';
import type { TaxRule } from './rule.ts';

/**
 * Australian Business Register: eleven digits; with the first lowered by one, the weighted sum is a
 * multiple of 89.
 */
const isAustralian = (number: string): boolean =>
  (weighted(number, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0;

/**
 * Inland Revenue of New Zealand, IRD numbers: the last digit by MOD 11, with other weights where
 * that gives 10.
 */
function isNewZealand(given: string): boolean {
  const number = given.padStart(9, '0');
  const checkBy = (weights: readonly number[]) => (11 - (weighted(number, weights) % 11)) % 11;
  const first = checkBy([3, 2, 7, 6, 5, 4, 3, 2]);
  const check = first < 10 ? first : checkBy([7, 4, 3, 2, 5, 2, 7, 6]);
  return Number(number) >= 10_000_000 && check === Number(number[8]);
}

/**
 * GST Network of India: the last place of a GSTIN of the fourteen before it, to base 36, every
 * second doubled and its two places added.
 */
function isIndian(number: string): boolean {
  const sum = [...number.slice(0, 14)].reduce((total, sign, at) => {
    const product = Number.parseInt(sign, 36) * (at % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return (36 - (sum % 36)) % 36 === Number.parseInt(number.at(-1) ?? '', 36);
}

/**
 * National Tax Agency of Japan, corporate numbers: the first digit is 9 less the remainder by 9 of
 * the twelve others, every second counted double. Of registration numbers (T) no such rule is
 * published for people, so that those are not checked.
 */
function isJapanese(number: string): boolean {
  if (number.startsWith('T')) return true;
  return (
    9 - (weighted(number.slice(1), [2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1]) % 9) === Number(number[0])
  );
}

export const asiaPacificAfrica: Record<string, TaxRule> = {
  AU: {
    form: /^\d{11}$/,
    fits: isAustralian,
    needed: { en: 'Enter the 11 digits of an ABN.', he: 'יש להזין את 11 הספרות של ABN.' },
  },
  NZ: {
    form: /^\d{8,9}$/,
    fits: isNewZealand,
    needed: {
      en: 'Enter the 8 or 9 digits of an IRD number.',
      he: 'יש להזין את 8 או 9 הספרות של מספר IRD.',
    },
  },
  IN: {
    form: /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z1-9][A-Z][A-Z\d]$/,
    fits: isIndian,
    needed: {
      en: 'Enter the 15 characters of a GSTIN, such as 27AAPFU0939F1ZV.',
      he: 'יש להזין את 15 התווים של GSTIN, כגון 27AAPFU0939F1ZV.',
    },
  },
  JP: {
    form: /^T?\d{13}$/,
    fits: isJapanese,
    needed: {
      en: 'Enter 13 digits, with T in front for a registration number.',
      he: 'יש להזין 13 ספרות, ולפניהן T במספר רישום.',
    },
  },
  /**
   * Accounting and Corporate Regulatory Authority of Singapore, UEN; numbers for GST alone begin
   * with M (Inland Revenue Authority). No check letters are published.
   */
  SG: {
    form: /^(\d{8}[A-Z]|\d{9}[A-Z]|[RST]\d{2}[A-Z]{2}\d{4}[A-Z]|M[A-Z\d]\d{7}[A-Z])$/,
    needed: {
      en: 'Enter a UEN of 9 or 10 characters, such as 201234567K.',
      he: 'יש להזין UEN של 9 או 10 תווים, כגון 201234567K.',
    },
  },
  /**
   * South African Revenue Service: VAT numbers begin with 4, numbers of income tax with 0, 1, 2, 3
   * or 9 (external specification of the BRS, reference numbers).
   */
  ZA: {
    form: /^[0-49]\d{9}$/,
    needed: {
      en: 'Enter 10 digits. A VAT number starts with 4.',
      he: 'יש להזין 10 ספרות. מספר מע"מ מתחיל ב-4.',
    },
  },
  /**
   * Federal Tax Authority of the United Arab Emirates: a registration number (TRN) has fifteen
   * digits and begins with 1.
   */
  AE: {
    form: /^1\d{14}$/,
    needed: {
      en: 'Enter a TRN of 15 digits that starts with 1.',
      he: 'יש להזין TRN של 15 ספרות שמתחיל ב-1.',
    },
  },
};
