import type { settingTexts as english } from './en.ts';

export const settingTexts: Record<keyof typeof english, string> = {
  title: 'הגדרות',
  detail: 'ההגדרות של אתר זה. מה שהאתר אינו קובע בעצמו מגיע מהאתר שמעליו.',
  save: 'שמירה',
  saveNamed: 'שמירה: {title}',
  saved: 'נשמר: {title}',
  own: 'נקבע באתר זה',
  inherited: 'מהאתר שמעליו, או ברירת המחדל',
  fallback: 'ברירת מחדל: {value}',
  useFallback: 'שימוש בברירת המחדל',
  useFallbackNamed: 'שימוש בברירת המחדל: {title}',
  on: 'פעיל',
  off: 'כבוי',
  emptyValue: 'ריק',
  numberNeeded: '„{given}” אינו מספר. יש לתת מספר בספרות, למשל 30.',
  jsonNeeded: '„{given}” אינו JSON תקין. יש לתת ערך כגון ["a", "b"] או {"a": 1}.',
  emptyTitle: 'אין הגדרות',
  emptyHint: 'מה שניתן להגדיר בפורטל זה יופיע כאן.',
};
