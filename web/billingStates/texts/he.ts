import type { billingStateTexts as english } from './en.ts';

export const billingStateTexts: Record<keyof typeof english, string> = {
  'state_-1': 'אין פרופיל חיוב',
  state_0: 'לא הוגדר',
  state_1: 'לא מאומת - נדחה',
  state_2: 'לא מאומת - אושר',
  state_3: 'מאומת',
  state_5: 'דורש אימות ידני',
  state_7: 'דורש אימות ידני - נעול',
  state_9: 'דורש פיקדון - נעול',
};
