import { eachLanguage, languageFacts } from '../../contract/languages.ts';

/** Each language by its own name. */
export const languageNames = eachLanguage((language) => languageFacts[language].name);
