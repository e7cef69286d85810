import type { reportTexts as english } from './en.ts';

export const reportTexts: Record<keyof typeof english, string> = {
  emptyTitle: 'אין רשומות',
  emptyHint: 'אין בדוח רשומות המתאימות לסינון.',
};
