import type publicTexts from '../texts/public/en.json';
import { textsOf } from '../texts/texts.ts';

/** The texts of the screens before sign-in; `mount.tsx` loads them. */
export const text = textsOf<typeof publicTexts>('public');
