/** The supported languages. Every text is written first in the first one. */
export const languages = ['en', 'he'] as const;
export type Language = (typeof languages)[number];

/** A text in every language. */
export type Texts = Record<Language, string>;

/** A text that is put together in each language. */
export const inEvery = (write: (language: Language) => string): Texts =>
  Object.fromEntries(languages.map((language) => [language, write(language)])) as Texts;
