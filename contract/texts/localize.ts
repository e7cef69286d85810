import type english from './en.json';
import { localizer } from './localizer.ts';

/** Messages of the contract that apply to the whole portal. */
export const localize = localizer<typeof english>(import.meta.dirname);
