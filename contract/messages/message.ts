import type { CodeName } from '../codes.ts';
import type { Language } from '../languages.ts';

/** The texts of one code. */
export interface Message {
  /**
   * HTTP status if this is the first reason. Errors of the sign-in form have status 200, because
   * the documented client reads the body.
   */
  status: number;
  texts: Record<Language, string>;
}

/** The texts of the codes of one area. */
export type Messages = Partial<Record<CodeName, Message>>;

export const message = (status: number, en: string, he: string): Message => ({
  status,
  texts: { en, he },
});
