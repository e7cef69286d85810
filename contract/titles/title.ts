import type { Language } from '../languages.ts';

/** The title of an operation as users read it: a few words in each language. */
export type Title = Record<Language, string>;

export const title = (en: string, he: string): Title => ({ en, he });
