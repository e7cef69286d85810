import type english from './en.json';
import { localizer } from './localizer.ts';

/** Messages that the contract of the whole portal contains. */
export const localize = localizer<typeof english>(import.meta.dirname);
