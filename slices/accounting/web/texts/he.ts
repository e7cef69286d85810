import type { accountingTexts as english } from './en.ts';

export const accountingTexts: Record<keyof typeof english, string> = {
  title: 'שירות הנהלת חשבונות',
  stateNone: 'לא מחובר',
  stateOn: 'מחובר',
  stateOff: 'כבוי',
  stateProblem: 'נדחה',
  problem: 'השירות דחה את החיבור ב-{when}: {problem}',
  refused: 'המסמכים ממתינים עד לתיקון החיבור.',
  what: 'כל חשבונית וחשבונית זיכוי מיוצאת פעם אחת, לאחר הפקתה. מצב הייצוא מוצג בחשבונית וברשימת המסמכים של החודש.',
  howTo:
    'לא מחובר שירות הנהלת חשבונות, ולכן המסמכים נשמרים כאן ואינם מיוצאים. כדי לחבר שירות יש להזין את הכתובת שמקבלת מסמכים כ-JSON ואת שני הסודות.',
  waiting: 'ממתינים לייצוא: {count}',
  address: 'הכתובת לשליחת מסמכים',
  addressHint:
    'חובה להשתמש ב-https. כתובת ברשת הפנימית יש להוסיף תחילה להגדרה accounting.trustedOrigins.',
  secret: 'סוד',
  secretHint: 'נשלח עם כל בקשה כטוקן bearer.',
  signingSecret: 'סוד החתימה',
  signingSecretHint: 'משמש לחתימת הבקשות כדי שהשירות יוכל לאמת אותן. הסוד עצמו אינו נשלח.',
  kept: 'נשמר סוד. אפשר להשאיר ריק כדי לשמור עליו. הוא אינו מוצג.',
  isOn: 'ייצוא מסמכים',
  connect: 'חיבור',
  save: 'שמירה',
  saved: 'שירות הנהלת החשבונות חובר',
  savedOnly: 'החיבור נשמר',
  untaken: 'שירות הנהלת החשבונות דחה את החיבור',
  tryIt: 'בדיקת החיבור',
  tried: 'שירות הנהלת החשבונות קיבל את הסוד',
  disconnect: 'ניתוק',
  disconnectTitle: 'לנתק את שירות הנהלת החשבונות?',
  disconnectBody:
    'הכתובת והסודות יימחקו. מסמכים שיוצאו יישארו מסומנים ככאלה. מסמכים ממתינים לא ייוצאו.',
  disconnected: 'שירות הנהלת החשבונות נותק',
};
