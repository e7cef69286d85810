import * as z from 'zod';
import type { Language } from '../../contract/languages.ts';

/** How a schema says what is wrong with a value, in each language. */
export const schemaTexts = { en: z.locales.en().localeError, he: z.locales.he().localeError } satisfies Record<Language, unknown>;
