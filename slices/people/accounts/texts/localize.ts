import { localizer } from '../../../../contract/texts/localizer.ts';
import type english from './en.json';

/** Returns a message of this folder in every language. */
export const localize = localizer<typeof english>(import.meta.dirname);
