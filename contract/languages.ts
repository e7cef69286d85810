import registry from './languages.json' with { type: 'json' };

/**
 * A language of the portal: an entry of `languages.json` with a message catalog in each texts
 * folder.
 */
export type Language = keyof typeof registry;

interface LanguageFacts {
  /** The language name in the language itself. */
  name: string;
  /** For `Intl`: a BCP 47 tag with Latin digits. */
  locale: string;
  direction: 'ltr' | 'rtl';
  /** Whether every message is translated. Otherwise, missing messages are shown in English. */
  isComplete: boolean;
}

export const languageFacts = registry as Record<Language, LanguageFacts>;

/** The supported languages. Every text is first written in the first one. */
export const languages = Object.keys(registry) as [Language, ...Language[]];

export const directionOf = (language: Language): 'ltr' | 'rtl' => languageFacts[language].direction;

/** A text in every language. */
export type LocalizedText = Record<Language, string>;

/** Creates a value for each language. */
export const eachLanguage = <Value = string>(
  make: (language: Language) => Value,
): Record<Language, Value> =>
  Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<
    Language,
    Value
  >;
