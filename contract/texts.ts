import { join } from 'node:path';
import type english from './texts/en.json';
import { localizer } from './texts/localizer.ts';

/** Messages that the contract of the whole portal contains. */
export const localize = localizer<typeof english>(join(import.meta.dirname, 'texts'));
