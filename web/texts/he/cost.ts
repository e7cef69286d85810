import type { costTexts as english } from '../en/cost.ts';

export const costTexts: Record<keyof typeof english, string> = {
  reckoning: 'המחיר מחושב…',
  unknown: 'המחיר אינו ידוע: {reason}',
  nothing: 'אין לכך עלות נוספת.',
  adds: 'מוסיף {hourly} לשעה, {monthly} לחודש.',
  addsByMonth: 'מוסיף {monthly} לחודש.',
  saves: 'חוסך {hourly} לשעה, {monthly} לחודש.',
  savesByMonth: 'חוסך {monthly} לחודש.',
  changes: 'לשעה: {hourBefore} ← {hourAfter}. לחודש: {monthBefore} ← {monthAfter}.',
  atMost: 'מוסיף לכל היותר {hourly} לשעה, {monthly} לחודש. כמה נשמר מתברר רק בסיום.',
  perGb: 'כל גיגה-בייט עולה {hourly} לשעה, {monthly} לחודש. כמה נשמר מתברר רק כשהתוכן כאן.',
  once: 'תשלום חד-פעמי: {price}.',
  month: 'לחודש: {before} ← {after}.',
  thisMonth: 'שורות בחשבונית של החודש: {before} ← {after}.',
  whileOn: 'בזמן שהשרת פועל: {change}',
};
