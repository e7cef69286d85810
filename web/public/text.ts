import type publicTexts from '../texts/public/en.json';
import { textsOf } from '../texts/texts.ts';

/** The texts of the screens before sign-in, loaded by `mount.tsx`. */
export const text = textsOf<typeof publicTexts>('public');
