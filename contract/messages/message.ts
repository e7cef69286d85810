import type { CodeName } from '../codes.ts';
import type { Language } from '../languages.ts';

/** What is said of one code. */
export interface Message {
  /** HTTP status when this is the first reason. Failures of the log-in form answer 200: the documented client reads the body. */
  status: number;
  texts: Record<Language, string>;
}

/** What is said of the codes of one area. */
export type Messages = Partial<Record<CodeName, Message>>;

export const message = (status: number, en: string, he: string): Message => ({ status, texts: { en, he } });
