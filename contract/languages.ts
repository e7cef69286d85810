/** The languages the portal speaks. The first is the one every text exists in first. */
export const languages = ['en', 'he'] as const;
export type Language = (typeof languages)[number];

/** A text in every language. */
export type Texts = Record<Language, string>;

/** A text that is put together in each language. */
export const inEvery = (write: (language: Language) => string): Texts =>
  Object.fromEntries(languages.map((language) => [language, write(language)])) as Texts;
