import type { dialogTexts as english } from './en.ts';

export const dialogTexts: typeof english = {
  startTitle_one: 'להפעיל את {name}?',
  startTitle_other: 'להפעיל {count} שרתים?',
  startText: 'עלויות שאינן נגבות כששרת כבוי ייגבו שוב.',
  restoreTitle_one: 'לשחזר את {name}?',
  restoreTitle_other: 'לשחזר {count} שרתים?',
  restoreText:
    'השרת ישוחזר עם הדיסקים ותמונות המצב ויישאר כבוי. אם השם או כתובת IP פרטית כבר בשימוש, יוקצו אחרים.',
  stopTitle_one: 'לכבות את {name}?',
  stopTitle_other: 'לכבות {count} שרתים?',
  stopText: 'מערכת ההפעלה תתבקש להיכבות. עבודה שלא נשמרה תאבד, והשירותים בשרת לא יהיו זמינים.',
  stopSuspended: 'מושעים כעת: {names}. תוכן הזיכרון שלהם יאבד.',
  force: 'כיבוי בכוח (ניתוק החשמל)',
  forceHint: 'לשרת שאינו מגיב. נתונים שטרם נכתבו לדיסק יאבדו.',
  forceStop: 'כיבוי בכוח',
  rebootTitle_one: 'להפעיל מחדש את {name}?',
  rebootTitle_other: 'להפעיל מחדש {count} שרתים?',
  rebootText:
    'מערכת ההפעלה תיכבה ותופעל מחדש. עבודה שלא נשמרה תאבד, והשירותים לא יהיו זמינים לזמן קצר.',
  terminateTitle_one: 'להפסיק לצמיתות את {name}?',
  terminateTitle_other: 'להפסיק לצמיתות {count} שרתים?',
  terminateText:
    'השרת ייעצר מיד ותוכן הזיכרון שלו יאבד. הדיסקים, תמונות המצב וכתובות ה-IP הציבוריות יישמרו באשפה, ואפשר לשחזר את השרת עד למחיקתו לצמיתות. השם וכתובות ה-IP הפרטיות יתפנו מיד לשרתים אחרים.',
  terminateCost:
    'שרת באשפה אינו מחויב. שעה שהחלה מחויבת במלואה, החלק שלא נוצל מחודש ששולם מראש מזוכה, וגיבויים קיימים מחויבים לפי גודלם עד למחיקתם.',
  purgeTitle_one: 'למחוק את {name} לצמיתות?',
  purgeTitle_other: 'למחוק {count} שרתים לצמיתות?',
  purgeText: 'כל הדיסקים ותמונות המצב יימחקו וכתובות ה-IP ישוחררו. לא ניתן לבטל פעולה זו.',
  resultsTitle: '{action}: {done} מתוך {total} הושלמו',
  resultTask: 'משימה {id} החלה',
  close: 'סגירה',
  lockTitle: 'לנעול את {name}?',
  lockText:
    'שרת נעול לא ניתן לכבות, להפעיל מחדש, לשנות את גודלו, לשחזר, לדרוס, להעביר או להפסיק עד לביטול הנעילה.',
  lockReason: 'סיבה (לא חובה)',
  lockDone: 'השרת {name} ננעל',
  resizeTitle: 'שינוי גודל של {name}',
  resizeDone: 'גודל השרת {name} משתנה…',
  resizeLive:
    'אפשר להוסיף ליבות וזיכרון בזמן שהשרת פועל. אם מערכת ההפעלה אינה משתמשת בהם מיד, יש להפעיל את השרת מחדש.',
  resizeOff: 'השרת כבוי, ולכן אפשר לבחור כל גודל.',
  sizeNow: 'כעת',
  aMonth: 'לחודש',
};
