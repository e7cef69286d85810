import type { LocalizedText } from '../../../../../contract/languages.ts';
import { localize } from '../../texts/localize.ts';

/**
 * How the tax numbers of a country are written. They come without spaces, points and dashes, in
 * capitals.
 */
export interface TaxRule {
  form: RegExp;
  /** Whether its check digits fit; left out where none are published. */
  fits?(number: string): boolean;
  /** The required format, as text after a colon. */
  needed: LocalizedText;
}

const checkDigit: LocalizedText = localize('checkDigit');

/** The problem of a number by a rule. Null if it's valid. */
export function problemBy({ form, fits, needed }: TaxRule, number: string): LocalizedText | null {
  if (!form.test(number)) return needed;
  return fits && !fits(number) ? checkDigit : null;
}

/** The general rule for tax numbers of countries without a known one. */
export const anyNumber: TaxRule = {
  form: /^(?:[^\p{L}\d]*[\p{L}\d]){5}/u,
  needed: localize('anyNumber.needed'),
};
