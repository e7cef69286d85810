import type { Language } from '../languages.ts';

/** What an operation is called by the people who read of it: a few words, in each language. */
export type Title = Record<Language, string>;

export const title = (en: string, he: string): Title => ({ en, he });
