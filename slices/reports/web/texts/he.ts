import type { reportTexts as english } from './en.ts';

export const reportTexts: Record<keyof typeof english, string> = {
  emptyTitle: 'אין על מה לדווח',
  emptyHint: 'אין כעת שורה המתאימה לדוח זה.',
};
