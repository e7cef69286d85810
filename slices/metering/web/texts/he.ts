import type { meteringTexts as english } from './en.ts';

export const meteringTexts: Record<keyof typeof english, string> = {
  traffic: 'תעבורה החודש',
  used: '{used} מתוך {included} GB',
  usedShare: 'נוצלו {percent}% מהחבילה.',
  counted: '{used} GB',
  unmetered: 'ללא הגבלה',
  beyond: '{beyond} GB מעבר לחבילה, {price} לכל אחד.',
  beyondFree: '{beyond} GB מעבר לחבילה, ללא עלות.',
  beyondLater: 'כל GB נוסף עולה {price}.',
  counting: 'נספר מדי שעה, לתעבורה ציבורית.',
};
