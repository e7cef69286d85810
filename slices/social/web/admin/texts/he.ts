import type { socialAdminTexts as english } from './en.ts';

export const socialAdminTexts: Record<keyof typeof english, string> = {
  title: 'ספקי כניסה',
  detail: 'חשבונות חיצוניים שמשתמשי האתר יכולים להיכנס איתם.',
  add: 'הוספת ספק OpenID Connect',
  connected: 'מחובר',
  switchedOff: 'מושבת',
  notConnected: 'לא מחובר',
  accounts_one: 'חשבון אחד',
  accounts_two: 'שני חשבונות',
  accounts_other: '{count} חשבונות',
  setUp: 'הגדרה',
  setUpNamed: 'הגדרה: {title}',
  change: 'עריכה',
  changeNamed: 'עריכה: {title}',
  close: 'סגירה',
  closeNamed: 'סגירה: {title}',

  how: 'יש לרשום את הפורטל אצל {title} כיישום אינטרנט עם כתובות ההפניה שלהלן, ולהזין כאן את מזהה הלקוח והסוד.',
  howOwn:
    'יש לרשום את הפורטל אצל הספק כיישום אינטרנט חסוי (authorization code, PKCE S256) עם כתובות ההפניה של השם, ולהזין כאן את הפרטים.',
  redirects: 'כתובות הפניה',
  facebookNote:
    '‏Facebook אינו מאשר שכתובות דוא"ל אומתו. אפשר לחבר את Facebook לחשבון קיים, אך לא להירשם דרכו.',
  microsoftNote:
    'יש להוסיף את הטענה האופציונלית xms_edov לטוקן הזהות. בלעדיה כתובות של Microsoft נחשבות לא מאומתות, כי כל דייר יכול לקבוע כל כתובת.',
  linkedinNote:
    'יש להוסיף את המוצר "Sign In with LinkedIn using OpenID Connect". ‏LinkedIn אינו תומך ב-PKCE וב-nonce, ולכן הכניסה מוגנת בטוקן המצב של הפורטל.',

  name: 'שם בכתובות',
  nameHint: 'אותיות לטיניות קטנות, ספרות ומקפים, למשל our-company. לא ניתן לשנות אותו מאוחר יותר.',
  label: 'הטקסט שעל הכפתור',
  issuer: 'כתובת ה-issuer',
  issuerHint: 'כמו במסמך ה-discovery של הספק, למשל https://login.example.com/realms/staff',
  tenantHint: 'החשבונות המורשים: common (כולם), organizations, consumers או מזהה דייר.',
  clientId: 'מזהה לקוח',
  clientSecret: 'סוד הלקוח',
  secretKept: 'סוד שמור אך אינו מוצג. אפשר להשאיר ריק כדי לשמור עליו.',
  secretUnset: 'נשמר מוצפן ולא יוצג שוב.',
  enabled: 'זמין למשתמשים',
  save: 'שמירה',
  saved: '{title} נשמר',
  test: 'בדיקה',
  testOk: '‏{title} מקבל את מזהה הלקוח והסוד.',
  testHint: 'בודק את הערכים השמורים ללא כניסה.',
  remove: 'ניתוק',
  removeTitle: 'ניתוק {title}',
  removeBody_one: 'חשבון אחד לא יוכל להיכנס דרך {title}. החיבור נשמר למקרה ש-{title} יחובר שוב.',
  removeBody_two:
    'שני חשבונות לא יוכלו להיכנס דרך {title}. החיבורים נשמרים למקרה ש-{title} יחובר שוב.',
  removeBody_other:
    '{count} חשבונות לא יוכלו להיכנס דרך {title}. החיבורים נשמרים למקרה ש-{title} יחובר שוב.',
  removed: '{title} נותק',
};
