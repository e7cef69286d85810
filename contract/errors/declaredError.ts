import type { LocalizedText } from '../languages.ts';

/** An error that the portal returns, declared by the noun it concerns. */
export interface DeclaredError<Number extends number = number> {
  /**
   * Unique error number. Numbers below 1000 are from the specification (section 8). 57 and 58 are
   * session losses that the specification names without a number. Numbers from 1000 on are our own.
   */
  code: Number;
  /**
   * The HTTP status if this is the first reason. Errors of the sign-in form have status 200, because
   * the documented client reads the body.
   */
  status: number;
  /** Placeholders in braces are filled with the values of the error. */
  texts: LocalizedText;
}

export const error = <const Number extends number>(
  code: Number,
  status: number,
  texts: LocalizedText,
): DeclaredError<Number> => ({ code, status, texts });
