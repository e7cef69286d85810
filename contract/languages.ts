import registry from './languages.json' with { type: 'json' };

/** A language of the portal: an entry of `languages.json`, with a catalog wherever texts are. */
export type Language = keyof typeof registry;

interface LanguageFacts {
  /** In the language itself. */
  name: string;
  /** For `Intl`: a BCP 47 tag with Latin digits. */
  locale: string;
  direction: 'ltr' | 'rtl';
  /** Whether every message is translated. Others are shown in English where one is missing. */
  isComplete: boolean;
}

export const languageFacts = registry as Record<Language, LanguageFacts>;

/** The supported languages. Every text is written first in the first one. */
export const languages = Object.keys(registry) as [Language, ...Language[]];

export const directionOf = (language: Language): 'ltr' | 'rtl' => languageFacts[language].direction;

/** A text in every language. */
export type LocalizedText = Record<Language, string>;

/** Something that is made for each language. */
export const eachLanguage = <Value = string>(
  make: (language: Language) => Value,
): Record<Language, Value> =>
  Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<
    Language,
    Value
  >;
