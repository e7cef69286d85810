import { localize } from '../../texts/localize.ts';
import { passesLuhn } from './checkDigits.ts';
import type { TaxRule } from './rule.ts';

/**
 * Whether two check digits are valid, each by MOD 11 over all digits before it. `weights` are those
 * for the second check digit. The first one uses them without the first weight.
 */
function passesBothCheckDigits(values: readonly number[], weights: readonly number[]): boolean {
  const digitOf = (part: readonly number[], weights: readonly number[]): number => {
    const rest = part.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0) % 11;
    return rest < 2 ? 0 : 11 - rest;
  };
  const length = values.length;
  const first = digitOf(values.slice(0, length - 2), weights.slice(1));
  return (
    first === values[length - 2] &&
    digitOf(values.slice(0, length - 1), weights) === values[length - 1]
  );
}

/**
 * Receita Federal of Brazil: CNPJ for companies, whose first twelve characters can be letters since
 * 2026 (normative instruction 2229/2024: a letter counts as its ASCII code minus 48), and CPF for
 * individuals.
 */
function isBrazilian(number: string): boolean {
  const values = [...number].map((character) => character.charCodeAt(0) - 48);
  if (new Set(values).size === 1) return false;
  return passesBothCheckDigits(
    values,
    number.length === 11
      ? [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]
      : [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
  );
}

/**
 * Canada Revenue Agency: nine digits with a Luhn check digit, followed by a program account, such
 * as RT0001 for GST/HST.
 */
const isCanadian = (number: string): boolean => passesLuhn(number.slice(0, 9));

export const americas: Record<string, TaxRule> = {
  /**
   * Internal Revenue Service: nine digits without a check digit. No number begins with 00, as shown
   * by the listed prefixes (publication 1635).
   */
  US: {
    form: /^(?!00)\d{9}$/,
    needed: localize('americas.uS.needed'),
  },
  CA: {
    form: /^\d{9}([A-Z]{2}\d{4})?$/,
    fits: isCanadian,
    needed: localize('americas.cA.needed'),
  },
  BR: {
    form: /^(\d{11}|[A-Z\d]{12}\d{2})$/,
    fits: isBrazilian,
    needed: localize('americas.bR.needed'),
  },
  /**
   * Servicio de Administración Tributaria of Mexico: letters, a date (YYMMDD) and three characters.
   * The last one isn't checked, because some assigned numbers break its rule.
   */
  MX: {
    form: /^[A-ZÑ&]{3,4}\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])[A-Z\d]{2}[\dA]$/,
    needed: localize('americas.mX.needed'),
  },
};
