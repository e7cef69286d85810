import type { meteringTexts as english } from './en.ts';

export const meteringTexts: Record<keyof typeof english, string> = {
  traffic: 'תעבורה החודש',
  used: '{used} מתוך {included} GB',
  usedShare: 'נוצלו {percent}% מהחבילה.',
  counted: '{used} GB',
  unmetered: 'ללא הגבלה: דבר אינו נספר.',
  beyond: '{beyond} GB מעבר לחבילה, כל אחד {price}.',
  beyondFree: '{beyond} GB מעבר לחבילה, ללא עלות.',
  beyondLater: 'מעבר לה כל GB עולה {price}.',
  counting: 'נספר שעה אחר שעה, בין השרת לבין החוץ.',
};
