import type { LocalizedText } from '../languages.ts';

/** An error that the portal answers, declared by the noun it is about. */
export interface DeclaredError<Number extends number = number> {
  /**
   * Unique. Numbers below 1000 are the specification's (section 8); 57 and 58 are session losses
   * that the specification names without a number; from 1000 on they are ours.
   */
  code: Number;
  /**
   * The HTTP status if this is the first reason. Errors of the sign-in form have status 200, because
   * the documented client reads the body.
   */
  status: number;
  /** Placeholders in braces are filled from the values of the refusal. */
  texts: LocalizedText;
}

export const error = <const Number extends number>(
  code: Number,
  status: number,
  texts: LocalizedText,
): DeclaredError<Number> => ({ code, status, texts });
