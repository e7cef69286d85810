import type { LocalizedText } from '../../../../../contract/languages.ts';
import { localize } from '../../texts/localize.ts';

/**
 * The tax number format of a country. Numbers are passed in upper case, without spaces, points and
 * dashes.
 */
export interface TaxRule {
  form: RegExp;
  /** Whether the check digits are valid. Omitted if no rule is published. */
  fits?(number: string): boolean;
  /** The required format, for use after a colon. */
  needed: LocalizedText;
}

const checkDigit: LocalizedText = localize('checkDigit');

/** Returns the problem of a number by a rule. Null if it's valid. */
export function validateTaxNumber(
  { form, fits, needed }: TaxRule,
  number: string,
): LocalizedText | null {
  if (!form.test(number)) return needed;
  return fits && !fits(number) ? checkDigit : null;
}

/** The general rule for countries without known tax number rules. */
export const anyNumber: TaxRule = {
  form: /^(?:[^\p{L}\d]*[\p{L}\d]){5}/u,
  needed: localize('anyNumber.needed'),
};
