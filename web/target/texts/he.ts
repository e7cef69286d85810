import type { targetTexts as english } from './en.ts';

export const targetTexts: Record<keyof typeof english, string> = {
  whose: 'שרתים',
  oneServer: 'שרת אחד',
  byTag: 'כל השרתים עם תגית',
  server: 'שרת',
  tag: 'תגית',
};
