/** The supported languages. Every text is written first in the first one. */
export const languages = ['en', 'he'] as const;
export type Language = (typeof languages)[number];

/** A text in every language. */
export type Texts = Record<Language, string>;

/** Something that is made for each language. */
export const eachLanguage = <Value = string>(
  make: (language: Language) => Value,
): Record<Language, Value> =>
  Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<
    Language,
    Value
  >;
