import { eachLanguage, languageFacts } from '../../contract/languages.ts';

/** The name of each language in that language. */
export const languageNames = eachLanguage((language) => languageFacts[language].name);
