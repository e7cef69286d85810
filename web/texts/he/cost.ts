import type { costTexts as english } from '../en/cost.ts';

export const costTexts: Record<keyof typeof english, string> = {
  reckoning: 'המחיר מחושב…',
  unknown: 'לא ניתן לחשב את המחיר. {reason}',
  nothing: 'ללא עלות נוספת',
  adds: 'מוסיף {hourly} לשעה, {monthly} לחודש.',
  addsByMonth: 'מוסיף {monthly} לחודש.',
  saves: 'חוסך {hourly} לשעה, {monthly} לחודש.',
  savesByMonth: 'חוסך {monthly} לחודש.',
  changes: 'לשעה: {hourBefore} ← {hourAfter}. לחודש: {monthBefore} ← {monthAfter}.',
  atMost: 'מוסיף עד {hourly} לשעה, {monthly} לחודש, בהתאם לגודל הסופי.',
  perGb: '{hourly} לכל GB לשעה, {monthly} לכל GB לחודש. הגודל הסופי ייוודע בסיום ההעברה.',
  once: 'תשלום חד-פעמי: {price}.',
  month: 'לחודש: {before} ← {after}.',
  thisMonth: 'בחשבונית החודש: {before} ← {after}.',
  whileOn: 'בזמן פעולה: {change}',
};
